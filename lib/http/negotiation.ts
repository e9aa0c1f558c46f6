import { parseQualityList } from './quality-list';

/**
 * Remembers a function of one header: clients send few different ones. Forgets everything at `capacity`, so that
 * made-up headers can't fill the memory.
 */
export function memoizeHeader<T>(compute: (header: string) => T, capacity = 500): (header: string) => T {
  const known = new Map<string, T>();
  return (header) => {
    const hit = known.get(header);
    if (hit !== undefined) return hit;
    if (known.size >= capacity) known.clear();
    const value = compute(header);
    known.set(header, value);
    return value;
  };
}

/** @returns whether an `Accept` header allows `application/json`; the most specific range decides (conventions.md §1). */
export function acceptsJson(header: string): boolean {
  const items = parseQualityList(header);
  if (items.length === 0) return true;
  for (const range of ['application/json', 'application/*', '*/*']) {
    const item = items.find(({ value }) => value === range);
    if (item) return item.quality > 0;
  }
  return false;
}
