import type { NodeTools } from '../../lib/contracts/node';

/** Numbers of events are taken in blocks: they need to be different, not without gaps. */
const block = 100;
const numbers = new WeakMap<object, { next: number; end: number }>();

/** The integer ids of new events in the timelines, ascending. */
export async function nextEvents({ store }: Pick<NodeTools, 'store'>, count: number): Promise<number[]> {
  const known = numbers.get(store);
  if (known && known.next + count <= known.end) {
    known.next += count;
    return consecutive(known.next - count, count);
  }
  const size = Math.max(count, block);
  const first = await store.take('timeline_events', size);
  // Another call may have taken a block meanwhile: the one with more left is kept.
  const kept = numbers.get(store);
  if (!kept || kept.end - kept.next < size - count) numbers.set(store, { next: first + count, end: first + size });
  return consecutive(first, count);
}

const consecutive = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index);

/** The integer id of a new event in the timelines. */
export async function nextEvent(node: Pick<NodeTools, 'store'>): Promise<number> {
  const [event = 0] = await nextEvents(node, 1);
  return event;
}
