import type { UserCard } from '../../lib/contracts/user-card';
import { valuesDiff } from '../../lib/history/values-diff';
import type { View } from '../../lib/resource/view';
import { fullKinds, type HistoryEntry } from './entry';

const types = { change: 1, create: 2, delete: 3 } as const;

/** An entry as clients read it (history.md, Entry). */
export function shownEntry(entry: HistoryEntry, view: View): Record<string, unknown> {
  const deleter = entry.delete_comment_user === null ? null : view.user(entry.delete_comment_user);
  return {
    id: entry.id,
    user: authorOf(entry, view.user(entry.actor)),
    created_at: entry.at,
    type: types[entry.action],
    key: `${fullKinds[entry.kind]}:${entry.object}`,
    diff: entry.diff,
    snapshot: entry.is_snapshot ? entry.snapshot : null,
    values: entry.names,
    values_diff: valuesDiff(entry.diff, entry.names, (name) => view.text(name)),
    comment: entry.comment,
    comment_html: entry.comment_html,
    delete_comment_date: entry.delete_comment_date,
    delete_comment_user:
      entry.delete_comment_date === null ? null : { pk: entry.delete_comment_user, name: deleter?.full_name_display ?? '' },
    edit_comment_date: entry.edit_comment_date,
    is_hidden: entry.hidden,
    is_snapshot: entry.is_snapshot,
  };
}

/** The author as of now; the name of the time when the account is gone. Users of the system never were active. */
function authorOf({ actor, actor_name }: HistoryEntry, card: UserCard | null): Record<string, unknown> {
  const shown = card && (card.is_active || card.is_system) ? card : null;
  return {
    pk: actor,
    username: shown?.username ?? null,
    name: shown?.full_name_display ?? actor_name,
    photo: shown?.photo ?? null,
    is_active: card?.is_active ?? false,
    gravatar_id: card?.gravatar_id ?? null,
  };
}

/** Ids of the accounts that entries show. */
export const peopleShown = (entries: readonly HistoryEntry[]) =>
  entries.flatMap(({ actor, delete_comment_user: deleter }) => [actor, deleter].filter((id) => id !== null));
