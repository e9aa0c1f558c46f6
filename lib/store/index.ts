import type { OperationListener, Store } from '../contracts/store';
import { MongoStore } from './mongo/mongo-store';
import { SqliteStore } from './sqlite/sqlite-store';

export * from './errors';
export { matches } from './filter';
export { applyUpdate } from './update';

/**
 * Where the documents are: a SQLite file (or `:memory:`), or a MongoDB server with the database in the URL and the limit of
 * one operation in milliseconds.
 */
export type StoreLocation = { sqlitePath: string } | { mongoUrl: string; timeout?: number };

/** How a store is opened. */
export interface StoreOptions {
  /** Called once for each operation that reaches the engine. */
  countOperations?: OperationListener;
}

/** Opens a store. @throws StoreUnavailableError when the file can't be opened or the server doesn't answer. */
export async function openStore(location: StoreLocation, options: StoreOptions = {}): Promise<Store> {
  const store = await connect(location);
  if (options.countOperations) store.onOperation(options.countOperations);
  return store;
}

async function connect(location: StoreLocation): Promise<Store> {
  return 'sqlitePath' in location ? new SqliteStore(location.sqlitePath) : MongoStore.open(location.mongoUrl, location.timeout);
}
