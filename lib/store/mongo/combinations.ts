import type { Document } from 'mongodb';
import type { Combination, CombinationOptions } from '../../contracts/store';
import { combined } from '../combined';
import { isObject, segmentsOf } from '../paths';
import { compileFilter, fieldName, isScalar } from './query';

/** What the aggregation gives: the values of the fields by their places. */
export interface CombinationRow {
  _id: Record<string, unknown>;
  count: number;
}

/** The aggregation that counts the documents by the values of several fields. */
export function combinationStages({ fields, arrays, objects = [], filter }: CombinationOptions): Document[] {
  const keys = [...fields, ...arrays, ...objects].map((path, place): [string, string] => [
    `k${place}`,
    `$${fieldName(segmentsOf(path).join('.'))}`,
  ]);
  return [{ $match: compileFilter(filter) }, { $group: { _id: Object.fromEntries(keys), count: { $sum: 1 } } }];
}

/** The combinations in its rows. */
export function combinationsOf({ fields, arrays, objects = [] }: CombinationOptions, rows: readonly CombinationRow[]): Combination[] {
  return combined(
    rows.map(({ _id, count }) => ({
      values: Object.fromEntries(fields.map((field, place) => [field, singleOf(_id[`k${place}`])])),
      arrays: Object.fromEntries(arrays.map((field, place) => [field, [_id[`k${fields.length + place}`]].flat().filter(isScalar)])),
      objects: Object.fromEntries(objects.map((field, place) => [field, objectOf(_id[`k${fields.length + arrays.length + place}`])])),
      count,
    })),
  );
}

const objectOf = (value: unknown) => (isObject(value) ? value : {});
const singleOf = (value: unknown) => (isScalar(value) ? value : null);
