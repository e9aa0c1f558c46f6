/**
 * The storage contract that every engine fulfils (see `lib/store`). Documents are plain JSON objects with an
 * integer or text `id`; dates are kept as ISO texts.
 */

export type Scalar = string | number | boolean | null;

/** Conditions on one field; several in one object are joined by *and*. Paths may be dotted. `null` equals missing. */
export interface FieldCondition {
  eq?: Scalar;
  ne?: Scalar;
  in?: readonly Scalar[];
  nin?: readonly Scalar[];
  lt?: string | number;
  lte?: string | number;
  gt?: string | number;
  gte?: string | number;
  /** True: the field is missing or null. */
  missing?: boolean;
  /** The field is an array that holds this value (or, for arrays of objects, use a dotted path: `voters.id`). */
  contains?: Scalar;
  containsAny?: readonly Scalar[];
  /** The text field begins with this text (case-sensitive). */
  prefix?: string;
  /** The field is an array of texts, one of which begins with this text. */
  containsPrefix?: string;
  /** The text field contains this text (case-insensitive). */
  includes?: string;
}

/** `{project: 7, status: {in: [1, 2]}, or: [{...}, {...}]}`: keys are field paths joined by *and*. */
export interface Filter {
  and?: readonly Filter[];
  or?: readonly Filter[];
  not?: Filter;
  [path: string]: Scalar | FieldCondition | readonly Filter[] | Filter | undefined;
}

/** `['backlog_order', '-id']`: field paths, `-` for descending. Nulls come first ascending, last descending. */
export type Sort = readonly string[];

/** An order by the place of a field's value in a list: for values that only stand for what is ordered. */
export interface RankedKey {
  field: string;
  /** Ascending; values of one group are equal, and all others are equal behind the last. */
  groups: readonly (readonly Scalar[])[];
  descending: boolean;
}

/** Which documents are read, in which order, and how much of them. */
export interface FindOptions {
  filter?: Filter;
  /** Comes before `sort`. */
  ranked?: RankedKey;
  sort?: Sort;
  limit?: number;
  offset?: number;
  /** Read for this once: nothing of it is kept in memory, so that reading a lot doesn't push out what is read often. */
  once?: boolean;
  /** Only these top-level fields (and `id`). */
  fields?: readonly string[];
}

/** Changes applied atomically to one document. Paths may be dotted. */
export interface Update {
  set?: Record<string, unknown>;
  unset?: readonly string[];
  inc?: Record<string, number>;
  /** Append values to array fields. */
  push?: Record<string, readonly unknown[]>;
  /** Append those values that the array doesn't hold yet (scalars, or objects compared by `id`). */
  addToSet?: Record<string, readonly unknown[]>;
  /** Remove from array fields the elements equal to a scalar, or the objects whose `id` is that scalar. */
  pull?: Record<string, readonly Scalar[]>;
}

/** An index of a collection. */
export interface IndexDeclaration {
  fields: readonly string[];
  unique?: boolean;
  /** Only documents in which this filter holds are indexed (equality and `missing` conditions only). */
  where?: Filter;
  /**
   * The first field is an array (or dotted into an array of objects): each of its values is indexed. Further ones are what
   * those documents are filtered and sorted by.
   */
  multi?: boolean;
  /**
   * Fields with arrays or objects that the index holds as a whole, behind `fields`, so that combinations of all of them
   * are counted from it alone. The embedded engine makes it only; MongoDB takes the index that begins with the same field.
   */
  arrays?: readonly string[];
}

/** Anything kept in a collection. */
export interface StoredDocument {
  id: number | string;
}

/** What documents are grouped and summed by. */
export interface GroupOptions {
  /** Field path; grouped by its value (null for missing). */
  by: string;
  filter?: Filter;
  /** Also sum this field. */
  sum?: string;
}

/** The documents with one value: how many, and the sum of the field asked for. */
export interface GroupRow {
  key: Scalar;
  count: number;
  sum: number;
}

/** Fields whose combinations of values are counted. */
export interface CombinationOptions {
  /** Top-level fields with single values. */
  fields: readonly string[];
  /** Top-level fields with arrays of single values. */
  arrays: readonly string[];
  /** Top-level fields with objects, compared as a whole. */
  objects?: readonly string[];
  filter?: Filter;
}

