import { MongoBulkWriteError, type AnyBulkWriteOperation, type Collection as MongoCollection, type Document } from 'mongodb';
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
import { segmentsOf } from '../paths';
import { combinationsOf, combinationStages, type CombinationRow } from './combinations';
import { translated, violatedIndex } from './errors';
import { withLimit, type Limit } from './limit';
import { compileFields, compileFilter, compileSort, fieldName, isScalar, type MongoRecord } from './query';
import type { UniqueIndexes } from './schema';
import { combinedStages, countStages, findStages, type PartRow } from './together';
import { compileUpdate } from './update';

const BATCH = 500;

function toRecord<D extends StoredDocument>({ id, ...fields }: D): MongoRecord {
  return { _id: id, ...fields };
}

function fromRecord<D extends StoredDocument>({ _id, ...fields }: MongoRecord): D {
  return { id: _id, ...fields } as unknown as D;
}

/** One stage for each part of the path, as any of them may be the array. */
function unwindStages(path: string): Document[] {
  const segments = segmentsOf(path);
  return segments.map((_, index) => ({
    $unwind: { path: `$${fieldName(segments.slice(0, index + 1).join('.'))}`, preserveNullAndEmptyArrays: true },
  }));
}

/** A collection in MongoDB; the id is kept as `_id`. */
export class MongoDocumentCollection<D extends StoredDocument> implements Collection<D> {
  readonly name: string;

  constructor(
    private readonly records: MongoCollection<MongoRecord>,
    private readonly uniqueIndexes: UniqueIndexes,
    private readonly listener: OperationListener,
    private readonly timeout: number,
  ) {
    this.name = records.collectionName;
  }

