import type { NodeTools } from '../../lib/contracts/node';

/** Numbers of events are taken in blocks: they need to be different, not without gaps. */
const block = 100;
const numbers = new WeakMap<object, { next: number; end: number }>();

/** The integer id of a new event in the timelines. */
export async function nextEvent({ store }: Pick<NodeTools, 'store'>): Promise<number> {
  const known = numbers.get(store);
  if (known && known.next < known.end) return known.next++;
  const first = await store.take('timeline_events', block);
  numbers.set(store, { next: first + 1, end: first + block });
  return first;
}
