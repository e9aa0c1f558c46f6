import type { Collection, Filter } from '../../contracts/store';
import type { Document } from '../document';

/**
 * Places of new elements, which come last: the present time. Each is above all that this process has taken before, and hardly
 * ever one that another process takes in the same moment.
 */
export class PlaceClock {
  #last = 0;

  /** @param perMillisecond how finely the places tell the time, 1 or 1000 */
  constructor(private readonly perMillisecond: 1 | 1000) {}

  /** The one that was taken last. */
  get last(): number {
    return this.#last;
  }

  /** Takes consecutive places. @returns the first of them */
  take(count = 1): number {
    const part = this.perMillisecond === 1 ? 0 : Number((process.hrtime.bigint() / 1000n) % 1000n);
    const first = Math.max(Date.now() * this.perMillisecond + part, this.#last + 1);
    this.#last = first + count - 1;
    return first;
  }
}

/** The places that new elements got, in the order in which they are to stand. */
export const inTheirOrder = (places: readonly number[]): number[] => [...places].sort((left, right) => left - right);

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

/** An element of an ordered list. */
export interface Placed {
  id: number;
  place: number;
}

/** The order of a list after some of its elements were moved behind or before an anchor (bulk orders). */
export interface Reordering {
  /** Elements of the cell, by their present place, without the moved ones. */
  others: readonly Placed[];
  moved: readonly number[];
  after: number | null;
  before: number | null;
  /** The place that a new element would get, behind all others. */
  last: number;
}

/** How far apart elements are put that have to move, so that the next ones find room between them. */
const mostRoom = 1024;

/**
 * New places: the moved ones consecutively behind the anchor, before it, or from 1 (userstories.md, Bulk). Those before
 * them stay. Of those behind them only so many move as stand in the way, and these get room for further moves. What shares
 * the place of the anchor comes behind both, so that the moved ones stand at the anchor in whichever way equals are ordered.
 * @returns moved ones first, then all that are behind them
 */
export function reordered({ others: cell, moved, after, before, last }: Reordering): Placed[] {
  const others = beforeItsEquals(cell, after ?? before);
  const index = indexIn(others, after, before);
  const behind = others.slice(index);
  const [following] = behind;
  const floor = others[index - 1]?.place ?? 0;
  const pushed = inTheWay(behind, floor, moved.length, before !== null);
  const first = before !== null && pushed === 0 && following ? following.place - moved.length : floor + 1;
  const start = first + moved.length - 1;
  const end = behind[pushed]?.place ?? Math.max(last, start + pushed + 1);
  const room = Math.min(mostRoom, Math.floor((end - start) / (pushed + 1)));
  return [
    ...moved.map((id, offset) => ({ id, place: first + offset })),
    ...behind.map((one, offset) => (offset < pushed ? { id: one.id, place: start + room * (offset + 1) } : one)),
  ];
}

/** How many have to move: up to the first gap that is wide enough, and an anchor that others share the place of. */
function inTheWay(behind: readonly Placed[], floor: number, moved: number, beginsWithAnchor: boolean): number {
  let pushed = beginsWithAnchor && behind[1] && behind[0]?.place === behind[1].place ? 2 : 0;
  while (pushed < behind.length && (behind[pushed]?.place ?? 0) - floor <= moved + pushed) pushed++;
  return pushed;
}

function beforeItsEquals(others: readonly Placed[], id: number | null): readonly Placed[] {
  const anchor = others.find((one) => one.id === id);
  if (!anchor) return others;
  const from = others.findIndex(({ place }) => place === anchor.place);
  return [...others.slice(0, from), anchor, ...others.slice(from).filter((one) => one !== anchor)];
}

function indexIn(others: readonly Placed[], after: number | null, before: number | null): number {
  const index = others.findIndex(({ id }) => id === (after ?? before));
  return index === -1 ? 0 : index + (after === null ? 0 : 1);
}

/**
 * The same for short lists, whose clients read the places as numbers of the rows (attachments.md): all those behind the
 * moved ones are numbered on.
 */
export function renumbered({ others, moved, after, before }: Omit<Reordering, 'last'>): Placed[] {
  const index = indexIn(others, after, before);
  const first = firstPlace(others[index - 1], others[index], { after, before });
  return [...moved, ...others.slice(index).map(({ id }) => id)].map((id, offset) => ({ id, place: first + offset }));
}

function firstPlace(previous: Placed | undefined, following: Placed | undefined, { after, before }: Pick<Reordering, 'after' | 'before'>) {
  if (after !== null) return (previous?.place ?? 0) + 1;
  return before === null ? 1 : (following?.place ?? 1);
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
