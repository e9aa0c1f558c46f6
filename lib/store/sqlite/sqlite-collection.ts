import { slicesOf } from '../../chunks';
import type {
  BulkUpdate,
  Collection,
  Combination,
  CombinationOptions,
  Filter,
  FindOptions,
  GroupOptions,
  GroupRow,
  OperationListener,
  Scalar,
  StoredDocument,
  Together,
  Update,
} from '../../contracts/store';
import { DuplicateKeyError } from '../errors';
import { idOf, matches } from '../filter';
import { pickFields, segmentsOf, valuesAt } from '../paths';
import { applyUpdate } from '../update';
import { combinationsOf, compileCombinations, coveringIndex, hasOrder, wideSource } from './combinations';
import { violatedUnique, type Connection } from './connection';
import { deepFreeze, type DocumentCache } from './document-cache';
import { decode, identifier, isNested, valueOf, type SqlValue } from './expressions';
import { compileFilter, orderBy, orderPaths, type Condition } from './query';
import type { CollectionSchema } from './schema';

const BATCH = 500;

/** What the collections of one file share. */
export interface Engine {
  connection: Connection;
  cache: DocumentCache;
  /** Called once for each operation, before it. */
  operation: OperationListener;
}

type Id = number | string;
type Projection = readonly string[] | undefined;

/**
 * A collection in SQLite. Found documents are frozen, as they are shared by all who find them: make a copy to change one.
 */
export class SqliteCollection<D extends StoredDocument> implements Collection<D> {
  readonly name: string;

  constructor(
    private readonly engine: Engine,
    private readonly schema: CollectionSchema,
  ) {
    this.name = schema.name;
  }

