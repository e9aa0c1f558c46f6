import { apiError, notFound } from '../../errors';
import type { Requester } from '../../contracts/http';
import type { ProjectContext, SettingKind } from '../../contracts/project-context';
import type { Filter, GroupRow } from '../../contracts/store';
import { anyone, refusal } from '../access';
import type { Resource, RestAction } from '../define';
import type { Document } from '../document';
import { allOf } from '../filters';
import { filterOf, selectionOf, type Selection } from '../operations/list';
import { collectionOf } from '../operations/lookup';
import { isListed, memberOf } from '../permissions';
import { ok, type RestRequest } from '../request';
import { byCodePoint } from '../values';
import { View } from '../view';

/** Counts of the elements by a field's value, under all filters of the request but the facet's own. */
export type Counts = ReadonlyMap<string | number | boolean | null, number>;

export interface FacetInput {
  request: RestRequest;
  context: ProjectContext;
  counts: Counts;
  view: View;
  /** Counts the elements that fulfil each filter, under the same filters of the request. */
  count(filters: readonly Filter[]): Promise<number[]>;
}

/** One list of `filters_data`. */
export interface Facet {
  /** Parameters that this facet leaves out when it counts. */
  parameters: readonly string[];
  /** Field path that is counted; arrays count each value once. Without one only `count` does. */
  field?: string;
  unwind?: boolean;
  entries(input: FacetInput): unknown[] | Promise<unknown[]>;
}

/** `GET /{kind}/filters_data?project=` with exact counts under the current filters. */
export function facetsAction<D extends Document>(path: string, resource: () => Resource<D>, facets: Record<string, Facet>): RestAction {
  return {
    name: 'filtersData',
    rest: { method: 'GET', path: `/${path}/filters_data` },
    access: anyone,
    handler: async (request) => {
      const declared = resource();
      const selection = await selectionIn(declared, request);
      const context = selection.context;
      if (!context) throw request.user === null ? refusal(null) : notFound('Project');
      if (!maySeeFacets(context, request.user, declared.listPermission ?? 'view_project')) throw refusal(request.user);
      const view = await View.of(
        request.node,
        request.facts,
        context.members.map(({ user }) => ({ id: user, user })),
        { users: ['user'] },
      );
      const answers = await Promise.all(
        Object.entries(facets).map(
          async ([name, facet]) => [name, await answer(declared, request, selection, { facet, view, context })] as const,
        ),
      );
      return ok(Object.fromEntries(answers));
    },
  };
}

/** Names of people don't leak: strangers need the viewing permission; a member without it sees all counts as 0. */
function maySeeFacets(context: ProjectContext, user: Requester | null, permission: string): boolean {
  return memberOf(context, user) !== undefined || isListed(context, user, permission);
}

async function selectionIn<D extends Document>(resource: Resource<D>, request: RestRequest): Promise<Selection> {
  if (!request.query.project && !request.query.project__slug) throw apiError('NOT_FOUND');
  return selectionOf(resource, request);
}

interface Asked {
  facet: Facet;
  view: View;
  context: ProjectContext;
}

async function answer<D extends Document>(
  resource: Resource<D>,
  request: RestRequest,
  selection: Selection,
  { facet, view, context }: Asked,
): Promise<unknown[]> {
  const filter = filterOf(selection, facet.parameters);
  const collection = collectionOf(resource, request);
  const rows = facet.field === undefined ? [] : await collection.group({ by: facet.field, unwind: facet.unwind, filter });
  const count = (filters: readonly Filter[]) => collection.counts(filters.map((one) => allOf([filter, one])));
  return facet.entries({ request, context, counts: countsOf(rows), view, count });
}

const countsOf = (rows: readonly GroupRow[]): Counts => new Map(rows.map(({ key, count }) => [key, count]));

const own = (name: string) => [name, `exclude_${name}`];

/** Facet of a setting: `{id, name, color, order, count}`, all of the project's, also those with count 0. */
export function settingFacet(parameter: string, kind: SettingKind, field = parameter): Facet {
  return {
    parameters: own(parameter),
    field,
    entries: ({ context, counts, view }) =>
      context.settings[kind].map(({ id, name, color = null, order }) => ({
        id,
        name: view.text(name),
        color,
        order,
        count: counts.get(id) ?? 0,
      })),
  };
}

/** Facet of the tags: `{name, color, count}` by name. */
export function tagsFacet(parameters: readonly string[] = own('tags')): Facet {
  return {
    parameters,
    field: 'tags',
    unwind: true,
    entries: ({ context, counts }) =>
      [...context.tags_colors]
        .sort(([left], [right]) => byCodePoint(left, right))
        .map(([name, color]) => ({ name, color, count: counts.get(name) ?? 0 })),
  };
}

interface PeopleOptions {
  /** Also photo, big_photo and gravatar_id. */
  pictures?: boolean;
  /** Only people with elements, and no entry for none (owners). */
  onlyCounted?: boolean;
}

/** Facet of people: `{id, full_name, count}` of all members, and one with id null for none. */
export function peopleFacet(parameter: string, field: string, { pictures = false, onlyCounted = false }: PeopleOptions = {}): Facet {
  return {
    parameters: own(parameter),
    field,
    entries: ({ context, counts, view }) => {
      const ids = new Set(context.members.map(({ user }) => user));
      const people = [...ids]
        .map((id) => ({ card: view.user(id), count: counts.get(id) ?? 0 }))
        .filter(({ card, count }) => card?.is_active && (!onlyCounted || count > 0))
        .map(({ card, count }) => ({
          id: card?.id ?? null,
          full_name: card?.full_name_display ?? '',
          count,
          ...(pictures ? { photo: card?.photo ?? null, big_photo: card?.big_photo ?? null, gravatar_id: card?.gravatar_id ?? null } : {}),
        }));
      const nobody = {
        id: null,
        full_name: '',
        count: counts.get(null) ?? 0,
        ...(pictures ? { photo: null, big_photo: null, gravatar_id: null } : {}),
      };
      const all = onlyCounted ? people : [...people, nobody];
      return all.sort((left, right) => byCodePoint(left.full_name, right.full_name));
    },
  };
}

/** Facet of roles: elements of which an assignee has the role: `{id, name, color: null, order, count}`, each element once. */
export function rolesFacet(assigned: (users: readonly number[]) => Filter = assignedToOne): Facet {
  return {
    parameters: own('role'),
    entries: async ({ context, count, view }) => {
      const usersOf = (wanted: number) => context.members.filter(({ role }) => role === wanted).map(({ user }) => user);
      const counts = await count(context.roles.map(({ id }) => assigned(usersOf(id))));
      return context.roles.map(({ id, name, order }, index) => ({
        id,
        name: view.text(name),
        color: null,
        order,
        count: counts[index] ?? 0,
      }));
    },
  };
}

/** Elements assigned to one of the users by `assigned_to` alone. */
const assignedToOne = (users: readonly number[]): Filter => ({ assigned_to: { in: users } });
