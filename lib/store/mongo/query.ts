import type { Document, Filter as MongoFilter, Sort as MongoSort } from 'mongodb';
import type { Filter, IndexDeclaration, Scalar, Sort } from '../../contracts/store';
import { parseFilter, type FieldTest, type FilterNode } from '../filter';
import { sortKeys } from '../sort';

/** A document as MongoDB keeps it. */
export interface MongoRecord {
  _id: number | string;
  [field: string]: unknown;
}

/** The name of a field in MongoDB, where the id is `_id`. */
export function fieldName(path: string): string {
  return path === 'id' ? '_id' : path;
}

function pattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/#\s-]/g, '\\$&').replaceAll('\0', '\\x00');
}

function present(values: readonly Scalar[]): Scalar[] {
  return values.filter((value) => value !== null);
}

function conditionOf(test: FieldTest): Document {
  switch (test.operator) {
    case 'missing':
      return test.value ? { $eq: null } : { $ne: null };
    case 'contains':
      return { $in: present([test.value]) };
    case 'containsAny':
      return { $in: present(test.value) };
    case 'prefix':
    case 'containsPrefix':
      return { $regex: `^${pattern(test.value)}` };
    case 'includes':
      return { $regex: pattern(test.value), $options: 'i' };
    default:
      return { [`$${test.operator}`]: test.value };
  }
}

function compileNode(node: FilterNode): Document {
  if (node.kind === 'test') return { [fieldName(node.path)]: conditionOf(node) };
  if (node.kind === 'not') return { $nor: [compileNode(node.node)] };
  if (node.nodes.length === 0) return node.kind === 'all' ? {} : { $nor: [{}] };
  return { [node.kind === 'all' ? '$and' : '$or']: node.nodes.map(compileNode) };
}

/** The query of a filter. @throws TypeError for a wrong filter. */
export function compileFilter(filter: Filter = {}): MongoFilter<MongoRecord> {
  return compileNode(parseFilter(filter)) as MongoFilter<MongoRecord>;
}

/** The order of a sort, with the id as the last key. */
export function compileSort(sort: Sort | undefined): MongoSort {
  return sortKeys(sort).map(({ path, descending }): [string, 1 | -1] => [fieldName(path), descending ? -1 : 1]);
}

/** The projection on some top-level fields; the id always comes along. */
export function compileFields(fields: readonly string[] | undefined): Document | undefined {
  return fields && Object.fromEntries(['_id', ...fields.filter((field) => field !== 'id')].map((field) => [field, 1]));
}

const SCALAR_TYPES = { $type: ['number', 'string', 'bool'] };

/**
 * The condition of an index: its `where`, and for a unique one that no field is null or missing, as several documents
 * without a value don't clash. Only operators that MongoDB allows for partial indexes.
 */
export function partialFilter(index: IndexDeclaration): Document | undefined {
  const conditions = Object.entries(index.where ?? {}).map(([path, condition]): [string, Document] => {
    const test = parseFilter({ [path]: condition });
    if (test.kind !== 'test' || (test.operator !== 'eq' && test.operator !== 'missing')) {
      throw new TypeError(`Not a condition of a partial index: ${path}`);
    }
    return [fieldName(path), test.operator === 'missing' && !test.value ? SCALAR_TYPES : conditionOf(test)];
  });
  const existing = index.unique ? index.fields.map((path): [string, Document] => [fieldName(path), SCALAR_TYPES]) : [];
  const all = [...existing, ...conditions];
  return all.length > 0 ? Object.fromEntries(all) : undefined;
}
