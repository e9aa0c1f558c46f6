import type { NodeTools } from '../../../lib/contracts/node';
import type { Collection, CollectionDeclaration } from '../../../lib/contracts/store';

/** A value that a client keeps for a user (users.md §8). */
export interface StorageEntry {
  id: number;
  user: number;
  key: string;
  value: unknown;
  created_date: string;
  modified_date: string;
}

export const storageCollection: CollectionDeclaration = { name: 'user_storage', indexes: [{ fields: ['user', 'key'], unique: true }] };

export const storageOf = (node: Pick<NodeTools, 'store'>): Collection<StorageEntry> =>
  node.store.collection<StorageEntry>(storageCollection.name);

/** Removes one entry, if it's there. */
export async function forgetEntry(node: NodeTools, user: number, key: string): Promise<void> {
  await storageOf(node).remove({ user, key });
}

/** Removes all that is kept for a user. */
export async function forgetStorage(node: NodeTools, user: number): Promise<void> {
  await storageOf(node).remove({ user });
}
