import type { Store } from '../../lib/contracts/store';
import { duplicateKeyOf } from '../../lib/store/errors';
import { historyEntries, type HistoryEntry } from './entry';

/** Stores entries in one write, beside those that are there already. */
export async function keepAll(store: Store, entries: readonly HistoryEntry[]): Promise<void> {
  const collection = store.collection<HistoryEntry>(historyEntries.name);
  let missing = [...new Map(entries.map((entry) => [entry.id, entry])).values()];
  for (;;) {
    try {
      const [only] = missing;
      if (missing.length === 1 && only) await collection.insert(only);
      else await collection.insertMany(missing);
      return;
    } catch (error) {
      if (!duplicateKeyOf(error)) throw error;
    }
    const known = new Set(
      (await collection.find({ filter: { id: { in: missing.map(({ id }) => id) } }, fields: ['id'] })).map(({ id }) => id),
    );
    missing = missing.filter(({ id }) => !known.has(id));
  }
}
