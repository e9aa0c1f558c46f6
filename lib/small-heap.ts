import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** By how many per cent the heap may grow before garbage is collected; 0 leaves it to V8. */
const smallGrowth = 30;

/** Work that has ended by then was no long one. Milliseconds. */
const patience = 1_000;

let longWorks = 0;

/**
 * Does work that may take long and leaves much garbage and little else. While it does, all of the process makes do with
 * less memory, for somewhat more time: V8 alone lets garbage grow to several times what is alive where the machine has room.
 * @throws what the work throws
 */
export async function withSmallHeap<Result>(work: () => Promise<Result>): Promise<Result> {
  let isLong = false;
  const timer = setTimeout(() => {
    isLong = true;
    begin();
  }, patience);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
    if (isLong) end();
  }
}

function begin(): void {
  longWorks += 1;
  if (longWorks > 1) return;
  setGrowth(smallGrowth);
  // How far the heap may grow is decided at the end of a collection; the next one could be far off.
  collect();
}

function end(): void {
  longWorks -= 1;
  if (longWorks === 0) setGrowth(0);
}

function setGrowth(percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${percent}`);
}

function collect(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  setFlagsFromString('--no-expose-gc');
}
