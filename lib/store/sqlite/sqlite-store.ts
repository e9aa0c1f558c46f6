import type { Collection, CollectionDeclaration, OperationListener, Store, StoredDocument } from '../../contracts/store';
import { OperationListeners } from '../operation-listeners';
import { Connection } from './connection';
import { DocumentCache } from './document-cache';
import { CollectionSchema } from './schema';
import { SqliteCollection, type Engine } from './sqlite-collection';

const CACHE_CAPACITY = 64_000_000;
const COUNTERS = '"larch:counters"';

/**
 * The embedded engine: one SQLite file. A write that has been answered survives the end of the process and of the
 * power. One process at a time should have the file open; that others write is noticed, not prevented.
 */
export class SqliteStore implements Store {
  readonly #engine: Engine;
  readonly #schemas = new Map<string, CollectionSchema>();
  readonly #listeners = new OperationListeners();
  /** The last numbers that were given away: a disk that fails doesn't make them new again, nor does it hold up takers. */
  readonly #taken = new Map<string, number>();

  /** @param path of the file, or `:memory:`. @throws StoreUnavailableError when it can't be opened. */
  constructor(path: string) {
    this.#engine = {
      connection: new Connection(path),
      cache: new DocumentCache(CACHE_CAPACITY),
      operation: (collection, operation) => this.#listeners.call(collection, operation),
    };
    this.#engine.connection.onLost = () => {
      this.#engine.cache.clear();
      for (const schema of this.#schemas.values()) schema.queries.resume();
    };
    this.#engine.connection.exec(`CREATE TABLE IF NOT EXISTS ${COUNTERS} (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID`);
  }

  #schema(name: string): CollectionSchema {
    let schema = this.#schemas.get(name);
    if (!schema) this.#schemas.set(name, (schema = new CollectionSchema(name, this.#engine.connection)));
    return schema;
  }

  async declare(collection: CollectionDeclaration): Promise<void> {
    // In one write, as each statement alone would be flushed to the disk.
    await this.#engine.connection.write(() => this.#schema(collection.name).declare(collection));
  }

  collection<D extends StoredDocument>(name: string): Collection<D> {
    return new SqliteCollection<D>(this.#engine, this.#schema(name));
  }

  async take(counter: string, count = 1): Promise<number> {
    if (!Number.isSafeInteger(count) || count < 1) throw new TypeError(`Cannot take ${count} numbers`);
    this.#engine.operation('counters', 'take');
    const row = this.#engine.connection.writeAhead(() =>
      this.#engine.connection.get(
        `INSERT INTO ${COUNTERS} VALUES (?1, ?2 + ?3) ON CONFLICT (name) DO UPDATE SET value = MAX(value, ?2) + ?3 RETURNING value`,
        [counter, this.#taken.get(counter) ?? 0, count],
      ),
    );
    const last = Number(row?.['value']);
    this.#taken.set(counter, last);
    return last - count + 1;
  }

  async raise(counter: string, value: number): Promise<void> {
    this.#engine.operation('counters', 'raise');
    await this.#engine.connection.write(() =>
      this.#engine.connection.run(
        `INSERT INTO ${COUNTERS} VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = MAX(value, excluded.value)`,
        [counter, value],
      ),
    );
  }

  async ping(): Promise<void> {
    this.#engine.connection.get('SELECT 1');
  }

  onOperation(listener: OperationListener): () => void {
    return this.#listeners.add(listener);
  }

  async close(): Promise<void> {
    this.#engine.connection.close();
  }
}
