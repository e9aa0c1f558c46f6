import type { Collection, StoredDocument } from '../contracts/store';
import { duplicateKeyOf } from './errors';

/**
 * Does a write that somebody else may have done already.
 * @returns false when a unique index refused it
 * @throws every other error of the write
 */
export async function storedUnlessDuplicate(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (!duplicateKeyOf(error)) throw error;
    return false;
  }
}

/** Inserts those documents of which the collection has none yet, each by itself only if some came before. */
export async function insertMissing<D extends StoredDocument>(collection: Collection<D>, documents: readonly D[]): Promise<void> {
  if (await storedUnlessDuplicate(() => collection.insertMany(documents))) return;
  // Which of them came before isn't told.
  await Promise.all(documents.map((document) => storedUnlessDuplicate(() => collection.insert(document))));
}

/**
 * Does a write that a unique index may refuse.
 * @throws the refusal in place of the index's error, every other error of the write as it is
 */
export async function refusingDuplicates<Result>(write: () => Promise<Result>, refusal: () => Error): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    throw duplicateKeyOf(error) ? refusal() : error;
  }
}
