import { Errors } from 'moleculer';

/** What a {@link DuplicateKeyError} carries over the wire in `data`. */
export interface DuplicateKeyData {
  collection: string;
  /** Field paths of the unique index that refused the write. */
  fields: string[];
}

const DUPLICATE_KEY = 'DUPLICATE_KEY';
const STORE_UNAVAILABLE = 'STORE_UNAVAILABLE';
const DOCUMENT_TOO_LARGE = 'DOCUMENT_TOO_LARGE';

/** A unique index refused a write; nothing was stored. */
export class DuplicateKeyError extends Errors.MoleculerError {
  declare data: DuplicateKeyData;

  constructor(collection: string, fields: string[]) {
    super(`Duplicate key in ${collection}: ${fields.join(', ')}`, 409, DUPLICATE_KEY, { collection, fields });
    this.name = 'DuplicateKeyError';
  }

  get collection(): string {
    return this.data.collection;
  }

  get fields(): string[] {
    return this.data.fields;
  }
}

/** The engine can't be reached or refuses to work right now (code 503, may be tried again). */
export class StoreUnavailableError extends Errors.MoleculerRetryableError {
  constructor(reason: string) {
    super(`The store is not available: ${reason}`, 503, STORE_UNAVAILABLE, {});
    this.name = 'StoreUnavailableError';
  }
}

/** A document is over what the engine can hold; nothing was stored. */
export class DocumentTooLargeError extends Errors.MoleculerError {
  constructor(reason: string) {
    super(`A document is too large for the store: ${reason}`, 413, DOCUMENT_TOO_LARGE, {});
    this.name = 'DocumentTooLargeError';
  }
}

/** @returns what a duplicate-key error says, also of one that was rebuilt after crossing NATS; else null. */
export function duplicateKeyOf(error: unknown): DuplicateKeyData | null {
  return typeOf(error) === DUPLICATE_KEY ? (error as { data: DuplicateKeyData }).data : null;
}

/** @returns whether the error says that a document is too large for a store, also after crossing NATS. */
export function isDocumentTooLarge(error: unknown): boolean {
  return typeOf(error) === DOCUMENT_TOO_LARGE;
}

/** An error that crossed NATS is no instance of its class any more, but keeps its type. */
function typeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'type' in error ? error.type : undefined;
}