/** How many documents have the same values in several fields. */
export interface Combination {
  /** By field; null for missing ones. */
  values: Record<string, Scalar>;
  /** By field; empty for missing ones. */
  arrays: Record<string, readonly Scalar[]>;
  /** By field; empty for missing ones. */
  objects: Record<string, Readonly<Record<string, unknown>>>;
  count: number;
}

/** What several reads in one operation gave, in their order. */
export interface Together<D> {
  found: D[][];
  counts: number[];
  combinations: Combination[][];
}

/** One operation of a bulk write. */
export interface BulkUpdate {
  filter: Filter;
  update: Update;
}

/**
 * One collection. Found documents are shared with whoever else finds them: treat them as read-only (the embedded engine
 * freezes them) and make a copy to change one.
 */
export interface Collection<D extends StoredDocument> {
  readonly name: string;
  find(options?: FindOptions): Promise<D[]>;
  findOne(filter: Filter, options?: Pick<FindOptions, 'sort' | 'fields'>): Promise<D | null>;
  findById(id: D['id']): Promise<D | null>;
  /** Those that exist, in the order of the ids, each once. */
  findByIds(ids: readonly D['id'][]): Promise<D[]>;
  /** Several finds, counts and combinations in one operation. */
  together(finds: readonly FindOptions[], counts: readonly Filter[], combinations?: readonly CombinationOptions[]): Promise<Together<D>>;
  /** Every match in batches, in order of id, with constant memory. */
  stream(options?: Pick<FindOptions, 'filter' | 'fields'>): AsyncIterable<D>;
  count(filter?: Filter): Promise<number>;
  /** Several counts in one operation, in the order of the filters. */
  counts(filters: readonly Filter[]): Promise<number[]>;
  /** The scalar values that occur, of array fields those of the elements; without null. */
  distinct(field: string, filter?: Filter): Promise<Scalar[]>;
  group(options: GroupOptions): Promise<GroupRow[]>;
  /** Counts the documents by the values of several fields at once: from it the counts of each of them follow. */
  combinations(options: CombinationOptions): Promise<Combination[]>;
  /** @throws DuplicateKeyError when a unique index refuses it; nothing is stored then. */
  insert(document: D): Promise<D>;
  insertMany(documents: readonly D[]): Promise<void>;
  /** Changes the first match atomically. @returns how many matched (0 or 1). @throws DuplicateKeyError */
  updateOne(filter: Filter, update: Update): Promise<number>;
  /** As updateOne; gives the document after the change, or null when none matched. */
  findOneAndUpdate(filter: Filter, update: Update): Promise<D | null>;
  /** @returns how many matched. */
  updateMany(filter: Filter, update: Update): Promise<number>;
  /** Many independent updateOne in one round trip. @returns how many matched in all. */
  bulkUpdate(updates: readonly BulkUpdate[], options?: Pick<FindOptions, 'once'>): Promise<number>;
  /** @returns how many were removed. */
  remove(filter: Filter): Promise<number>;
}

/** A collection as its owner declares it. */
export interface CollectionDeclaration {
  name: string;
  indexes: readonly IndexDeclaration[];
}

/** Listener for the tests that count operations: called once per operation that reaches the engine. */
export type OperationListener = (collection: string, operation: string) => void;

/** All documents of an installation. Every method throws StoreUnavailableError when the engine does not answer. */
export interface Store {
  /** Makes the collection and its indexes when they are missing; may be repeated. */
  declare(collection: CollectionDeclaration): Promise<void>;
  collection<D extends StoredDocument>(name: string): Collection<D>;
  /** Takes `count` consecutive numbers from the named counter. @returns the first of them; counters start at 1. */
  take(counter: string, count?: number): Promise<number>;
  /** Raises the counter so that the next number is above `value`. */
  raise(counter: string, value: number): Promise<void>;
  /** @throws StoreUnavailableError when the engine doesn't answer. */
  ping(): Promise<void>;
  onOperation(listener: OperationListener): () => void;
  close(): Promise<void>;
}
