import { apiError, notFound } from '../../errors';
import type { Requester } from '../../contracts/http';
import type { ProjectContext, SettingKind } from '../../contracts/project-context';
import type { Collection, Combination, Scalar } from '../../contracts/store';
import { anyone, refusal } from '../access';
import type { Resource, RestAction } from '../define';
import type { Document } from '../document';
import { filterOf, selectionOf, type Selection } from '../operations/list';
import { collectionOf } from '../operations/lookup';
import { isListed, memberOf } from '../permissions';
import { ok, type RestRequest } from '../request';
import { byCodePoint } from '../values';
import { View } from '../view';

/** Counts of the elements by a field's value, under all filters of the request but the facet's own. */
export type Counts = ReadonlyMap<Scalar, number>;

/** What the entries of a facet are made of. */
export interface FacetInput {
  request: RestRequest;
  context: ProjectContext;
  /** By each value of the field; an array counts once for each of its values. */
  counts: Counts;
  /** The values that elements have together, and how many elements. */
  combinations: readonly Values[];
  view: View;
}

/** The values of a field in so many elements; none for missing ones. */
interface Values {
  values: readonly Scalar[];
  count: number;
}

/** One list of `filters_data`. */
export interface Facet {
  /** Parameters that this facet leaves out when it counts. */
  parameters: readonly string[];
  field: string;
  /** Whether the field holds an array. */
  isArray?: boolean;
  entries(input: FacetInput): unknown[] | Promise<unknown[]>;
}

/** `GET /{kind}/filters_data?project=` with exact counts under the current filters. */
export function facetsAction<D extends Document>(resource: Resource<D>, facets: Record<string, Facet>): RestAction {
  return {
    name: 'filtersData',
    rest: { method: 'GET', path: `/${resource.path}/filters_data` },
    access: anyone,
    handler: async (request) => {
      const selection = await selectionIn(resource, request);
      const context = selection.context;
      if (!context) throw request.user === null ? refusal(null) : notFound('Project');
      if (!maySeeFacets(context, request.user, resource.listPermission ?? 'view_project')) throw refusal(request.user);
      const view = await View.of(
        request.node,
        request.facts,
        context.members.map(({ user }) => ({ id: user, user })),
        { users: ['user'] },
      );
      const counted = await countedBy(collectionOf(resource, request), selection, Object.values(facets));
      const answers = Object.entries(facets).map(async ([name, facet]) => {
        const combinations = counted.get(facet) ?? [];
        return [name, await facet.entries({ request, context, counts: countsOf(combinations), combinations, view })] as const;
      });
      return ok(Object.fromEntries(await Promise.all(answers)));
    },
  };
}

/** Names of people don't leak: strangers need the viewing permission; a member without it sees all counts as 0. */
function maySeeFacets(context: ProjectContext, user: Requester | null, permission: string): boolean {
  return memberOf(context, user) !== undefined || isListed(context, user, permission);
}

async function selectionIn<D extends Document>(resource: Resource<D>, request: RestRequest): Promise<Selection> {
  if (!request.query.project && !request.query.project__slug) throw request.user === null ? refusal(null) : apiError('NOT_FOUND');
  return selectionOf(resource, request);
}

/** Counts for all facets: one operation for those that count under the same filters. */
async function countedBy<D extends Document>(
  collection: Collection<D>,
  selection: Selection,
  facets: readonly Facet[],
): Promise<Map<Facet, Values[]>> {
  const groups = new Map<string, Facet[]>();
  for (const facet of facets) {
    const leftOut = facet.parameters.filter((name) => selection.conditions.has(name)).join();
    groups.set(leftOut, [...(groups.get(leftOut) ?? []), facet]);
  }
  const counted = await Promise.all([...groups.values()].map((group) => countedTogether(collection, selection, group)));
  return new Map(counted.flat());
}

async function countedTogether<D extends Document>(
  collection: Collection<D>,
  selection: Selection,
  group: readonly Facet[],
): Promise<[Facet, Values[]][]> {
  const filter = filterOf(selection, group[0]?.parameters);
  const fieldsOf = (some: readonly Facet[]) => [...new Set(some.map(({ field }) => field))];
  const arrays = fieldsOf(group.filter(({ isArray }) => isArray));
  const fields = fieldsOf(group.filter(({ isArray }) => !isArray));
  const combinations = await collection.combinations({ fields, arrays, filter });
  return group.map((facet) => [facet, combinations.map((combination) => valuesOf(facet, combination))]);
}

function valuesOf({ field, isArray }: Facet, { values, arrays, count }: Combination): Values {
  if (isArray) return { values: arrays[field] ?? [], count };
  const value = values[field] ?? null;
  return { values: value === null ? [] : [value], count };
}

function countsOf(combinations: readonly Values[]): Counts {
  const counts = new Map<Scalar, number>();
  const add = (value: Scalar, count: number) => counts.set(value, (counts.get(value) ?? 0) + count);
  for (const { values, count } of combinations) {
    if (values.length === 0) add(null, count);
    for (const value of values) add(value, count);
  }
  return counts;
}

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
    isArray: true,
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

/** Facet of roles: elements of which somebody in the field has the role: `{id, name, color: null, order, count}`, each element once. */
export function rolesFacet(field = 'assigned_to', isArray = false): Facet {
  return {
    parameters: own('role'),
    field,
    isArray,
    entries: ({ context, combinations, view }) =>
      context.roles.map(({ id, name, order }) => {
        const users = new Set<Scalar>(context.members.filter(({ role }) => role === id).map(({ user }) => user));
        const held = combinations.filter(({ values }) => values.some((user) => users.has(user)));
        const count = held.reduce((sum, one) => sum + one.count, 0);
        return { id, name: view.text(name), color: null, order, count };
      }),
  };
}
