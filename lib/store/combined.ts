import type { Combination } from '../contracts/store';

/** Joins equal combinations: a field that is missing, null or an empty array is told apart by engines alone. */
export function combined(combinations: readonly Combination[]): Combination[] {
  const joined = new Map<string, Combination>();
  for (const one of combinations) {
    const key = JSON.stringify([one.values, one.arrays, one.objects]);
    const known = joined.get(key);
    if (known) known.count += one.count;
    else joined.set(key, { ...one });
  }
  return [...joined.values()];
}
