import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves when a condition holds. @throws when it doesn't for `patience` milliseconds */
export async function until(condition: () => boolean | Promise<boolean>, patience = 20_000): Promise<void> {
  const end = Date.now() + patience;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`Not fulfilled within ${patience} ms: ${condition.toString()}`);
    await sleep(10);
  }
}
