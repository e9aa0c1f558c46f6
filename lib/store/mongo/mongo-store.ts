import type { Db, MongoClient } from 'mongodb';
import type { Collection, CollectionDeclaration, OperationListener, Store, StoredDocument } from '../../contracts/store';
import { OperationListeners } from '../operation-listeners';
import { acquireClient, defaultTimeout, releaseClient } from './client';
import { translated, violatedIndex } from './errors';
import { MongoDocumentCollection } from './mongo-collection';
import type { MongoRecord } from './query';
import { UniqueIndexes } from './schema';

const COUNTERS = 'counters';

interface Counter {
  _id: string;
  value: number;
}

/** The engine of a cluster: a MongoDB database, acknowledged by a majority of its replica set. */
export class MongoStore implements Store {
  readonly #database: Db;
  readonly #uniqueIndexes = new UniqueIndexes();
  readonly #listeners = new OperationListeners();
  #closed = false;

  private constructor(
    private readonly url: string,
    client: MongoClient,
    private readonly timeout: number,
  ) {
    this.#database = client.db();
  }

  /**
   * @param url with the name of the database
   * @param timeout of one operation. Milliseconds
   * @throws StoreUnavailableError when the server doesn't answer
   */
  static async open(url: string, timeout = defaultTimeout): Promise<MongoStore> {
    return new MongoStore(url, await acquireClient(url, timeout), timeout);
  }

  async declare(collection: CollectionDeclaration): Promise<void> {
    const records = this.#database.collection<MongoRecord>(collection.name);
    await this.#guard(() => this.#uniqueIndexes.declare(records, collection));
  }

  collection<D extends StoredDocument>(name: string): Collection<D> {
    const records = this.#database.collection<MongoRecord>(name);
    return new MongoDocumentCollection<D>(records, this.#uniqueIndexes, (...names) => this.#listeners.call(...names), this.timeout);
  }

  async take(counter: string, count = 1): Promise<number> {
    if (!Number.isSafeInteger(count) || count < 1) throw new TypeError(`Cannot take ${count} numbers`);
    this.#listeners.call(COUNTERS, 'take');
    for (;;) {
      const taken = await this.#guard(() =>
        this.#counters().findOneAndUpdate({ _id: counter }, { $inc: { value: count } }, { returnDocument: 'after' }),
      );
      if (taken) return taken.value - count + 1;
      await this.#begin(counter);
    }
  }

  /** Not by an upsert: of several at once, not every server lets one alone make the counter. */
  async #begin(counter: string): Promise<void> {
    await this.#guard(async () => {
      try {
        await this.#counters().insertOne({ _id: counter, value: 0 });
      } catch (error) {
        if (violatedIndex(error) === null) throw error;
      }
    });
  }

  async raise(counter: string, value: number): Promise<void> {
    this.#listeners.call(COUNTERS, 'raise');
    await this.#upsert(() => this.#counters().updateOne({ _id: counter }, { $max: { value } }, { upsert: true }));
  }

  async ping(): Promise<void> {
    await this.#guard(() => this.#database.command({ ping: 1 }));
  }

  onOperation(listener: OperationListener): () => void {
    return this.#listeners.add(listener);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await releaseClient(this.url);
  }

  #counters() {
    return this.#database.collection<Counter>(COUNTERS);
  }

  /** Of two that make the same counter at once, one is refused and finds it made when it tries again. */
  async #upsert<T>(work: () => Promise<T>): Promise<T> {
    return this.#guard(async () => {
      try {
        return await work();
      } catch (error) {
        if (violatedIndex(error) === null) throw error;
        return work();
      }
    });
  }

  async #guard<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw translated(error);
    }
  }
}
