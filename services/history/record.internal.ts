import type { ChangeEntry } from '../../lib/contracts/changes';
import { duplicateKeyOf } from '../../lib/store/errors';
import type { InternalCall } from '../../mixins/service';
import { historyEntries, type HistoryEntry } from './entry';

/** Keeps a change; one that is known already is left as it is. */
export async function record({ entry }: { entry: ChangeEntry }, { node }: InternalCall): Promise<void> {
  const actor = entry.actor === null ? null : await node.caches.users.one(entry.actor);
  const kept: HistoryEntry = {
    ...entry,
    comment_html: '',
    actor_name: actor?.full_name_display ?? '',
    delete_comment_date: null,
    delete_comment_user: null,
    edit_comment_date: null,
    comment_versions: null,
  };
  try {
    await node.store.collection<HistoryEntry>(historyEntries.name).insert(kept);
  } catch (error) {
    if (!duplicateKeyOf(error)) throw error;
  }
}
