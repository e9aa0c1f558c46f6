import type { StoredDocument } from '../../contracts/store';
import { pickFields } from '../paths';

/** Freezes plain JSON through and through, so that nobody changes what others share. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFreeze(part);
  }
  return value;
}

/**
 * The last projection of each document, as long as the document is kept: shared and frozen as the document itself, so that
 * whoever keeps what was made of it finds it again.
 */
export class Projections {
  readonly #last = new WeakMap<object, { fields: readonly string[]; picked: object }>();

  /** @param fields the same list each time */
  of<D extends StoredDocument>(document: D, fields?: readonly string[]): D {
    if (!fields) return document;
    const known = this.#last.get(document);
    if (known?.fields === fields) return known.picked as D;
    const picked = Object.freeze(pickFields(document, fields));
    this.#last.set(document, { fields, picked });
    return picked;
  }
}

interface Entry {
  document: StoredDocument;
  size: number;
}

/**
 * Parsed documents by collection and id, bounded by the length of their JSON texts. Two generations instead of exact
 * recency: what is read moves to the young one; when that is full the old one is dropped.
 */
export class DocumentCache {
  #young = new Map<string, Map<unknown, Entry>>();
  #old = new Map<string, Map<unknown, Entry>>();
  #size = 0;
  #version = 0;

  /** @param capacity characters of JSON kept at most. */
  constructor(private readonly capacity: number) {}

  get(collection: string, id: unknown): StoredDocument | undefined {
    const young = this.#young.get(collection)?.get(id);
    if (young) return young.document;
    const old = this.#old.get(collection)?.get(id);
    if (old) this.#put(collection, id, old);
    return old?.document;
  }

  /** @param size length of the document's JSON text. */
  set(collection: string, document: StoredDocument, size: number): void {
    this.#put(collection, document.id, { document, size });
  }

  #put(collection: string, id: unknown, entry: Entry): void {
    if (this.#size + entry.size > this.capacity / 2) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#size = 0;
    }
    let documents = this.#young.get(collection);
    if (!documents) this.#young.set(collection, (documents = new Map()));
    documents.set(id, entry);
    this.#size += entry.size;
  }

  delete(collection: string, id: unknown): void {
    const entry = this.#young.get(collection)?.get(id);
    if (entry) this.#size -= entry.size;
    this.#young.get(collection)?.delete(id);
    this.#old.get(collection)?.delete(id);
  }

  /** Forgets everything when the version of what lies below isn't the one of the last call. */
  validFor(version: number): void {
    if (version !== this.#version) this.clear();
    this.#version = version;
  }

  clear(): void {
    this.#young.clear();
    this.#old.clear();
    this.#size = 0;
  }
}
