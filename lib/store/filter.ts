import type { FieldCondition, Filter, Scalar } from '../contracts/store';
import { getPath, isObject, segmentsOf, valuesAt } from './paths';

/** The one test of one field in a parsed filter. */
export type FieldTest =
  | { kind: 'test'; path: string; operator: 'eq' | 'ne' | 'contains'; value: Scalar }
  | { kind: 'test'; path: string; operator: 'in' | 'nin' | 'containsAny'; value: readonly Scalar[] }
  | { kind: 'test'; path: string; operator: 'lt' | 'lte' | 'gt' | 'gte'; value: string | number }
  | { kind: 'test'; path: string; operator: 'missing'; value: boolean }
  | { kind: 'test'; path: string; operator: 'prefix' | 'containsPrefix' | 'includes'; value: string };

/** A checked filter as a tree, from which each engine makes its own query. */
export type FilterNode = FieldTest | { kind: 'all' | 'any'; nodes: FilterNode[] } | { kind: 'not'; node: FilterNode };

type Operator = FieldTest['operator'];

const isNumber = (value: unknown) => typeof value === 'number' && Number.isFinite(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const isBoolean = (value: unknown) => typeof value === 'boolean';
const isScalar = (value: unknown): value is Scalar => value === null || isText(value) || isBoolean(value) || isNumber(value);
const isScalarList = (value: unknown) => Array.isArray(value) && value.every(isScalar);
const isRangeEnd = (value: unknown) => isText(value) || isNumber(value);

const VALUE_CHECKS: Record<Operator, (value: unknown) => boolean> = {
  eq: isScalar,
  ne: isScalar,
  contains: isScalar,
  in: isScalarList,
  nin: isScalarList,
  containsAny: isScalarList,
  lt: isRangeEnd,
  lte: isRangeEnd,
  gt: isRangeEnd,
  gte: isRangeEnd,
  missing: isBoolean,
  prefix: isText,
  containsPrefix: isText,
  includes: isText,
};

function refuse(path: string, operator: string): never {
  throw new TypeError(`Not a condition: ${operator} of ${path}`);
}

function parseTest(path: string, operator: string, value: unknown): FieldTest {
  if (!Object.hasOwn(VALUE_CHECKS, operator) || !VALUE_CHECKS[operator as Operator](value)) return refuse(path, operator);
  return { kind: 'test', path, operator, value } as FieldTest;
}

function parseField(path: string, condition: unknown): FilterNode {
  segmentsOf(path);
  if (isScalar(condition)) return { kind: 'test', path, operator: 'eq', value: condition };
  if (!isObject(condition)) return refuse(path, typeof condition);
  const nodes = Object.entries(condition)
    .filter(([, value]) => value !== undefined)
    .map(([operator, value]) => parseTest(path, operator, value));
  // A condition whose every value is undefined would match all documents.
  if (nodes.length === 0) return refuse(path, 'nothing');
  return nodes.length === 1 && nodes[0] ? nodes[0] : { kind: 'all', nodes };
}

function parseList(key: string, filters: unknown): FilterNode[] {
  if (!Array.isArray(filters)) return refuse(key, 'no list');
  return filters.map((filter: Filter) => parseFilter(filter));
}

/**
 * Checks a filter and makes a tree of it.
 * @throws TypeError when a path, operator or value isn't of the filter language: a field that is `undefined` is refused
 * instead of matching everything.
 */
export function parseFilter(filter: Filter): FilterNode {
  const nodes = Object.entries(filter).flatMap(([key, value]): FilterNode[] => {
    if (key === 'and') return value === undefined ? [] : parseList(key, value);
    if (key === 'or') return value === undefined ? [] : [{ kind: 'any', nodes: parseList(key, value) }];
    if (key === 'not') return value === undefined ? [] : [{ kind: 'not', node: parseFilter(value as Filter) }];
    return [parseField(key, value)];
  });
  return nodes.length === 1 && nodes[0] ? nodes[0] : { kind: 'all', nodes };
}

/** Order of texts by code point, as the engines sort; negative when `a` comes first. */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left === right) continue;
    // Halves of a surrogate pair stand for code points above all that one unit can hold.
    return byCodePoint(left) - byCodePoint(right);
  }
  return a.length - b.length;
}

const byCodePoint = (unit: number) => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);

function compare(value: unknown, end: string | number): number | null {
  if (typeof value === 'number' && typeof end === 'number') return value - end;
  if (typeof value === 'string' && typeof end === 'string') return compareText(value, end);
  return null;
}

function matchesRange(value: unknown, operator: 'lt' | 'lte' | 'gt' | 'gte', end: string | number): boolean {
  const order = compare(value, end);
  if (order === null) return false;
  if (operator === 'lt') return order < 0;
  if (operator === 'lte') return order <= 0;
  return operator === 'gt' ? order > 0 : order >= 0;
}

function matchesTest(document: object, test: FieldTest): boolean {
  const value = () => getPath(document, test.path) ?? null;
  switch (test.operator) {
    case 'eq':
      return value() === test.value;
    case 'ne':
      return value() !== test.value;
    case 'in':
      return (test.value as readonly unknown[]).includes(value());
    case 'nin':
      return !(test.value as readonly unknown[]).includes(value());
    case 'missing':
      return (value() === null) === test.value;
    case 'contains':
      return valuesAt(document, test.path).includes(test.value);
    case 'containsAny':
      return valuesAt(document, test.path).some((element) => (test.value as readonly unknown[]).includes(element));
    case 'containsPrefix':
      return valuesAt(document, test.path).some((element) => isText(element) && element.startsWith(test.value));
    case 'prefix': {
      const text = value();
      return isText(text) && text.startsWith(test.value);
    }
    case 'includes': {
      const text = value();
      return isText(text) && text.toLowerCase().includes(test.value.toLowerCase());
    }
    default:
      return matchesRange(value(), test.operator, test.value);
  }
}

function matchesNode(document: object, node: FilterNode): boolean {
  if (node.kind === 'test') return matchesTest(document, node);
  if (node.kind === 'not') return !matchesNode(document, node.node);
  return node.kind === 'all'
    ? node.nodes.every((child) => matchesNode(document, child))
    : node.nodes.some((child) => matchesNode(document, child));
}

/** Whether a document fulfils a filter: the meaning of the filter language, which each engine's queries share. */
export function matches(document: object, filter: Filter): boolean {
  return matchesNode(document, parseFilter(filter));
}

/** The id that a filter asks for by equality, so that the document can be had by its key; else undefined. */
export function idOf(filter: Filter): number | string | undefined {
  const condition = filter['id'];
  const id = isObject(condition) ? (condition as FieldCondition).eq : condition;
  return typeof id === 'number' || typeof id === 'string' ? id : undefined;
}
