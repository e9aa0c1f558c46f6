import { can, modifyOrComment } from '../access';
import { defineResource, type Resource, type ResourceDeclaration } from '../define';
import { permission, viewPermission, type Element, type ElementTraits } from './element';
import { elementFields } from './element.fields';
import type { RecordedElement } from './element.history';
import { elementHooks } from './element.rules';
import { composedHooks } from './hooks';

/** What a kind of element declares beside what all have in common. */
export type ElementDeclaration<D extends Element> = Pick<
  ResourceDeclaration<D>,
  'filters' | 'orderBy' | 'defaultOrder' | 'links' | 'load' | 'serialize' | 'listTotals' | 'listHeaders'
> &
  Required<Pick<ResourceDeclaration<D>, 'fields' | 'indexes'>> & {
    recorded: RecordedElement<D>;
    /** Cards beside those of the project, the owner and the assignee. */
    references?: Pick<NonNullable<ResourceDeclaration<D>['references']>, 'milestones' | 'epics'>;
    hooks?: ResourceDeclaration<D>['hooks'];
  };

const indexesOfElements = [
  { fields: ['votes.id'], multi: true },
  { fields: ['watches.id'], multi: true },
  { fields: ['tags'], multi: true },
  { fields: ['terms'], multi: true },
];

/**
 * Declares epics, user stories, tasks or issues: what they share (fields, access, rules) comes from here, the rest from the
 * declaration. See `elementActions` for what else there is to do with them.
 */
export function defineElement<D extends Element>(traits: ElementTraits, declaration: ElementDeclaration<D>): Resource<D> {
  const view = viewPermission(traits.noun);
  const { recorded, fields, indexes, references, hooks, ...own } = declaration;
  return defineResource<D>({
    ...own,
    ...recorded,
    path: traits.path,
    title: traits.title,
    listPermission: view,
    referenced: true,
    fields: { ...elementFields(traits), ...fields },
    access: {
      list: can(view),
      create: can(permission(traits, 'add')),
      update: modifyOrComment(permission(traits, 'modify'), permission(traits, 'comment')),
      destroy: can(permission(traits, 'delete')),
      leave: can(permission(traits, 'delete')),
      enter: can(permission(traits, 'add')),
    },
    indexes: [...indexes, ...indexesOfElements],
    unique: [{ fields: ['project', 'ref'], error: () => ({ ref: ['This ref is taken.'] }) }],
    references: { users: ['owner', 'assigned_to'], projects: ['project'], ...references },
    hooks: composedHooks<D>(elementHooks(traits), hooks ?? {}),
  });
}
