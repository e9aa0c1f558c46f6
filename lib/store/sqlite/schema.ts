import { createHash } from 'node:crypto';
import type { CollectionDeclaration, IndexDeclaration, Scalar } from '../../contracts/store';
import { parseFilter } from '../filter';
import { valuesAt } from '../paths';
import type { Connection } from './connection';
import { Projections } from './document-cache';
import { encode, identifier, jsonOf, valueOf, type SqlValue } from './expressions';
import { literalCondition } from './partial-index';
import { QueryCache } from './query-cache';

const COLLECTION_NAME = /^[A-Za-z][\w-]{0,63}$/;

function indexName(collection: string, index: IndexDeclaration): string {
  const arrays = index.arrays ? `:${index.arrays.join('+')}` : '';
  const base = `${collection}:${index.fields.join(',')}${arrays}${index.unique ? ':unique' : ''}`;
  if (!index.where) return base;
  return `${base}:${createHash('sha256').update(JSON.stringify(index.where)).digest('hex').slice(0, 12)}`;
}

function indexStatement(table: string, name: string, index: IndexDeclaration): string {
  const columns = index.fields.map((path) => (path === 'id' ? 'id' : `(${valueOf(path)})`));
  // The value beside the whole tells whether there is any.
  columns.push(...(index.arrays ?? []).flatMap((path) => [`(${jsonOf(path)})`, `(${valueOf(path)})`]));
  // With the id at its end an index also answers the order and the ids themselves.
  if (!index.unique && !index.fields.includes('id')) columns.push('id');
  const where = index.where ? ` WHERE ${literalCondition(index.where)}` : '';
  return `CREATE ${index.unique ? 'UNIQUE ' : ''}INDEX IF NOT EXISTS ${identifier(name)} ON ${table} (${columns.join(', ')})${where}`;
}

const conditionKey = (path: string, value: Scalar) => `${path}=${JSON.stringify(value)}`;

/** The table of a collection, its indexes, and the side tables (value, id) of its indexes over arrays. */
export class CollectionSchema {
  /** What this collection's queries answered, shared by all who use the collection. */
  readonly queries = new QueryCache();
  /** The last projections of its documents, shared likewise. */
  readonly projections = new Projections();
  readonly table: string;
  readonly #uniqueFields = new Map<string, readonly string[]>();
  readonly #multiTables = new Map<string, string>();
  readonly #partialConditions = new Set<string>();
  /** `hasAll`: of every document, with its id. */
  readonly #orders: { name: string; fields: readonly string[]; hasAll: boolean }[] = [];
  readonly #wideIndexes: { name: string; fields: readonly string[]; arrays: readonly string[] }[] = [];

  /** @throws TypeError when the name can't be one of a collection. */
  constructor(
    readonly name: string,
    private readonly connection: Connection,
  ) {
    if (!COLLECTION_NAME.test(name)) throw new TypeError(`Not a name of a collection: ${JSON.stringify(name)}`);
    this.table = identifier(name);
    connection.exec(`CREATE TABLE IF NOT EXISTS ${this.table} (id PRIMARY KEY NOT NULL, doc TEXT NOT NULL)`);
  }

  /** Adds what is missing of the declared indexes. */
  declare(declaration: CollectionDeclaration): void {
    for (const index of declaration.indexes) {
      if (index.multi) this.#declareMulti(index);
      else this.#declareIndex(index);
    }
  }

