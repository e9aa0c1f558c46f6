import { createHash } from 'node:crypto';
import type { Collection as MongoCollection, IndexDescription } from 'mongodb';
import type { CollectionDeclaration, IndexDeclaration } from '../../contracts/store';
import { fieldName, partialFilter, type MongoRecord } from './query';

function indexName(index: IndexDeclaration): string {
  const base = `${index.fields.join('_')}${index.unique ? '_unique' : ''}`;
  if (!index.where) return base;
  return `${base}_${createHash('sha256').update(JSON.stringify(index.where)).digest('hex').slice(0, 12)}`;
}

function describe(index: IndexDeclaration): IndexDescription {
  const key = Object.fromEntries(index.fields.map((path): [string, 1] => [fieldName(path), 1]));
  const condition = partialFilter(index);
  return {
    key,
    name: indexName(index),
    ...(index.unique && { unique: true }),
    ...(condition && { partialFilterExpression: condition }),
  };
}

function descriptionsOf(index: IndexDeclaration): IndexDescription[] {
  if (index.multi && (index.unique || index.where)) {
    throw new TypeError(`An index over the values of an array has no conditions: ${index.fields.join()}`);
  }
  // The planner can't prove that a query stays within the types of a unique index, so that queries need a plain one.
  return index.unique ? [describe(index), describe({ ...index, unique: false })] : [describe(index)];
}

/** The unique indexes of the collections of one database, by collection and name of the index. */
export class UniqueIndexes {
  readonly #fields = new Map<string, readonly string[]>();

  /** Makes the declared indexes that are missing. */
  async declare(collection: MongoCollection<MongoRecord>, declaration: CollectionDeclaration): Promise<void> {
    const descriptions = new Map<string, IndexDescription>();
    for (const index of declaration.indexes.filter(({ arrays }) => arrays === undefined)) {
      for (const description of descriptionsOf(index)) descriptions.set(String(description.name), description);
      if (index.unique) this.#fields.set(`${declaration.name}:${indexName(index)}`, index.fields);
    }
    if (descriptions.size > 0) await collection.createIndexes([...descriptions.values()]);
  }

  /** The fields of the unique index (or the key) with this name. */
  fields(collection: string, index: string): string[] {
    return [...(this.#fields.get(`${collection}:${index}`) ?? ['id'])];
  }
}
