import { MongoClient } from 'mongodb';
import { translated } from './errors';

// Milliseconds.
const OPTIONS = {
  appName: 'larch',
  serverSelectionTimeoutMS: 5_000,
  connectTimeoutMS: 5_000,
  maxPoolSize: 50,
  waitQueueTimeoutMS: 5_000,
  ignoreUndefined: true,
  readConcern: { level: 'majority' },
  writeConcern: { w: 'majority', wtimeoutMS: 10_000 },
} as const;

/** Of one operation. */
export const defaultTimeout = 30_000;

interface Shared {
  client: Promise<MongoClient>;
  users: number;
}

const clients = new Map<string, Shared>();

async function connected(url: string, timeout: number): Promise<MongoClient> {
  try {
    return await new MongoClient(url, { ...OPTIONS, socketTimeoutMS: timeout }).connect();
  } catch (error) {
    throw translated(error);
  }
}

/**
 * The one client of this process for a URL; give it back with {@link releaseClient}. It finds the server again by
 * itself after an outage.
 * @param timeout for which a connection may be silent, in milliseconds; who comes first decides
 * @throws StoreUnavailableError when the server doesn't answer within 5 seconds.
 */
export async function acquireClient(url: string, timeout = defaultTimeout): Promise<MongoClient> {
  const shared = clients.get(url) ?? { client: connected(url, timeout), users: 0 };
  clients.set(url, shared);
  shared.users += 1;
  try {
    return await shared.client;
  } catch (error) {
    if (clients.get(url) === shared) clients.delete(url);
    throw error;
  }
}

/** Closes the client when nobody in this process uses it any more. */
export async function releaseClient(url: string): Promise<void> {
  const shared = clients.get(url);
  if (!shared) return;
  shared.users -= 1;
  if (shared.users > 0) return;
  clients.delete(url);
  await (await shared.client).close();
}
