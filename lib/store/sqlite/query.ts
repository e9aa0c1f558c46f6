import type { Filter, FindOptions, RankedKey, Scalar } from '../../contracts/store';
import { parseFilter, type FieldTest, type FilterNode } from '../filter';
import { segmentsOf } from '../paths';
import { sortKeys } from '../sort';
import { encode, encodeLiteral, jsonPath, valueOf, type SqlValue } from './expressions';
import type { CollectionSchema } from './schema';

/** An SQL condition and the values for its question marks, in order. */
export interface Condition {
  sql: string;
  values: SqlValue[];
}

const TRUE: Condition = { sql: '1', values: [] };
const FALSE: Condition = { sql: '0', values: [] };

const MOST_PLACEHOLDERS = 1_024;

function join(conditions: Condition[], operator: 'AND' | 'OR'): Condition {
  const only = conditions[0];
  if (conditions.length === 1 && only) return only;
  return {
    sql: conditions.map(({ sql }) => `(${sql})`).join(` ${operator} `),
    values: conditions.flatMap(({ values }) => values),
  };
}

/** `expression IN (…)`. Lists are filled up to powers of two, so that few different statements are prepared. */
function inList(expression: string, list: readonly Scalar[]): Condition {
  const values = list.filter((value) => value !== null).map(encode);
  const last = values.at(-1);
  if (last === undefined) return FALSE;
  if (values.length > MOST_PLACEHOLDERS && values.every((value) => !(value instanceof Uint8Array))) {
    return { sql: `${expression} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(values)] };
  }
  let size = 1;
  while (size < values.length) size *= 2;
  const filled = [...values, ...Array<SqlValue>(size - values.length).fill(last)];
  return { sql: `${expression} IN (${filled.map(() => '?').join(',')})`, values: filled };
}

function oneOf(expression: string, list: readonly Scalar[]): Condition {
  const some = inList(expression, list);
  if (!list.includes(null)) return some;
  return join([some, { sql: `${expression} IS NULL`, values: [] }], 'OR');
}

function noneOf(expression: string, list: readonly Scalar[]): Condition {
  const some = inList(expression, list);
  const none = { sql: `(${some.sql}) IS NOT TRUE`, values: some.values };
  return list.includes(null) ? join([none, { sql: `${expression} IS NOT NULL`, values: [] }], 'AND') : none;
}

const RANGE_OPERATORS = { lt: '<', lte: '<=', gt: '>', gte: '>=' } as const;

/** Ranges stay within the type of their end: SQLite would sort every text above every number. */
function range(expression: string, operator: keyof typeof RANGE_OPERATORS, end: string | number): Condition {
  const sql = `${expression} ${RANGE_OPERATORS[operator]} ?`;
  const below = operator === 'lt' || operator === 'lte';
  if (typeof end === 'number') return { sql: below ? sql : `${sql} AND ${expression} < ''`, values: [end] };
  return { sql: `${sql} AND ${expression} ${below ? ">= ''" : "< x''"}`, values: [end] };
}

function beginsWith(expression: string, prefix: string): Condition {
  // The highest code point there is: everything that begins with the prefix sorts below.
  return { sql: `${expression} >= ? AND ${expression} < ?`, values: [prefix, `${prefix}\u{10FFFF}`] };
}

/** A condition on the elements of an array that no index covers. */
function unindexedElement(path: string, condition: (expression: string) => Condition): Condition {
  const value = (at: string) => `CASE ${at}type WHEN 'true' THEN x'01' WHEN 'false' THEN x'00' ELSE ${at}atom END`;
  const direct = condition(value('e.'));
  const elements = { sql: `EXISTS (SELECT 1 FROM json_each(doc, ${jsonPath(path)}) e WHERE ${direct.sql})`, values: direct.values };
  const segments = segmentsOf(path);
  const last = segments.at(-1);
  if (segments.length === 1 || last === undefined) return elements;
  const parent = jsonPath(segments.slice(0, -1).join('.'));
  const inner = condition(value('v.'));
  const members = {
    sql:
      `json_type(doc, ${parent}) = 'array' AND EXISTS (SELECT 1 FROM json_each(doc, ${parent}) e, ` +
      `json_each(CASE e.type WHEN 'object' THEN e.value ELSE '{}' END, ${jsonPath(last)}) v WHERE ${inner.sql})`,
    values: inner.values,
  };
  return join([elements, members], 'OR');
}

function element(schema: CollectionSchema, path: string, condition: (expression: string) => Condition): Condition {
  const table = schema.multiTable(path);
  if (table === undefined) return unindexedElement(path, condition);
  const { sql, values } = condition('value');
  return { sql: `id IN (SELECT id FROM ${table} WHERE ${sql})`, values };
}

function equals(schema: CollectionSchema, path: string, value: Scalar): Condition {
  const expression = valueOf(path);
  if (value === null) return { sql: `${expression} IS NULL`, values: [] };
  // The planner takes a partial index only when the query states its condition literally.
  if (schema.isPartialCondition(path, value)) return { sql: `${expression} = ${encodeLiteral(value)}`, values: [] };
  return { sql: `${expression} = ?`, values: [encode(value)] };
}

function compileTest(schema: CollectionSchema, test: FieldTest): Condition {
  const expression = valueOf(test.path);
  switch (test.operator) {
    case 'eq':
      return equals(schema, test.path, test.value);
    case 'ne':
      return { sql: `${expression} IS NOT ?`, values: [encode(test.value)] };
    case 'in':
      return oneOf(expression, test.value);
    case 'nin':
      return noneOf(expression, test.value);
    case 'missing':
      return { sql: `${expression} IS ${test.value ? '' : 'NOT '}NULL`, values: [] };
    case 'contains':
      return element(schema, test.path, (value) => inList(value, [test.value]));
    case 'containsAny':
      return element(schema, test.path, (value) => inList(value, test.value));
    case 'containsPrefix':
      return element(schema, test.path, (value) => beginsWith(value, test.value));
    case 'prefix':
      return beginsWith(expression, test.value);
    case 'includes':
      return { sql: `instr(larch_lower(${expression}), ?) > 0`, values: [test.value.toLowerCase()] };
    default:
      return range(expression, test.operator, test.value);
  }
}

function compileNode(schema: CollectionSchema, node: FilterNode): Condition {
  if (node.kind === 'test') return compileTest(schema, node);
  if (node.kind === 'not') {
    const { sql, values } = compileNode(schema, node.node);
    return { sql: `(${sql}) IS NOT TRUE`, values };
  }
  if (node.nodes.length === 0) return node.kind === 'all' ? TRUE : FALSE;
  return join(
    node.nodes.map((child) => compileNode(schema, child)),
    node.kind === 'all' ? 'AND' : 'OR',
  );
}

/** The SQL condition of a filter over the table of a collection. @throws TypeError for a wrong filter. */
export function compileFilter(schema: CollectionSchema, filter: Filter = {}): Condition {
  return compileNode(schema, parseFilter(filter));
}

/** The fields whose values a filter looks at; those that only a side table is asked for aren't. */
export function readPaths(schema: CollectionSchema, node: FilterNode): string[] {
  if (node.kind === 'not') return readPaths(schema, node.node);
  if (node.kind !== 'test') return node.nodes.flatMap((child) => readPaths(schema, child));
  const ofElements = node.operator === 'contains' || node.operator === 'containsAny' || node.operator === 'containsPrefix';
  return ofElements && schema.multiTable(node.path) !== undefined ? [] : [node.path];
}

/** Whether a filter takes its documents from a side table: those that hold some values in an array. */
export function asksElements(schema: CollectionSchema, node: FilterNode): boolean {
  if (node.kind === 'all') return node.nodes.some((child) => asksElements(schema, child));
  return (
    node.kind === 'test' && (node.operator === 'contains' || node.operator === 'containsAny') && schema.multiTable(node.path) !== undefined
  );
}

/** Whether a filter names the ids of documents, other than to leave some out. */
export function asksIds(node: FilterNode): boolean {
  if (node.kind === 'not') return asksIds(node.node);
  if (node.kind !== 'test') return node.nodes.some(asksIds);
  return node.path === 'id' && node.operator !== 'ne' && node.operator !== 'nin';
}

/** The fields that have one and the same value in all documents of a filter. */
export function fixedPaths(node: FilterNode): string[] {
  if (node.kind === 'all') return node.nodes.flatMap(fixedPaths);
  return node.kind === 'test' && node.operator === 'eq' ? [node.path] : [];
}

type Order = Pick<FindOptions, 'ranked' | 'sort'>;

/**
 * `ORDER BY …`, or nothing without keys. Keys that the filter fixes are left out, as with them the planner sorts what an
 * index has in order.
 */
export function orderBy({ ranked, sort }: Order, filter: Filter = {}): Condition {
  const fixed = new Set(fixedPaths(parseFilter(filter)));
  const keys = sortKeys(sort)
    .filter(({ path }) => !fixed.has(path))
    .map(({ path, descending }) => `${valueOf(path)}${direction(descending)}`);
  const first = ranked && rankOf(ranked);
  const all = first ? [first.sql, ...keys] : keys;
  return { sql: all.length === 0 ? '' : ` ORDER BY ${all.join(', ')}`, values: first?.values ?? [] };
}

const direction = (descending: boolean) => (descending ? ' DESC' : '');

/** The place of a value among the groups of a ranked order. */
function rankOf({ field, groups, descending }: RankedKey): Condition | null {
  if (groups.length === 0) return null;
  const cases = groups.map((group) => oneOf(valueOf(field), group));
  const branches = cases.map(({ sql }, place) => `WHEN ${sql} THEN ${place}`);
  const sql = `CASE ${branches.join(' ')} ELSE ${groups.length} END${direction(descending)}`;
  return { sql, values: cases.flatMap(({ values }) => values) };
}

/** The fields that an order looks at, from the first, without those that the filter fixes. */
export function orderPaths({ ranked, sort }: Order, filter: Filter): string[] {
  const fixed = new Set(fixedPaths(parseFilter(filter)));
  const keys = sortKeys(sort).filter(({ path }) => !fixed.has(path));
  return [...(ranked ? [ranked.field] : []), ...keys.map(({ path }) => path)];
}