  async find(options: FindOptions = {}): Promise<D[]> {
    this.engine.operation(this.name, 'find');
    return this.engine.connection.settled(this.#found(options));
  }

  async together(
    finds: readonly FindOptions[],
    counts: readonly Filter[],
    combinations: readonly CombinationOptions[] = [],
  ): Promise<Together<D>> {
    this.engine.operation(this.name, 'together');
    const found = finds.map((options) => this.#found(options));
    return this.engine.connection.settled({
      found,
      counts: counts.map((filter) => this.#count(filter)),
      combinations: combinations.map((options) => this.#combinations(options)),
    });
  }

  async findOne(filter: Filter, options: Pick<FindOptions, 'sort' | 'fields'> = {}): Promise<D | null> {
    this.engine.operation(this.name, 'findOne');
    const document = this.#first(filter, options);
    return this.engine.connection.settled(document && pickFields(document, options.fields));
  }

  async findById(id: D['id']): Promise<D | null> {
    this.engine.operation(this.name, 'findById');
    return this.engine.connection.settled(this.#get(id));
  }

  async findByIds(ids: readonly D['id'][]): Promise<D[]> {
    this.engine.operation(this.name, 'findByIds');
    return this.engine.connection.settled(this.#load([...new Set(ids)]));
  }

  async *stream(options: Pick<FindOptions, 'filter' | 'fields'> = {}): AsyncGenerator<D> {
    let after: Id | undefined;
    for (;;) {
      this.engine.operation(this.name, 'stream');
      const batch = this.#batch(options.filter, after);
      for (const document of batch) yield pickFields(document, options.fields);
      after = batch.at(-1)?.id;
      if (batch.length < BATCH) return;
    }
  }

  async count(filter?: Filter): Promise<number> {
    this.engine.operation(this.name, 'count');
    return this.#count(filter);
  }

  #count(filter: Filter = {}): number {
    const { sql, values } = compileFilter(this.schema, filter);
    const select = `SELECT COUNT(*) AS total FROM ${wideSource(this.schema, filter, [])} WHERE ${sql}`;
    return this.#recall(select, values, () => Number(this.engine.connection.get(select, values)?.['total']));
  }

  async counts(filters: readonly Filter[]): Promise<number[]> {
    if (filters.length === 0) return [];
    this.engine.operation(this.name, 'counts');
    const compiled = filters.map((filter) => compileFilter(this.schema, filter));
    const selects = compiled.map(({ sql }, index) => `SELECT ${index} AS place, COUNT(*) AS total FROM ${this.schema.table} WHERE ${sql}`);
    const union = `${selects.join(' UNION ALL ')} ORDER BY place`;
    const bound = compiled.flatMap(({ values }) => values);
    return this.#recall(union, bound, () => this.engine.connection.all(union, bound).map((row) => Number(row['total'])));
  }

  async distinct(field: string, filter: Filter = {}): Promise<Scalar[]> {
    this.engine.operation(this.name, 'distinct');
    const { sql, values } = compileFilter(this.schema, filter);
    const select = `SELECT DISTINCT ${valueOf(field)} AS value FROM ${wideSource(this.schema, filter, [field])} WHERE ${sql}`;
    const found = this.engine.connection.all(select, values).map((row) => row['value'] ?? null);
    if (found.some(isNested) || segmentsOf(field).length > 1) return [...this.#elements(field, filter)];
    return found.map(decode).filter((value) => value !== null);
  }

  async group(options: GroupOptions): Promise<GroupRow[]> {
    this.engine.operation(this.name, 'group');
    const { sql, values } = compileFilter(this.schema, options.filter);
    // Only numbers are summed, as in MongoDB.
    const summand = options.sum === undefined ? '0' : valueOf(options.sum);
    const sum = `TOTAL(CASE WHEN typeof(${summand}) IN ('integer', 'real') THEN ${summand} END)`;
    const select = `SELECT ${valueOf(options.by)} AS key, COUNT(*) AS count, ${sum} AS sum FROM ${this.schema.table} WHERE ${sql} GROUP BY 1`;
    const read = () =>
      this.engine.connection
        .all(select, values)
        .map(({ key, count, sum }) => ({ key: decode(key ?? null), count: Number(count), sum: Number(sum) }));
    return this.#recall(select, values, read).map((row) => ({ ...row }));
  }

  async combinations(options: CombinationOptions): Promise<Combination[]> {
    this.engine.operation(this.name, 'combinations');
    return this.#combinations(options);
  }

  #combinations(options: CombinationOptions): Combination[] {
    const { sql, values } = compileCombinations(this.schema, options);
    return this.#recall(sql, values, () => combinationsOf(options, this.engine.connection.all(sql, values)));
  }

  async insert(document: D): Promise<D> {
    this.engine.operation(this.name, 'insert');
    await this.#write(() => this.#insert(document));
    return document;
  }

  async insertMany(documents: readonly D[]): Promise<void> {
    if (documents.length === 0) return;
    this.engine.operation(this.name, 'insertMany');
    await this.#write(() => documents.forEach((document) => this.#insert(document)));
  }

  async updateOne(filter: Filter, update: Update): Promise<number> {
    this.engine.operation(this.name, 'updateOne');
    return this.#write(() => (this.#updateFirst(filter, update) ? 1 : 0));
  }

  async findOneAndUpdate(filter: Filter, update: Update): Promise<D | null> {
    this.engine.operation(this.name, 'findOneAndUpdate');
    return this.#write(() => this.#updateFirst(filter, update));
  }

  async updateMany(filter: Filter, update: Update): Promise<number> {
    this.engine.operation(this.name, 'updateMany');
    return this.#write(() => {
      const ids = this.#ids(filter);
      const change = ids.length > BATCH ? this.#replaceOnce : this.#replace;
      const documents = ids.length > BATCH ? this.#batchesOnce(ids) : this.#batches(ids);
      for (const document of documents) change.call(this, document, applyUpdate(document, update));
      return ids.length;
    });
  }

  async bulkUpdate(updates: readonly BulkUpdate[], { once = false }: Pick<FindOptions, 'once'> = {}): Promise<number> {
    if (updates.length === 0) return 0;
    this.engine.operation(this.name, 'bulkUpdate');
    const change = ({ filter, update }: BulkUpdate) =>
      once ? this.#updateOnce(filter, update) : this.#updateFirst(filter, update) !== null;
    return this.#write(() => updates.filter(change).length);
  }

  async remove(filter: Filter): Promise<number> {
    this.engine.operation(this.name, 'remove');
    let removed = 0;
    for (;;) {
      // A write for each batch, so that others have their turn while all of a project goes.
      const batch = await this.#write(() => this.#removeSome(filter));
      removed += batch;
      if (batch < BATCH) return removed;
    }
  }

  #removeSome(filter: Filter): number {
    const ids = this.#ids(filter, { limit: BATCH });
    if (this.schema.hasMulti) for (const document of this.#loadOnce(ids)) this.schema.changeMulti(document.id, document, null);
    this.engine.connection.run(`DELETE FROM ${this.schema.table} WHERE id IN (SELECT value FROM json_each(?))`, [JSON.stringify(ids)]);
    for (const id of ids) this.engine.cache.delete(this.name, id);
    return ids.length;
  }

  #found(options: FindOptions): D[] {
    const covered = options.fields && this.#fromIndex(options);
    if (covered) return covered;
    const ids = this.#ids(options.filter, options);
    return options.once ? this.#loadOnce(ids, options.fields) : this.#load(ids, options.fields);
  }

  /** The fields asked for out of an index that holds them all; null where there is none, or some values are nested, which it doesn't show. */
  #fromIndex(options: FindOptions): D[] | null {
    const index = coveringIndex(this.schema, options);
    if (index === undefined) return null;
    const fields = (options.fields ?? []).filter((field) => field !== 'id');
    const columns = ['id', ...fields.map((field, place) => `${valueOf(field)} AS v${place}`)].join(', ');
    const { sql, values } = this.#select(columns, `${this.schema.table} INDEXED BY ${identifier(index)}`, options);
    const rows = this.engine.connection.all(sql, values);
    if (rows.some((row) => fields.some((_, place) => isNested(row[`v${place}`] ?? null)))) return null;
    return rows.map((row) => {
      const document: Record<string, unknown> = { id: row['id'] };
      fields.forEach((field, place) => (document[field] = decode(row[`v${place}`] ?? null)));
      return Object.freeze(document) as unknown as D;
    });
  }

  #select(columns: string, from: string, { filter, ranked, sort, limit, offset }: FindOptions): Condition {
    const condition = compileFilter(this.schema, filter);
    const order = orderBy({ ranked, sort }, filter);
    const page = limit === undefined && !offset ? '' : ' LIMIT ? OFFSET ?';
    const pageValues: SqlValue[] = page ? [limit ?? -1, offset ?? 0] : [];
    return {
      sql: `SELECT ${columns} FROM ${from} WHERE ${condition.sql}${order.sql}${page}`,
      values: [...condition.values, ...order.values, ...pageValues],
    };
  }

