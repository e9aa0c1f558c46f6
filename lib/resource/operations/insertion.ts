import type { Collection } from '../../contracts/store';
import { duplicateKeyOf } from '../../store/errors';
import type { Document } from '../document';
import { equalJson } from '../values';

/**
 * Stores new documents, whose ids nobody else has. A store whose answer was lost is sent them again and may then refuse what
 * it has itself stored before: that counts as stored.
 * @throws DuplicateKeyError when another document has a unique value of one of them
 */
export async function insertNew<D extends Document>(collection: Collection<D>, documents: readonly D[]): Promise<void> {
  let missing = documents;
  while (missing.length > 0) {
    try {
      if (missing.length === 1) await collection.insert(missing[0] as D);
      else await collection.insertMany(missing);
      return;
    } catch (error) {
      if (!duplicateKeyOf(error)) throw error;
      const left = await without(collection, missing);
      if (left.length === missing.length) throw error;
      missing = left;
    }
  }
}

/** Those of the documents that the store hasn't got as they are. */
async function without<D extends Document>(collection: Collection<D>, documents: readonly D[]): Promise<D[]> {
  const stored = new Map((await collection.findByIds(documents.map(({ id }) => id))).map((document) => [document.id, document]));
  return documents.filter((document) => {
    const found = stored.get(document.id);
    return !found || !isSame(found, document);
  });
}

/** Whether all but the outbox is the same, which may have been emptied since. */
function isSame(stored: Document, document: Document): boolean {
  // As it is stored: without what is undefined.
  const { outbox: _, outbox_count: __, ...sent } = JSON.parse(JSON.stringify(document)) as Document;
  return Object.entries(sent).every(([name, value]) => equalJson(stored[name], value));
}