  #declareIndex(index: IndexDeclaration): void {
    const name = indexName(this.name, index);
    this.connection.exec(indexStatement(this.table, name, index));
    if (index.unique) this.#uniqueFields.set(name, index.fields);
    this.#orders.push({ name, fields: index.fields, hasAll: index.where === undefined && !index.unique });
    if (index.arrays) this.#wideIndexes.push({ name, fields: index.fields, arrays: index.arrays });
    for (const [path, condition] of Object.entries(index.where ?? {})) {
      const test = parseFilter({ [path]: condition });
      if (test.kind === 'test' && test.operator === 'eq') this.#partialConditions.add(conditionKey(path, test.value));
    }
  }

  #declareMulti(index: IndexDeclaration): void {
    const [path, ...others] = index.fields;
    if (path === undefined || index.unique || index.where) {
      throw new TypeError(`An index over the values of an array has no conditions: ${index.fields.join()}`);
    }
    if (others.length > 0) this.#declareIndex({ fields: ['id', ...others], arrays: [] });
    if (this.#multiTables.has(path)) return;
    const table = identifier(`${this.name}:${path}:values`);
    const exists = this.connection.get('SELECT 1 AS found FROM sqlite_master WHERE name = ?', [`${this.name}:${path}:values`]);
    this.#multiTables.set(path, table);
    if (!exists) this.#createMulti(path, table);
  }

  #createMulti(path: string, table: string): void {
    this.connection.exec(`CREATE TABLE ${table} (value NOT NULL, id NOT NULL, PRIMARY KEY (value, id)) WITHOUT ROWID`);
    for (const { id } of this.connection.all(`SELECT id FROM ${this.table}`)) {
      const row = this.connection.get(`SELECT doc FROM ${this.table} WHERE id = ?`, [id ?? null]);
      this.#changeValues(table, id ?? null, [], indexedValues(JSON.parse(String(row?.['doc'])), path));
    }
  }

  /** The fields of the unique index (or the key) that a constraint's name stands for. */
  uniqueFields(name: string): string[] {
    return [...(this.#uniqueFields.get(name) ?? ['id'])];
  }

  /**
   * The index that holds all that a query reads, so that it needs no documents.
   * @param fixed fields for which the query demands one value, and `id` when it asks for few
   * @param read further fields that it looks at
   * @param arrays those that it wants as a whole
   */
  wideIndex(fixed: readonly string[], read: readonly string[], arrays: readonly string[]): string | undefined {
    const paths = new Set([...fixed, ...read].filter((path) => path !== 'id'));
    if (arrays.length === 0 && this.#beginsWith(paths)) return undefined;
    const holds = (index: { fields: readonly string[]; arrays: readonly string[] }) =>
      fixed.includes(index.fields[0] ?? '') &&
      [...paths].every((path) => index.fields.includes(path) || index.arrays.includes(path)) &&
      arrays.every((path) => index.arrays.includes(path));
    return this.#wideIndexes.find(holds)?.name;
  }

  /** Whether an index begins with just these fields, which the planner finds by itself. */
  #beginsWith(paths: ReadonlySet<string>): boolean {
    return this.#orders.some(({ fields }) => fields.length >= paths.size && fields.slice(0, paths.size).every((path) => paths.has(path)));
  }

  /** Whether an index has documents that agree in some of these fields in the order of the next one, and holds what is read. */
  isOrderedBy(fixed: readonly string[], next: string, read: readonly string[]): boolean {
    return this.#orders.some(({ fields }) => {
      const place = fields.indexOf(next);
      const isInOrder = place >= 0 && fields.slice(0, place).every((path) => fixed.includes(path));
      return isInOrder && read.every((path) => path === 'id' || fields.includes(path));
    });
  }

  /** The shortest index that begins with the filtered fields and holds the wanted ones. */
  coveringIndex(filtered: ReadonlySet<string>, wanted: readonly string[]): string | undefined {
    if (filtered.size === 0) return undefined;
    const holds = ({ fields, hasAll }: { fields: readonly string[]; hasAll: boolean }) =>
      hasAll &&
      fields.length >= filtered.size &&
      fields.slice(0, filtered.size).every((path) => filtered.has(path)) &&
      wanted.every((path) => path === 'id' || fields.includes(path));
    return this.#orders.filter(holds).sort((left, right) => left.fields.length - right.fields.length)[0]?.name;
  }

  /** The side table over the values of an array field, when it has one. */
  multiTable(path: string): string | undefined {
    return this.#multiTables.get(path);
  }

  /** Whether {@link changeMulti} has anything to do. */
  get hasMulti(): boolean {
    return this.#multiTables.size > 0;
  }

  /** Whether a partial index has this equality among its conditions. */
  isPartialCondition(path: string, value: Scalar): boolean {
    return this.#partialConditions.has(conditionKey(path, value));
  }

  /** Brings the side tables from the values of one state of a document to those of the next; null for none. */
  changeMulti(id: SqlValue, before: object | null, after: object | null): void {
    for (const [path, table] of this.#multiTables) {
      this.#changeValues(table, id, before ? indexedValues(before, path) : [], after ? indexedValues(after, path) : []);
    }
  }

  #changeValues(table: string, id: SqlValue, before: Scalar[], after: Scalar[]): void {
    const had = new Set(before);
    const has = new Set(after);
    for (const value of had) {
      if (!has.has(value)) this.connection.run(`DELETE FROM ${table} WHERE value = ? AND id = ?`, [encode(value), id]);
    }
    for (const value of has) {
      if (!had.has(value)) this.connection.run(`INSERT OR IGNORE INTO ${table} (value, id) VALUES (?, ?)`, [encode(value), id]);
    }
  }
}

function indexedValues(document: object, path: string): Scalar[] {
  return valuesAt(document, path).filter((value): value is Scalar => typeof value !== 'object');
}
