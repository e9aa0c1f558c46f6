import type { Service, ServiceBroker } from 'moleculer';
import MongoDbAdapter from 'moleculer-db-adapter-mongo';
import { ObjectId, type Collection, type Db, type MongoClient } from 'mongodb';
import { acquireClient, releaseClient } from './client';
import type { MongoRecord } from './query';

type Identifier = MongoRecord['_id'];

// Documents made through moleculer-db may have the driver's object ids beside those of the store.
function keyOf(id: unknown): Identifier {
  return (typeof id === 'string' && /^[\da-f]{24}$/i.test(id) ? ObjectId.createFromHexString(id) : id) as Identifier;
}

/** The stock adapter as it is; its own types give results that it doesn't have. */
interface StockAdapter {
  uri: string;
  service: Service;
  client: MongoClient;
  db: Db;
  collection: Collection<MongoRecord>;
  init(broker: ServiceBroker, service: Service): void;
  connect(): Promise<void>;
  disconnect(): Promise<void>;
  insert(entity: MongoRecord): Promise<MongoRecord>;
  insertMany(entities: MongoRecord[]): Promise<MongoRecord[]>;
  updateById(id: Identifier, update: Record<string, unknown>): Promise<MongoRecord | null>;
  removeById(id: Identifier): Promise<MongoRecord | null>;
  stringToObjectID(id: unknown): unknown;
}

const Stock = MongoDbAdapter as unknown as new (uri: string) => StockAdapter;

/**
 * moleculer-db-adapter-mongo on today's driver, over the one client of the process. Replaced is what relied on events,
 * results and options that the driver no longer has. Made with the URL, which names the database.
 */
export class MongoAdapter extends Stock {
  override async connect(): Promise<void> {
    const { collection } = this.service.schema as { collection?: unknown };
    this.client = await acquireClient(this.uri);
    this.db = this.client.db();
    this.collection = this.db.collection<MongoRecord>(String(collection));
  }

  override async disconnect(): Promise<void> {
    await releaseClient(this.uri);
  }

  override async insert(entity: MongoRecord): Promise<MongoRecord> {
    const { insertedId } = await this.collection.insertOne(entity);
    return { ...entity, _id: insertedId };
  }

  override async insertMany(entities: MongoRecord[]): Promise<MongoRecord[]> {
    const { insertedIds } = await this.collection.insertMany(entities);
    return entities.map((entity, index) => ({ ...entity, _id: insertedIds[index] ?? entity._id }));
  }

  override async updateById(id: Identifier, update: Record<string, unknown>): Promise<MongoRecord | null> {
    return this.collection.findOneAndUpdate({ _id: keyOf(id) }, update, { returnDocument: 'after' });
  }

  override async removeById(id: Identifier): Promise<MongoRecord | null> {
    return this.collection.findOneAndDelete({ _id: keyOf(id) });
  }

  override stringToObjectID(id: unknown): unknown {
    return keyOf(id);
  }
}
