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

/** Whether a value is a single one, other than null. */
export const isScalar = (value: unknown): value is NonNullable<Scalar> => ['string', 'number', 'boolean'].includes(typeof value);

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

const isOperator = (key: string) => key.startsWith('$');

/** `{ a: 1 }` for `{ a: { $eq: 1 } }`, the form that every server knows a way of its own for. */
function plain(condition: Document): unknown {
  return Object.keys(condition).length === 1 && '$eq' in condition ? condition.$eq : condition;
}

/**
 * A conjunction as one document, each field once, as far as no operator is wanted twice; a query planner reads that
 * better than a list of conditions.
 */
class Conjunction {
  readonly #fields = new Map<string, Document>();
  readonly #others: Document[] = [];

  add(part: Document): void {
    for (const [key, value] of Object.entries(part)) {
      if (key === '$and') this.#others.push(...(value as Document[]));
      else if (isOperator(key)) this.#others.push({ [key]: value });
      else this.#addTest(key, value as Document);
    }
  }

  get query(): Document {
    const fields = Object.fromEntries(this.#fields);
    const [only = {}, ...more] = this.#others;
    if (more.length === 0 && Object.keys(only).every(isOperator)) return { ...fields, ...only };
    return { ...fields, $and: this.#others };
  }

  #addTest(path: string, condition: Document): void {
    const present = this.#fields.get(path) ?? {};
    if (Object.keys(condition).some((operator) => operator in present)) this.#others.push({ [path]: condition });
    else this.#fields.set(path, { ...present, ...condition });
  }
}

function compileAll(nodes: readonly FilterNode[]): Document {
  const conjunction = new Conjunction();
  for (const node of nodes) conjunction.add(compileNode(node));
  return conjunction.query;
}

function compileNode(node: FilterNode): Document {
  if (node.kind === 'test') return { [fieldName(node.path)]: conditionOf(node) };
  if (node.kind === 'not') return { $nor: [compileNode(node.node)] };
  if (node.kind === 'all') return compileAll(node.nodes);
  return node.nodes.length === 0 ? { $nor: [{}] } : { $or: node.nodes.map(compileNode) };
}

/** The query of a filter. @throws TypeError for a wrong filter. */
export function compileFilter(filter: Filter = {}): MongoFilter<MongoRecord> {
  const query = compileNode(parseFilter(filter));
  return Object.fromEntries(Object.entries(query).map(([key, value]) => [key, isOperator(key) ? value : plain(value as Document)]));
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
