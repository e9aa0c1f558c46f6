import type { FieldCondition, Filter, FindOptions, RankedKey, Scalar, Sort } from '../../contracts/store';
import { matches } from '../../store/filter';
import type { Resource } from '../define';
import type { Document } from '../document';
import { allOf, conditionsOf, nothing } from '../filters';
import { rankedIds, rankedKeyOf, rankedOrderOf, sortOf } from '../orders';
import { collectionOf } from '../operations/lookup';
import type { RestRequest } from '../request';

/** `{previous, next}` of an element in the list that the request's filters and order give within its project (userstories.md, Neighbors). */
export interface Neighbors {
  previous: NeighborInfo | null;
  next: NeighborInfo | null;
}

interface NeighborInfo {
  id: number;
  ref: number;
  subject: string;
}

type Listed = Document & { project: number };

/** The elements before and behind one in the list that the query names; none when the element is not in it. */
export async function neighborsOf<D extends Listed>(resource: Resource<D>, request: RestRequest, document: D): Promise<Neighbors> {
  const context = await request.context(document.project);
  const conditions = await conditionsOf(resource.filters ?? {}, request.query, { context, request });
  const filter = allOf([{ project: document.project }, ...conditions.values()]);
  if (!matches(document, filter)) return { previous: null, next: null };
  const collection = collectionOf(resource, request);
  const order = rankedOrderOf(resource, request.query.order_by);
  if (order && order.by === undefined)
    return neighborsInRanking(resource, request, document, await rankedIds(request, collection, filter, order));
  const place = order
    ? placeAmong(document, await rankedKeyOf(request, collection, { filter, context }, order))
    : placeIn(resource, document, withId(sortOf(resource, request.query.order_by)));
  const directions = [place.before, place.after].map(({ beyond, ...directed }) => ({
    ...directed,
    filter: allOf([filter, beyond]),
    limit: 1,
  }));
  const { found } = await collection.together(directions, []);
  const [previous, next] = found.map(([one]) => (one ? infoOf(one) : null));
  return { previous: previous ?? null, next: next ?? null };
}

/** A direction to look in from an element: what lies beyond it, nearest first. */
interface Direction extends Pick<FindOptions, 'ranked' | 'sort'> {
  beyond: Filter;
}

interface Place {
  before: Direction;
  after: Direction;
}

/** The project is the same for all. */
function placeIn<D extends Document>(resource: Resource<D>, document: Document, wanted: Sort): Place {
  const sort = wanted.filter((entry) => nameOf(entry) !== 'project');
  const beyond = (directed: Sort) => allOf([notBefore(resource, document, directed), after(document, directed)]);
  const back = sort.map(reversed);
  return { before: { beyond: beyond(back), sort: back }, after: { beyond: beyond(sort), sort } };
}

const nameOf = (entry: string) => (entry.startsWith('-') ? entry.slice(1) : entry);

/**
 * Where the first field begins: follows from {@link after}, and lets the store begin there instead of at the end of the
 * list. Only for fields that are never null.
 */
function notBefore<D extends Document>(resource: Resource<D>, document: Document, [first = 'id']: Sort): Filter {
  const name = nameOf(first);
  const value = document[name];
  const isPresent = name === 'id' || resource.fields[name]?.schema.type === 'integer' || resource.defaultOrder.map(nameOf).includes(name);
  if (!isPresent || (typeof value !== 'number' && typeof value !== 'string')) return {};
  return { [name]: first.startsWith('-') ? { lte: value } : { gte: value } };
}

/** Among equals the newest come first. */
function placeAmong(document: Document, ranked: RankedKey): Place {
  const { field, groups, descending } = ranked;
  const found = groups.findIndex((group) => group.includes((document[field] ?? null) as Scalar));
  const own = found < 0 ? groups.length : found;
  const inGroups: Filter[] = [...groups.map((group): Filter => ({ [field]: { in: group } })), { [field]: { nin: groups.flat() } }];
  const beyond = (others: readonly Filter[], id: Filter): Filter => ({ or: [...others, allOf([inGroups[own] ?? nothing, id])] });
  const [lower, higher] = [inGroups.slice(0, own), inGroups.slice(own + 1)];
  return {
    before: {
      beyond: beyond(descending ? higher : lower, { id: { gt: document.id } }),
      ranked: { ...ranked, descending: !descending },
      sort: ['id'],
    },
    after: { beyond: beyond(descending ? lower : higher, { id: { lt: document.id } }), ranked, sort: ['-id'] },
  };
}

const withId = (sort: Sort): Sort => (sort.some((field) => field === 'id' || field === '-id') ? sort : [...sort, 'id']);
const reversed = (field: string) => (field.startsWith('-') ? field.slice(1) : `-${field}`);

async function neighborsInRanking<D extends Listed>(
  resource: Resource<D>,
  request: RestRequest,
  document: D,
  ids: readonly number[],
): Promise<Neighbors> {
  const place = ids.indexOf(document.id);
  const wanted = [ids[place - 1], ids[place + 1]];
  const found = new Map(
    (await collectionOf(resource, request).findByIds(wanted.filter((id) => id !== undefined))).map((one) => [one.id, infoOf(one)]),
  );
  const [previous, next] = wanted.map((id) => (id === undefined ? null : (found.get(id) ?? null)));
  return { previous: previous ?? null, next: next ?? null };
}

const infoOf = (document: Document): NeighborInfo => ({
  id: document.id,
  ref: document.ref as number,
  subject: document.subject as string,
});

/** What comes after the document in this order: later in the first field, or equal there and later in the next, … */
function after(document: Document, sort: Sort): Filter {
  const alternatives: Filter[] = [];
  const equal: Record<string, FieldCondition | string | number | boolean | null> = {};
  for (const entry of sort) {
    const descending = entry.startsWith('-');
    const field = descending ? entry.slice(1) : entry;
    const value = (document[field] ?? null) as string | number | boolean | null;
    const later = laterThan(field, typeof value === 'boolean' ? Number(value) : value, descending);
    if (later) alternatives.push({ ...equal, ...later });
    equal[field] = value;
  }
  return { or: alternatives };
}

/** Nulls come first ascending, last descending. */
function laterThan(field: string, value: string | number | null, descending: boolean): Filter | null {
  if (descending) return value === null ? null : { or: [{ [field]: { lt: value } }, { [field]: { missing: true } }] };
  return { [field]: value === null ? { missing: false } : { gt: value } };
}
