import type { Sort } from '../contracts/store';
import { segmentsOf } from './paths';

/** One key of an order. */
export interface SortKey {
  path: string;
  descending: boolean;
}

/**
 * The keys of a sort, with the id as the last one (in the direction of the key before), so that equal documents never
 * change places between pages. No keys without a sort. @throws TypeError for a wrong path.
 */
export function sortKeys(sort: Sort = []): SortKey[] {
  const keys = sort.map((key) => (key.startsWith('-') ? { path: key.slice(1), descending: true } : { path: key, descending: false }));
  keys.forEach(({ path }) => segmentsOf(path));
  const last = keys.at(-1);
  if (last && keys.every(({ path }) => path !== 'id')) keys.push({ path: 'id', descending: last.descending });
  return keys;
}
