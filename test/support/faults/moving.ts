import { setTimeout as pause } from 'node:timers/promises';

/** How long nothing may have moved before what is missing is taken for lost: longer than any pause between attempts. Milliseconds. */
const patience = 300_000;

/** Asks until a count isn't unfinished any more, or hasn't changed for too long. */
export async function whileMoving(ask: () => Promise<number>, isUnfinished: (count: number) => boolean): Promise<void> {
  let last: number | null = null;
  for (let changed = Date.now(); Date.now() - changed < patience;) {
    // A busy store may refuse to answer.
    const count = await ask().catch(() => last);
    if (count !== null && !isUnfinished(count)) return;
    if (count !== last) changed = Date.now();
    last = count;
    await pause(1000);
  }
}
