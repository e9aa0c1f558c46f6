import type { Scalar, Update } from '../contracts/store';
import { changePath, isObject, segmentsOf } from './paths';

type Changes<V> = [path: string, value: V][];

/** An update with every part present, `set` of undefined turned into `unset`, and paths checked. */
export interface NormalUpdate {
  set: Changes<unknown>;
  unset: string[];
  inc: Changes<number>;
  push: Changes<readonly unknown[]>;
  addToSet: Changes<readonly unknown[]>;
  pull: Changes<readonly Scalar[]>;
}

/** @throws TypeError when a path can't be one of a field, or the update would change the id. */
export function normalUpdate(update: Update): NormalUpdate {
  const set = Object.entries(update.set ?? {});
  const normal: NormalUpdate = {
    set: set.filter(([, value]) => value !== undefined),
    unset: [...(update.unset ?? []), ...set.filter(([, value]) => value === undefined).map(([path]) => path)],
    inc: Object.entries(update.inc ?? {}),
    push: Object.entries(update.push ?? {}),
    addToSet: Object.entries(update.addToSet ?? {}),
    pull: Object.entries(update.pull ?? {}),
  };
  const paths = [normal.set, normal.inc, normal.push, normal.addToSet, normal.pull].flat().map(([path]) => path);
  for (const path of [...paths, ...normal.unset]) {
    if (segmentsOf(path)[0] === 'id') throw new TypeError('An id never changes');
  }
  return normal;
}

const keyOf = (value: unknown) => (isObject(value) ? value['id'] : value);

function arrayAt(value: unknown, path: string): readonly unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new TypeError(`No array at ${path}`);
  return value;
}

/** The values of which the array holds no equal one yet (scalars, or objects compared by `id`), without repetitions. */
export function missingFrom(array: readonly unknown[], values: readonly unknown[]): unknown[] {
  const keys = new Set(array.map(keyOf));
  return values.filter((value) => !keys.has(keyOf(value)) && keys.add(keyOf(value)));
}

const withMissing = (array: readonly unknown[], values: readonly unknown[]) => [...array, ...missingFrom(array, values)];

function increased(value: unknown, by: number, path: string): number {
  if (value === undefined) return by;
  if (typeof value !== 'number') throw new TypeError(`No number at ${path}`);
  return value + by;
}

/**
 * A copy of the document with the update applied; unchanged parts are shared with the original.
 * @throws TypeError when `inc`, `push`, `addToSet` or `pull` meets a present value of another type, or a dotted path
 * leads through something that is no object.
 */
export function applyUpdate<D extends object>(document: D, update: Update): D {
  const changes = normalUpdate(update);
  let result = document;
  for (const [path, value] of changes.set) result = changePath(result, path, () => value);
  for (const path of changes.unset) result = changePath(result, path, () => undefined);
  for (const [path, by] of changes.inc) result = changePath(result, path, (value) => increased(value, by, path));
  for (const [path, values] of changes.push) result = changePath(result, path, (value) => [...arrayAt(value, path), ...values]);
  for (const [path, values] of changes.addToSet) result = changePath(result, path, (value) => withMissing(arrayAt(value, path), values));
  for (const [path, keys] of changes.pull) {
    const gone = new Set<unknown>(keys);
    result = changePath(result, path, (value) =>
      value === undefined ? undefined : arrayAt(value, path).filter((element) => !gone.has(keyOf(element))),
    );
  }
  return result;
}
