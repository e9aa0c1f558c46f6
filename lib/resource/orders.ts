import type { Collection, Filter, Sort } from '../contracts/store';
import type { Resource } from './define';
import type { Document } from './document';
import type { ListSource } from './pages';
import type { RestRequest } from './request';
import { View, type References } from './view';

/**
 * An order by something that the document only points to (a status's own order, a person's name). The ids and these
 * fields of all matches are read, ranked in memory, and only the page's documents are fetched: two operations.
 */
export interface RankedOrder<D extends Document> {
  fields: readonly string[];
  references: References;
  /** Ascending; null comes last (userstories.md, Order). */
  rank(row: D, view: View): string | number | null;
}

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
export function rankedOrderOf<D extends Document>(
  resource: Resource<D>,
  text: string | undefined,
): (RankedOrder<D> & { descending: boolean }) | null {
  const wanted = wantedOf(text);
  const order = wanted && orderOf(resource, wanted.name);
  return order && isRanked(order) ? { ...order, descending: wanted.descending } : null;
}

/** Ids of all matches in a ranked order. */
export async function rankedIds<D extends Document>(
  request: RestRequest,
  collection: Collection<D>,
  filter: Filter,
  order: RankedOrder<D> & { descending: boolean },
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
  order: RankedOrder<D> & { descending: boolean },
): ListSource<D> {
  let ids: Promise<number[]> | undefined;
  const all = () => (ids ??= rankedIds(request, collection, filter, order));
  return {
    count: async () => (await all()).length,
    rows: async (offset, limit) => {
      const wanted = (await all()).slice(offset, limit === undefined ? undefined : offset + limit);
      const found = new Map((await collection.findByIds(wanted)).map((document) => [document.id, document]));
      return wanted.flatMap((id) => found.get(id) ?? []);
    },
  };
}

function compareRanks(left: string | number | null, right: string | number | null): number {
  if (left === right) return 0;
  if (left === null) return 1;
  if (right === null) return -1;
  return left < right ? -1 : 1;
}