  #ids(filter: Filter = {}, options: Omit<FindOptions, 'filter' | 'fields'> = {}): Id[] {
    const paths = orderPaths(options, filter);
    const isInOrder = options.ranked === undefined && hasOrder(this.schema, filter, paths);
    const from = isInOrder ? this.schema.table : wideSource(this.schema, filter, paths);
    const { sql, values } = this.#select('id', from, { ...options, filter });
    return this.#recall(sql, values, () => this.engine.connection.all(sql, values).map((row) => row['id'] as Id));
  }

  #recall<T>(sql: string, values: readonly SqlValue[], read: () => T): T {
    return this.schema.queries.recall(this.engine.connection.otherWriters(), sql, values, read);
  }

  #parse(text: SqlValue | undefined): D {
    const document = deepFreeze(JSON.parse(String(text)) as D);
    this.engine.cache.set(this.name, document, String(text).length);
    return document;
  }

  #cached(id: Id): D | undefined {
    return this.engine.cache.get(this.name, id) as D | undefined;
  }

  #get(id: Id): D | null {
    this.#forgetForeignWrites();
    const cached = this.#cached(id);
    if (cached) return cached;
    const row = this.engine.connection.get(`SELECT doc FROM ${this.schema.table} WHERE id = ?`, [id]);
    return row ? this.#parse(row['doc']) : null;
  }

  /** The documents in the order of the ids; those that don't exist are left out. */
  #load(ids: readonly Id[], fields?: Projection): D[] {
    this.#forgetForeignWrites();
    const found = new Map<Id, D>();
    const unknown: Id[] = [];
    for (const id of ids) {
      const cached = this.#cached(id);
      if (cached) found.set(id, cached);
      else unknown.push(id);
    }
    if (unknown.length > 0) {
      const select = `SELECT doc FROM ${this.schema.table} WHERE id IN (SELECT value FROM json_each(?))`;
      for (const row of this.engine.connection.all(select, [JSON.stringify(unknown)])) {
        const document = this.#parse(row['doc']);
        found.set(document.id, document);
      }
    }
    return ids.flatMap((id) => found.get(id) ?? []).map((document) => this.schema.projections.of(document, fields));
  }

  /** As {@link #load}, past the cache. */
  #loadOnce(ids: readonly Id[], fields?: Projection): D[] {
    this.#forgetForeignWrites();
    const select = `SELECT doc FROM ${this.schema.table} WHERE id IN (SELECT value FROM json_each(?))`;
    const rows = this.engine.connection.all(select, [JSON.stringify(ids)]).map((row) => JSON.parse(String(row['doc'])) as D);
    const found = new Map(rows.map((document) => [document.id, document]));
    return ids.flatMap((id) => found.get(id) ?? []).map((document) => pickFields(document, fields));
  }

  *#batches(ids: readonly Id[]): Generator<D> {
    for (const batch of slicesOf(ids, BATCH)) yield* this.#load(batch);
  }

  *#batchesOnce(ids: readonly Id[]): Generator<D> {
    for (const batch of slicesOf(ids, BATCH)) yield* this.#loadOnce(batch);
  }

  #first(filter: Filter, { sort }: Pick<FindOptions, 'sort'> = {}): D | null {
    const id = idOf(filter);
    if (id === undefined) return this.#load(this.#ids(filter, { sort, limit: 1 }))[0] ?? null;
    const document = this.#get(id);
    return document && matches(document, filter) ? document : null;
  }

  // Parsed outside the cache, as reading everything once would only push out what is read often.
  #batch(filter: Filter | undefined, after: Id | undefined): D[] {
    const { sql, values } = compileFilter(this.schema, filter);
    const beyond = after === undefined ? '' : ' AND id > ?';
    const select = `SELECT doc FROM ${this.schema.table} WHERE (${sql})${beyond} ORDER BY id LIMIT ${BATCH}`;
    const rows = this.engine.connection.all(select, after === undefined ? values : [...values, after]);
    return rows.map((row) => JSON.parse(String(row['doc'])) as D);
  }

  #elements(field: string, filter?: Filter): Set<Scalar> {
    const elements = new Set<Scalar>();
    for (const document of this.#batches(this.#ids(filter))) {
      for (const value of valuesAt(document, field)) if (typeof value !== 'object') elements.add(value as Scalar);
    }
    return elements;
  }

  #insert(document: D): void {
    const text = JSON.stringify(document);
    this.engine.connection.run(`INSERT INTO ${this.schema.table} (id, doc) VALUES (?, ?)`, [document.id, text]);
    this.schema.changeMulti(document.id, null, document);
  }

  #replace(before: D, after: D): D {
    const text = JSON.stringify(after);
    this.engine.connection.run(`UPDATE ${this.schema.table} SET doc = ? WHERE id = ?`, [text, before.id]);
    this.schema.changeMulti(before.id, before, after);
    return this.#parse(text);
  }

  #updateFirst(filter: Filter, update: Update): D | null {
    const document = this.#first(filter);
    return document && this.#replace(document, applyUpdate(document, update));
  }

  #updateOnce(filter: Filter, update: Update): boolean {
    const [id = null] = this.#ids(filter, { limit: 1 });
    const [before] = id === null ? [] : this.#loadOnce([id]);
    if (!before) return false;
    this.#replaceOnce(before, applyUpdate(before, update));
    return true;
  }

  /** As {@link #replace}, past the cache. */
  #replaceOnce(before: D, after: D): void {
    this.engine.connection.run(`UPDATE ${this.schema.table} SET doc = ? WHERE id = ?`, [JSON.stringify(after), before.id]);
    this.schema.changeMulti(before.id, before, after);
    this.engine.cache.delete(this.name, before.id);
  }

  async #write<T>(work: () => T): Promise<T> {
    try {
      return await this.engine.connection.write(() => this.#suspended(work));
    } catch (error) {
      // The transaction may have cached what it then took back.
      this.engine.cache.clear();
      this.schema.queries.resume();
      const violated = violatedUnique(error);
      throw violated === null ? error : new DuplicateKeyError(this.name, this.schema.uniqueFields(violated));
    }
  }

  #suspended<T>(work: () => T): T {
    this.schema.queries.suspend();
    try {
      return work();
    } finally {
      this.schema.queries.resume();
    }
  }

  #forgetForeignWrites(): void {
    this.engine.cache.validFor(this.engine.connection.otherWriters());
  }
}
