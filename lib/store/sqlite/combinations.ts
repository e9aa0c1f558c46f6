import type { Combination, CombinationOptions, Filter, Scalar } from '../../contracts/store';
import { combined } from '../combined';
import { parseFilter } from '../filter';
import { decode, identifier, jsonOf, valueOf, type SqlValue } from './expressions';
import { asksElements, compileFilter, fixedPaths, readPaths, type Condition } from './query';
import type { CollectionSchema } from './schema';

/** The table, by the index that holds all that a query reads where there is one. */
export function wideSource(schema: CollectionSchema, filter: Filter, fields: readonly string[], arrays: readonly string[] = []): string {
  const node = parseFilter(filter);
  const fixed = asksElements(schema, node) ? [...fixedPaths(node), 'id'] : fixedPaths(node);
  const index = schema.wideIndex(fixed, [...readPaths(schema, node), ...fields], arrays);
  return index === undefined ? schema.table : `${schema.table} INDEXED BY ${identifier(index)}`;
}

/** Whether an index has the matches in this order, or none is wanted. */
export function hasOrder(schema: CollectionSchema, filter: Filter, [first]: readonly string[]): boolean {
  return first === undefined || first === 'id' || schema.isOrderedBy(fixedPaths(parseFilter(filter)), first);
}

/** The query that counts the documents by the values of several fields. */
export function compileCombinations(schema: CollectionSchema, { fields, arrays, filter = {} }: CombinationOptions): Condition {
  const { sql, values } = compileFilter(schema, filter);
  const keys = [...fields.map(valueOf), ...arrays.map(jsonOf)];
  const selected = keys.map((expression, place) => `${expression} AS k${place}`).join(', ');
  const places = keys.map((_, place) => `k${place}`).join(', ');
  // Apart from the grouping, which would else take the documents along through its sorting.
  const rows = `WITH found AS MATERIALIZED (SELECT ${selected} FROM ${wideSource(schema, filter, fields, arrays)} WHERE ${sql})`;
  return { sql: `${rows} SELECT ${places}, COUNT(*) AS count FROM found GROUP BY ${places}`, values };
}

/** The combinations in the rows of that query. */
export function combinationsOf({ fields, arrays }: CombinationOptions, rows: readonly Record<string, SqlValue>[]): Combination[] {
  return combined(
    rows.map((row) => ({
      values: Object.fromEntries(fields.map((field, place) => [field, decode(row[`k${place}`] ?? null)])),
      arrays: Object.fromEntries(arrays.map((field, place) => [field, elementsOf(row[`k${fields.length + place}`])])),
      count: Number(row['count']),
    })),
  );
}

function elementsOf(text: SqlValue | undefined): Scalar[] {
  const value: unknown = typeof text === 'string' ? JSON.parse(text) : null;
  const elements: unknown[] = Array.isArray(value) ? value : [value];
  return elements.filter((element): element is Scalar => element !== null && typeof element !== 'object');
}
