import { randomUUID } from 'node:crypto';
import type { Service, ServiceBroker } from 'moleculer';
import type { Collection, Filter, FindOptions, Store, StoredDocument, Update } from '../../contracts/store';
import { SqliteStore } from './sqlite-store';

interface Entity extends StoredDocument {
  [field: string]: unknown;
}

/** How moleculer-db asks for documents. `query` is a filter of the store's language. */
export interface AdapterParams {
  query?: Filter;
  sort?: string | string[];
  limit?: number;
  offset?: number;
  search?: string;
  searchFields?: string | string[];
}

/** As moleculer-db changes one entity. */
export interface AdapterUpdate {
  $set: Record<string, unknown>;
}

const listOf = (value: string | string[] = []) => (Array.isArray(value) ? value : value.split(/[ ,]+/).filter(Boolean));

/** The embedded engine as adapter of moleculer-db, for services that use its DbService mixin. */
export class SqliteAdapter {
  // No #private members: Moleculer copies the adapter with the schema that holds it.
  private store: Store | undefined;
  private collection: Collection<Entity> | undefined;
  private name = '';

  /** @param path of the file, or `:memory:`. */
  constructor(private readonly path: string) {}

  /** The collection is the one that the schema of the service names, else it has the service's name. */
  init(_broker: ServiceBroker, service: Service): void {
    const { collection } = service.schema as { collection?: unknown };
    this.name = typeof collection === 'string' ? collection : service.name;
  }

  async connect(): Promise<void> {
    this.store = new SqliteStore(this.path);
    await this.store.declare({ name: this.name, indexes: [] });
    this.collection = this.store.collection<Entity>(this.name);
  }

  async disconnect(): Promise<void> {
    await this.store?.close();
  }

  private get entities(): Collection<Entity> {
    if (!this.collection) throw new Error('The adapter is not connected');
    return this.collection;
  }

  find(params: AdapterParams = {}): Promise<Entity[]> {
    const { limit, offset } = params;
    const options: FindOptions = { filter: searchFilter(params), sort: listOf(params.sort), offset };
    return this.entities.find(limit ? { ...options, limit } : options);
  }

  findOne(query: Filter): Promise<Entity | null> {
    return this.entities.findOne(query);
  }

  findById(id: number | string): Promise<Entity | null> {
    return this.entities.findById(id);
  }

  findByIds(ids: (number | string)[]): Promise<Entity[]> {
    return this.entities.findByIds(ids);
  }

  count(params: AdapterParams = {}): Promise<number> {
    return this.entities.count(searchFilter(params));
  }

  insert(entity: Partial<Entity>): Promise<Entity> {
    return this.entities.insert(withId(entity));
  }

  async insertMany(entities: Partial<Entity>[]): Promise<Entity[]> {
    const complete = entities.map(withId);
    await this.entities.insertMany(complete);
    return complete;
  }

  updateMany(query: Filter, update: Update): Promise<number> {
    return this.entities.updateMany(query, update);
  }

  updateById(id: number | string, { $set }: AdapterUpdate): Promise<Entity | null> {
    return this.entities.findOneAndUpdate({ id }, { set: $set });
  }

  removeMany(query: Filter): Promise<number> {
    return this.entities.remove(query);
  }

  async removeById(id: number | string): Promise<Entity | null> {
    const entity = await this.entities.findById(id);
    return (await this.entities.remove({ id })) > 0 ? entity : null;
  }

  clear(): Promise<number> {
    return this.entities.remove({});
  }

  entityToObject(entity: Entity): Entity {
    return { ...entity };
  }

  beforeSaveTransformID(entity: Entity, idField: string): Partial<Entity> {
    if (idField === 'id') return entity;
    const { [idField]: id, ...fields } = entity;
    return { ...fields, id: id as Entity['id'] };
  }

  afterRetrieveTransformID(entity: Entity, idField: string): Record<string, unknown> {
    if (idField === 'id') return entity;
    const { id, ...fields } = entity;
    return { ...fields, [idField]: id };
  }
}

function withId(entity: Partial<Entity>): Entity {
  return { ...entity, id: entity.id ?? randomUUID() };
}

function searchFilter({ query = {}, search, searchFields }: AdapterParams): Filter {
  if (!search) return query;
  return { and: [query, { or: listOf(searchFields).map((field): Filter => ({ [field]: { includes: search } })) }] };
}
