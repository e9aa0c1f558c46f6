import type { Collection, Filter, RankedKey, Scalar, Sort } from '../contracts/store';
import type { ProjectContext } from '../contracts/project-context';
import type { RankedOrder, Resource } from './define';
import type { Document } from './document';
import type { ListSource } from './pages';
import type { RestRequest } from './request';
import { View } from './view';

const isRanked = <D extends Document>(order: Sort | RankedOrder<D>): order is RankedOrder<D> => 'rank' in order;

function wantedOf(wanted: string | undefined): { name: string; descending: boolean } | null {
  if (wanted === undefined) return null;
  return wanted.startsWith('-') ? { name: wanted.slice(1), descending: true } : { name: wanted, descending: false };
}

function orderOf<D extends Document>(resource: Resource<D>, name: string): Sort | RankedOrder<D> | undefined {
  return Object.hasOwn(resource.orderBy ?? {}, name) ? resource.orderBy?.[name] : undefined;
}

/** The order of a list: one declared field, `-` for descending, ties by descending id; anything else is ignored (conventions.md §4). */
export function sortOf<D extends Document>(resource: Resource<D>, text: string | undefined): Sort {
  const wanted = wantedOf(text);
  const order = wanted && orderOf(resource, wanted.name);
  if (!order || isRanked(order)) return resource.defaultOrder;
  return [...(wanted.descending ? order.map(reversed) : order), '-id'];
}

const reversed = (field: string) => (field.startsWith('-') ? field.slice(1) : `-${field}`);

/** The wanted order when it ranks in memory. */
export function rankedOrderOf<D extends Document>(resource: Resource<D>, text: string | undefined): Directed<D> | null {
  const wanted = wantedOf(text);
  const order = wanted && orderOf(resource, wanted.name);
  return order && isRanked(order) ? { ...order, descending: wanted.descending } : null;
}

type Directed<D extends Document> = RankedOrder<D> & { descending: boolean };

/**
 * The values of the field that decides, in the order of their ranks: all that the project of the list has, else those that
 * occur in the matches.
 */
export async function rankedKeyOf<D extends Document>(
  request: RestRequest,
  collection: Collection<D>,
  { filter, context }: { filter: Filter; context: ProjectContext | null },
  { by = '', valuesIn, fields, references, rank, descending }: Directed<D>,
): Promise<RankedKey> {
  if (context && valuesIn) return { field: by, groups: valuesIn(context).map((value) => [value]), descending };
  const combinations = await collection.combinations({ fields, arrays: [], filter });
  // Not documents, but all of them that a rank looks at.
  const rows = combinations.map(({ values }, id) => ({ id, ...values }) as unknown as D);
  const view = await View.of(request.node, request.facts, rows, references);
  const ranked = rows
    .map((row) => ({ value: (row as Record<string, unknown>)[by] as Scalar, rank: rank(row, view) }))
    .sort((left, right) => compareRanks(left.rank, right.rank));
  const groups: Scalar[][] = [];
  ranked.forEach(({ value, rank: place }, index) => {
    if (index > 0 && ranked[index - 1]?.rank === place) groups.at(-1)?.push(value);
    else groups.push([value]);
  });
  return { field: by, groups, descending };
}

/** Ids of all matches in a ranked order. */
export async function rankedIds<D extends Document>(
  request: RestRequest,
  collection: Collection<D>,
  filter: Filter,
  order: Directed<D>,
): Promise<number[]> {
  const rows = await collection.find({ filter, fields: order.fields });
  const view = await View.of(request.node, request.facts, rows, order.references);
  const direction = order.descending ? -1 : 1;
  return rows
    .map((row) => ({ id: row.id, rank: order.rank(row, view) }))
    .sort((left, right) => direction * compareRanks(left.rank, right.rank) || right.id - left.id)
    .map(({ id }) => id);
}

/** A list source over {@link rankedIds}. */
export function rankedSource<D extends Document>(
  request: RestRequest,
  collection: Collection<D>,
  filter: Filter,
  order: Directed<D>,
): ListSource<D> {
  let ids: Promise<number[]> | undefined;
  const all = () => (ids ??= rankedIds(request, collection, filter, order));
  const rows = async (offset: number, limit: number | undefined) => {
    const wanted = (await all()).slice(offset, limit === undefined ? undefined : offset + limit);
    const found = new Map((await collection.findByIds(wanted)).map((document) => [document.id, document]));
    return wanted.flatMap((id) => found.get(id) ?? []);
  };
  return {
    rows,
    count: async () => (await all()).length,
    page: async (offset, limit) => ({ rows: await rows(offset, limit), total: (await all()).length }),
  };
}

function compareRanks(left: string | number | null, right: string | number | null): number {
  if (left === right) return 0;
  if (left === null) return 1;
  if (right === null) return -1;
  return left < right ? -1 : 1;
}
