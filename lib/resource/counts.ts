import type { KeyCount } from '../contracts/stats-actions';
import type { Combination } from '../contracts/store';

/** The counts by the ids in one field of combinations, of those that fulfil a condition; null for none. */
export function countsBy(
  combinations: readonly Combination[],
  field: string,
  holds: (combination: Combination) => boolean = () => true,
): KeyCount[] {
  const counts = new Map<number | null, number>();
  for (const combination of combinations.filter(holds)) {
    const value = combination.values[field];
    const key = typeof value === 'number' ? value : null;
    counts.set(key, (counts.get(key) ?? 0) + combination.count);
  }
  return [...counts].map(([key, count]) => ({ key, count }));
}