  async find(options: FindOptions = {}): Promise<D[]> {
    const { filter, ranked, sort, limit, offset, fields } = options;
    if (limit === 0) return [];
    if (ranked) return (await this.together([options], [])).found[0] ?? [];
    const query = compileFilter(filter);
    const found = await this.#run('find', (limited) =>
      this.records
        .find(query, { sort: compileSort(sort), limit: limit ?? 0, skip: offset ?? 0, projection: compileFields(fields), ...limited })
        .toArray(),
    );
    return found.map((record) => fromRecord<D>(record));
  }

  async together(
    finds: readonly FindOptions[],
    counts: readonly Filter[],
    combinations: readonly CombinationOptions[] = [],
  ): Promise<Together<D>> {
    const countsEnd = finds.length + counts.length;
    const [first, ...others] = [
      ...finds.map(findStages),
      ...counts.map((filter, place) => countStages(filter, finds.length + place)),
      ...combinations.map((options, place) => combinedStages(options, countsEnd + place)),
    ];
    if (!first) return { found: [], counts: [], combinations: [] };
    const union = others.map((pipeline) => ({ $unionWith: { coll: this.name, pipeline } }));
    const rows = await this.#run('together', (limited) => this.records.aggregate<PartRow>([...first, ...union], limited).toArray());
    const found = finds.map((): D[] => []);
    const totals = counts.map(() => 0);
    const combined = combinations.map((): CombinationRow[] => []);
    for (const { part, record, combination, total = 0 } of rows) {
      if (record) found[part]?.push(fromRecord<D>(record));
      else if (combination) combined[part - countsEnd]?.push(combination);
      else totals[part - finds.length] = total;
    }
    const combinationsAt = (options: CombinationOptions, place: number) => combinationsOf(options, combined[place] ?? []);
    return { found, counts: totals, combinations: combinations.map(combinationsAt) };
  }

  async findOne(filter: Filter, options: Pick<FindOptions, 'sort' | 'fields'> = {}): Promise<D | null> {
    const query = compileFilter(filter);
    const settings = { sort: compileSort(options.sort), projection: compileFields(options.fields) };
    const record = await this.#run('findOne', (limited) => this.records.findOne(query, { ...settings, ...limited }));
    return record && fromRecord<D>(record);
  }

  async findById(id: D['id']): Promise<D | null> {
    const record = await this.#run('findById', (limited) => this.records.findOne({ _id: { $eq: id } }, limited));
    return record && fromRecord<D>(record);
  }

  async findByIds(ids: readonly D['id'][]): Promise<D[]> {
    const found = await this.#run('findByIds', (limited) => this.records.find({ _id: { $in: [...ids] } }, limited).toArray());
    const byId = new Map(found.map((record) => [record._id, fromRecord<D>(record)]));
    return [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
  }

  async *stream(options: Pick<FindOptions, 'filter' | 'fields'> = {}): AsyncGenerator<D> {
    const { filter = {} } = options;
    const settings = { sort: { _id: 1 }, limit: BATCH, projection: compileFields(options.fields) } as const;
    // A query for each batch instead of one cursor, which a change of the primary would end.
    let rest = compileFilter(filter);
    for (;;) {
      const current = rest;
      const batch = await this.#run('stream', (limited) => this.records.find(current, { ...settings, ...limited }).toArray());
      for (const record of batch) yield fromRecord<D>(record);
      const last = batch.at(-1);
      if (!last || batch.length < BATCH) return;
      rest = compileFilter({ and: [filter, { id: { gt: last._id } }] });
    }
  }

  async count(filter?: Filter): Promise<number> {
    const query = compileFilter(filter);
    return this.#run('count', (limited) => this.records.countDocuments(query, limited));
  }

  async counts(filters: readonly Filter[]): Promise<number[]> {
    if (filters.length === 0) return [];
    const [first = [], ...others] = filters.map((filter, place) => [
      { $match: compileFilter(filter) },
      { $group: { _id: { $literal: place }, total: { $sum: 1 } } },
    ]);
    const union = others.map((pipeline) => ({ $unionWith: { coll: this.name, pipeline } }));
    const rows = await this.#run('counts', (limited) =>
      this.records.aggregate<{ _id: number; total: number }>([...first, ...union], limited).toArray(),
    );
    return filters.map((_, place) => rows.find(({ _id }) => _id === place)?.total ?? 0);
  }

  async distinct(field: string, filter?: Filter): Promise<Scalar[]> {
    const stages = [{ $match: compileFilter(filter) }, ...unwindStages(field), { $group: { _id: `$${fieldName(field)}` } }];
    const rows = await this.#run('distinct', (limited) => this.records.aggregate<{ _id: unknown }>(stages, limited).toArray());
    return rows.map(({ _id: key }) => key).filter(isScalar);
  }

  async group(options: GroupOptions): Promise<GroupRow[]> {
    segmentsOf(options.by);
    const sum = options.sum === undefined ? 0 : `$${segmentsOf(options.sum).join('.')}`;
    const stages: Document[] = [
      { $match: compileFilter(options.filter) },
      { $group: { _id: `$${fieldName(options.by)}`, count: { $sum: 1 }, sum: { $sum: sum } } },
    ];
    const rows = await this.#run('group', (limited) =>
      this.records.aggregate<{ _id: unknown; count: number; sum: number }>(stages, limited).toArray(),
    );
    return rows.map(({ _id: key, count, sum: total }) => ({ key: isScalar(key) ? key : null, count, sum: total }));
  }

  async combinations(options: CombinationOptions): Promise<Combination[]> {
    const stages = combinationStages(options);
    const rows = await this.#run('combinations', (limited) => this.records.aggregate<CombinationRow>(stages, limited).toArray());
    return combinationsOf(options, rows);
  }

  async insert(document: D): Promise<D> {
    await this.#run('insert', (limited) => this.records.insertOne(toRecord(document), limited));
    return document;
  }

  async insertMany(documents: readonly D[]): Promise<void> {
    if (documents.length === 0) return;
    const records = documents.map(toRecord);
    await this.#run('insertMany', async (limited) => {
      try {
        await this.records.insertMany(records, { ordered: true, ...limited });
      } catch (error) {
        await this.#takeBack(records, error, limited);
        throw error;
      }
    });
  }

  /** Removes those that an ordered insert stored before the one that was refused. */
  async #takeBack(records: readonly MongoRecord[], error: unknown, limited: Limit): Promise<void> {
    if (!(error instanceof MongoBulkWriteError) || error.insertedCount === 0) return;
    await this.records.deleteMany({ _id: { $in: records.slice(0, error.insertedCount).map(({ _id }) => _id) } }, limited);
  }

  async updateOne(filter: Filter, update: Update): Promise<number> {
    const [query, changes] = [compileFilter(filter), compileUpdate(update)];
    return this.#run('updateOne', async (limited) => {
      if (!changes) return this.records.countDocuments(query, { limit: 1, ...limited });
      return (await this.records.updateOne(query, changes, limited)).matchedCount;
    });
  }

  async findOneAndUpdate(filter: Filter, update: Update): Promise<D | null> {
    const [query, changes] = [compileFilter(filter), compileUpdate(update)];
    const record = await this.#run('findOneAndUpdate', (limited) =>
      changes
        ? this.records.findOneAndUpdate(query, changes, { returnDocument: 'after', ...limited })
        : this.records.findOne(query, limited),
    );
    return record && fromRecord<D>(record);
  }

  async updateMany(filter: Filter, update: Update): Promise<number> {
    const [query, changes] = [compileFilter(filter), compileUpdate(update)];
    return this.#run('updateMany', async (limited) => {
      if (!changes) return this.records.countDocuments(query, limited);
      return (await this.records.updateMany(query, changes, limited)).matchedCount;
    });
  }

  async bulkUpdate(updates: readonly BulkUpdate[]): Promise<number> {
    const operations = updates.flatMap(({ filter, update }): AnyBulkWriteOperation<MongoRecord>[] => {
      const changes = compileUpdate(update);
      return changes ? [{ updateOne: { filter: compileFilter(filter), update: changes } }] : [];
    });
    if (operations.length === 0) return 0;
    return this.#run(
      'bulkUpdate',
      async (limited) => (await this.records.bulkWrite(operations, { ordered: true, ...limited })).matchedCount,
    );
  }

  async remove(filter: Filter): Promise<number> {
    const query = compileFilter(filter);
    return this.#run('remove', async (limited) => (await this.records.deleteMany(query, limited)).deletedCount);
  }

  async #run<T>(operation: string, work: (limited: Limit) => Promise<T>): Promise<T> {
    this.listener(this.name, operation);
    try {
      return await withLimit(this.timeout, work);
    } catch (error) {
      const index = violatedIndex(error);
      throw index === null ? translated(error) : new DuplicateKeyError(this.name, this.uniqueIndexes.fields(this.name, index));
    }
  }
}
