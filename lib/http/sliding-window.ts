/** At most `limit` in any `seconds`. */
export interface WindowRate {
  limit: number;
  seconds: number;
}

/** When something happened (milliseconds) and how often. */
export type Hit = readonly [time: number, count: number];

/** The hits of one subject, one list for each of its rates, oldest first. */
export type Windows = readonly (readonly Hit[])[];

/** Whether there is room for a request. */
export interface WindowDecision {
  /** 0 when there is room, else milliseconds until there will be. */
  wait: number;
  /** What to keep: with the new hits when there was room, without those that have left the window. */
  windows: Windows;
}

/** Above this many hits in a window, neighbouring ones are counted together, so that a window stays small. */
const finest = 100;

/**
 * Decides whether `count` more hits fit into sliding windows (conventions.md §12): N accepted ones within the last
 * period close it until the oldest leaves it. All rates must have room; refused hits don't count. With count 0 it only
 * asks whether one more would fit.
 */
export function slide(windows: Windows, rates: readonly WindowRate[], now: number, count: number): WindowDecision {
  const current = rates.map((rate, index) => (windows[index] ?? []).filter(([time]) => time > now - rate.seconds * 1000));
  const waits = rates.map((rate, index) => waitFor(current[index] ?? [], rate, now, Math.max(count, 1)));
  const wait = Math.max(0, ...waits);
  if (wait > 0 || count === 0) return { wait, windows: current };
  return { wait, windows: rates.map((rate, index) => withHit(current[index] ?? [], rate, now, count)) };
}

/** As {@link slide}, but adds the hits whether or not there is room: for what has happened already. */
export function record(windows: Windows, rates: readonly WindowRate[], now: number, count: number): Windows {
  const { windows: current } = slide(windows, rates, now, 0);
  return rates.map((rate, index) => withHit(current[index] ?? [], rate, now, count));
}

function waitFor(hits: readonly Hit[], rate: WindowRate, now: number, count: number): number {
  let excess = hits.reduce((sum, [, times]) => sum + times, 0) + count - rate.limit;
  if (excess <= 0) return 0;
  for (const [time, times] of hits) {
    excess -= times;
    if (excess <= 0) return time + rate.seconds * 1000 - now;
  }
  return rate.seconds * 1000;
}

function withHit(hits: readonly Hit[], rate: WindowRate, now: number, count: number): Hit[] {
  const step = rate.limit > finest ? Math.ceil((rate.seconds * 1000) / finest) : 1;
  const time = Math.ceil(now / step) * step;
  const last = hits.at(-1);
  return last?.[0] === time ? [...hits.slice(0, -1), [time, last[1] + count]] : [...hits, [time, count]];
}
