import type { Combination, CombinationOptions, Filter, FindOptions, Scalar } from '../../contracts/store';
import { combined } from '../combined';
import { parseFilter } from '../filter';
import { isObject } from '../paths';
import { decode, identifier, jsonOf, valueOf, type SqlValue } from './expressions';
import { asksElements, asksIds, compileFilter, fixedPaths, orderPaths, readPaths, type Condition } from './query';
import type { CollectionSchema } from './schema';

/** The table, by the index that holds all that a query reads where there is one. */
export function wideSource(schema: CollectionSchema, filter: Filter, fields: readonly string[], arrays: readonly string[] = []): string {
  const node = parseFilter(filter);
  const fixed = asksElements(schema, node) ? [...fixedPaths(node), 'id'] : fixedPaths(node);
  const index = schema.wideIndex(fixed, [...readPaths(schema, node), ...fields], arrays);
  return index === undefined ? schema.table : `${schema.table} INDEXED BY ${identifier(index)}`;
}

/**
 * Whether no order is wanted, or an index has the matches in it and holds what they are filtered by, so that they are found
 * without reading the documents that aren't among them.
 */
export function hasOrder(schema: CollectionSchema, filter: Filter, [first]: readonly string[]): boolean {
  const node = parseFilter(filter);
  return first === undefined || first === 'id' || schema.isOrderedBy(fixedPaths(node), first, readPaths(schema, node));
}

/**
 * The index from which a find for some fields alone is answered without reading documents: one that begins with all that
 * the matches are filtered by, so that no other would find fewer. None where there isn't one, or where ids name the matches.
 */
export function coveringIndex(schema: CollectionSchema, { filter = {}, ranked, sort, fields = [] }: FindOptions): string | undefined {
  const node = parseFilter(filter);
  if (asksIds(node) || asksElements(schema, node)) return undefined;
  const filtered = new Set(readPaths(schema, node).filter((path) => path !== 'id'));
  return schema.coveringIndex(filtered, [...orderPaths({ ranked, sort }, filter), ...fields]);
}

/** The query that counts the documents by the values of several fields. */
export function compileCombinations(
  schema: CollectionSchema,
  { fields, arrays, objects = [], filter = {} }: CombinationOptions,
): Condition {
  const { sql, values } = compileFilter(schema, filter);
  const wholes = [...arrays, ...objects];
  const keys = [...fields.map(valueOf), ...wholes.map(jsonOf)];
  const selected = keys.map((expression, place) => `${expression} AS k${place}`).join(', ');
  const places = keys.map((_, place) => `k${place}`).join(', ');
  // Apart from the grouping, which would else take the documents along through its sorting.
  const rows = `WITH found AS MATERIALIZED (SELECT ${selected} FROM ${wideSource(schema, filter, fields, wholes)} WHERE ${sql})`;
  return { sql: `${rows} SELECT ${places}, COUNT(*) AS count FROM found GROUP BY ${places}`, values };
}

/** The combinations in the rows of that query. */
export function combinationsOf(
  { fields, arrays, objects = [] }: CombinationOptions,
  rows: readonly Record<string, SqlValue>[],
): Combination[] {
  return combined(
    rows.map((row) => ({
      values: Object.fromEntries(fields.map((field, place) => [field, decode(row[`k${place}`] ?? null)])),
      arrays: Object.fromEntries(arrays.map((field, place) => [field, elementsOf(row[`k${fields.length + place}`])])),
      objects: Object.fromEntries(objects.map((field, place) => [field, objectOf(row[`k${fields.length + arrays.length + place}`])])),
      count: Number(row['count']),
    })),
  );
}

function objectOf(text: SqlValue | undefined): Record<string, unknown> {
  const value: unknown = typeof text === 'string' ? JSON.parse(text) : null;
  return isObject(value) ? value : {};
}

function elementsOf(text: SqlValue | undefined): Scalar[] {
  const value: unknown = typeof text === 'string' ? JSON.parse(text) : null;
  const elements: unknown[] = Array.isArray(value) ? value : [value];
  return elements.filter((element): element is Scalar => element !== null && typeof element !== 'object');
}
