import type { Document } from './document';

const made = new WeakSet<Document>();

/** Remembers documents that were just made by this request. */
export function noteNew(documents: readonly Document[]): void {
  for (const document of documents) made.add(document);
}

/** Whether a document was just made by this request: nobody else knows it yet, so nothing can belong to it. */
export const isNew = (document: Document): boolean => made.has(document);
