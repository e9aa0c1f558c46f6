import { timelineDiff, withThumbnails } from '../../lib/history/values-diff';
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

/** Who did it: in restored timelines somebody whose own timeline doesn't have it. */
export const authorIdOf = ({ actor, restored_author }: HistoryEntry): number | null => restored_author ?? actor;

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
  const author = authorIdOf(entry);
  const data = { ...entry.event_data, user: authorOf(view.user(author), author) };
  if (entry.kind === 'membership' || entry.kind === 'user') return data;
  const { comment, comment_html } = saidThen(entry);
  return { ...data, values_diff: shownDiff(entry, view), comment, comment_html };
}

/** What is edited later is told by an event of its own (timeline.md, When). */
const saidThen = (entry: HistoryEntry) => (entry.listed ? (entry.comment_versions?.[0] ?? entry) : entry);

const shownDiff = ({ shown_diff, diff, names }: HistoryEntry, view: View) =>
  withThumbnails(shown_diff ?? timelineDiff(diff, names, (name) => view.text(name)));

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
