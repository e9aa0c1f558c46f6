import type { Collection, Filter } from '../../contracts/store';
import type { Document } from '../document';

/** Where an element goes: `field` becomes `to` within the elements that `group` selects. */
export interface Placement {
  field: string;
  group: Filter;
  id: number;
  /** Its old place in the group; null when it comes from another one. */
  from: number | null;
  to: number;
}

/**
 * Pushes on the others of the group (userstories.md, Places): coming from further behind only those between the new
 * and the old place, else all from the new place on.
 * @returns the new places of the others that moved
 */
export async function makeRoom<D extends Document>(
  collection: Collection<D>,
  { field, group, id, from, to }: Placement,
): Promise<Record<number, number>> {
  const range = from !== null && to < from ? { gte: to, lt: from } : { gte: to };
  const filter: Filter = { and: [group, { [field]: range }, { id: { ne: id } }] };
  const moved = await collection.find({ filter, fields: [field] });
  if (moved.length === 0) return {};
  await collection.updateMany({ id: { in: moved.map((document) => document.id) } }, { inc: { [field]: 1 } });
  return Object.fromEntries(moved.map((document) => [document.id, (document[field] as number) + 1]));
}

/** The order of a list after some of its elements were moved behind or before an anchor (bulk orders). */
export interface Reordering {
  /** Elements of the cell, by their present place, without the moved ones. */
  others: readonly { id: number; place: number }[];
  moved: readonly number[];
  after: number | null;
  before: number | null;
}

/**
 * New places: the moved ones consecutively from 1, behind the anchor's place or at it; those of the cell behind them
 * follow, renumbered consecutively; those before the anchor stay (userstories.md, Bulk).
 * @returns moved ones first, then the renumbered
 */
export function reordered({ others, moved, after, before }: Reordering): { id: number; place: number }[] {
  const anchor = others.find(({ id }) => id === (after ?? before));
  const first = anchor === undefined ? 1 : after === null ? anchor.place : anchor.place + 1;
  const index = anchor === undefined ? 0 : others.indexOf(anchor) + (after === null ? 0 : 1);
  const placed = moved.map((id, offset) => ({ id, place: first + offset }));
  const behind = others.slice(index).map(({ id }, offset) => ({ id, place: first + moved.length + offset }));
  return [...placed, ...behind];
}

/**
 * Places after elements were put at a place one after another, each pushing on the others (userstories.md, Places), as
 * the older bulk bodies ask for it.
 * @param places the present ones of the group; elements that come from elsewhere aren't in it
 */
export function placedInTurn(places: ReadonlyMap<number, number>, wanted: readonly { id: number; order: number }[]): Map<number, number> {
  const result = new Map(places);
  for (const { id, order } of wanted) {
    const from = result.get(id);
    const end = from !== undefined && order < from ? from : Infinity;
    for (const [other, place] of result) if (other !== id && place >= order && place < end) result.set(other, place + 1);
    result.set(id, order);
  }
  return result;
}

/** A `Taiga-Info-…` header under both names that clients know. */
export function infoHeaders(name: string, value: string): Record<string, string> {
  return { [`taiga-info-${name}`]: value, [`service-info-${name}`]: value };
}

/** Reads the header `set-orders`: `{"id": order}`. Anything else counts as none. */
export function setOrdersOf(header: string | null): Record<number, number> {
  if (header === null) return {};
  try {
    const value: unknown = JSON.parse(header);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
    return Object.fromEntries(Object.entries(value).filter(([id, order]) => /^\d+$/.test(id) && Number.isSafeInteger(order))) as Record<
      number,
      number
    >;
  } catch {
    return {};
  }
}
