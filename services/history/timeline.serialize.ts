import { valuesDiff } from '../../lib/history/values-diff';
import type { UserCard } from '../../lib/contracts/user-card';
import type { View } from '../../lib/resource/view';
import type { HistoryEntry } from './entry';

/** Numbers of the kinds, constant in every installation. */
const contentTypes: Record<HistoryEntry['kind'], number> = {
  user: 4,
  membership: 14,
  project: 15,
  milestone: 49,
  epic: 50,
  relateduserstory: 51,
  wikipage: 52,
  userstory: 53,
  task: 54,
  issue: 55,
};

/** Whose timeline an event is read in. */
export interface Timeline {
  of: 'project' | 'user';
  id: number;
}

/** An event as clients read it (timeline.md, Entry). */
export function shownEvent(entry: HistoryEntry, timeline: Timeline, view: View): Record<string, unknown> {
  return {
    id: entry.event,
    content_type: contentTypes[timeline.of],
    object_id: timeline.id,
    namespace: timeline.of === 'project' ? `project:${timeline.id}` : `user:${String(entry.actor)}`,
    event_type: entry.event_type,
    project: entry.project,
    data_content_type: contentTypes[entry.kind],
    data: dataOf(entry, view),
    created: entry.at,
  };
}

function dataOf(entry: HistoryEntry, view: View): Record<string, unknown> {
  const data = { ...entry.event_data, user: authorOf(view.user(entry.actor), entry.actor) };
  if (entry.kind === 'membership' || entry.kind === 'user') return data;
  return { ...data, values_diff: shortDiff(entry, view), comment: entry.comment, comment_html: entry.comment_html };
}

/** The readable diff; texts are only named (timeline.md, data). */
function shortDiff(entry: HistoryEntry, view: View): Record<string, unknown> {
  const { description_html: _html, ...diff } = valuesDiff(entry.diff, entry.names, (name) => view.text(name));
  if ('description_diff' in diff) diff.description_diff = view.text('Check the history API for the exact diff');
  return diff;
}

/** The author as the account is now; one that is gone keeps only its id. */
export function authorOf(card: UserCard | null, id: number | null): Record<string, unknown> {
  if (!card) return { id };
  return {
    id: card.id,
    name: card.full_name_display,
    photo: card.photo,
    big_photo: card.big_photo,
    gravatar_id: card.gravatar_id,
    username: card.username,
    is_profile_visible: card.is_active && !card.is_system,
    date_joined: card.date_joined,
  };
}
