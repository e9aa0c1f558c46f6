import type { SettingKind } from '../../contracts/project-context';
import type { Filter } from '../../contracts/store';
import { searchFilter } from '../../search/filter';
import { parseSearch } from '../../search/query';
import { dateFilters, idsOf, oneOf, q, type FilterContext, type FilterDeclaration } from '../filters';
import type { RankedOrder } from '../define';
import type { View } from '../view';
import type { Element } from './element';
import { settingOf } from './element.serialize';

/** Filters that stories, tasks, issues and epics share. */
export function elementFilters(statuses: SettingKind): Record<string, FilterDeclaration> {
  return {
    status: q.ids('status', { excludes: true }),
    status__is_closed: q.settingFlag('status', statuses, 'is_closed', 'is_closed'),
    owner: q.ids('owner', { excludes: true }),
    assigned_to: q.ids('assigned_to', { excludes: true }),
    tags: q.names('tags', { excludes: true }),
    watchers: q.idsIn('watches.id'),
    q: textFilter,
    ...dateFilters('created_date'),
    ...dateFilters('modified_date'),
  };
}

/** `q` over the words of an element (userstories.md, Search). */
export const textFilter: FilterDeclaration = q.custom((value) => {
  const node = parseSearch(value);
  return node && searchFilter(node, { terms: 'terms', words: 'words' });
});

/** `role`: elements whose assignee has one of the roles in the project; a role that nobody has finds nothing. */
export function roleFilter(assigned: (users: readonly number[]) => Filter): FilterDeclaration {
  const read = (value: string, { context }: FilterContext) => {
    if (value === '') return null;
    const roles = idsOf(value);
    const users = (context?.members ?? []).filter(({ role }) => roles.includes(role)).map(({ user }) => user);
    return assigned(users);
  };
  return q.custom(read, { excludes: true });
}

/** `role` by `assigned_to` alone. */
export const assigneeRoleFilter = roleFilter((users) => oneOf('assigned_to', users.length === 0 ? [-1] : users));

/** Orders by a status's (type's, priority's, …) own order. */
export function settingOrder(field: string, kind: SettingKind): RankedOrder<Element> {
  return {
    fields: ['project', field],
    by: field,
    valuesIn: ({ settings }) =>
      [...settings[kind]].sort((left, right) => left.order - right.order || left.id - right.id).map(({ id }) => id),
    references: { projects: ['project'] },
    rank: (row, view: View) => {
      const item = settingOf(view.project(row.project), kind, row[field] as number | null);
      return item ? item.order * 1e9 + item.id : null;
    },
  };
}

/** Orders by a person's full name. */
export function personOrder(field: 'owner' | 'assigned_to'): RankedOrder<Element> {
  return {
    fields: [field],
    by: field,
    references: { users: [field] },
    rank: (row, view) => view.user(row[field])?.full_name_display ?? null,
  };
}

/** Orders by a milestone's creation. */
export const milestoneOrder: RankedOrder<Element> = {
  fields: ['milestone'],
  by: 'milestone',
  references: {},
  rank: (row) => row.milestone as number | null,
};
