import type { ChangeEntry, ElementKind } from '../../../lib/contracts/changes';
import { isCommentEvent } from '../comment-event';
import { watchersOf } from '../involved';
import { eventTypes, type EventType } from './web-notification';

/** Members whom the texts of an entry mention. */
export interface Mentions {
  comment: number[];
  /** Of the description, or of an edited comment, those who weren't mentioned before. */
  fresh: number[];
}

export interface WebNotice {
  type: EventType;
  users: number[];
}

/** Kinds whose descriptions tell those they mention. */
export const mentioning: ReadonlySet<ElementKind> = new Set<ElementKind>(['userstory', 'task', 'issue']);

/** Who hears of an entry in the client and of what; filtering by policies comes after it. */
export function webNotices(entry: ChangeEntry, mentions: Mentions): WebNotice[] {
  if (entry.kind === 'membership') return notice(eventTypes.addedAsMember, isBulkMember(entry) ? [entry.document.user] : []);
  if (entry.action === 'delete') return [];
  if (isCommentEvent(entry)) return notice(eventTypes.mentioned, mentions.fresh);
  return [
    ...notice(eventTypes.assigned, newAssignees(entry)),
    ...notice(eventTypes.mentioned, mentions.fresh),
    ...notice(eventTypes.addedAsWatcher, entry.added?.watchers ?? []),
    ...commentNotices(entry, mentions),
  ];
}

/** Only those added together are told (users.md §11); the mail goes to everybody. */
const isBulkMember = ({ action, sent }: ChangeEntry) => action === 'create' && sent.includes('bulk_memberships');

function notice(type: EventType, users: readonly unknown[]): WebNotice[] {
  const ids = [...new Set(users)].filter((id) => typeof id === 'number');
  return ids.length === 0 ? [] : [{ type, users: ids }];
}

/** A story tells those whom an edit added to its assigned_users, other elements their new assignee. */
function newAssignees({ kind, action, diff, document, added }: ChangeEntry): unknown[] {
  if (kind === 'userstory') return added?.assigned_users ?? [];
  if (action === 'create') return [document.assigned_to];
  return diff.assigned_to ? [diff.assigned_to[1]] : [];
}

function commentNotices(entry: ChangeEntry, { comment }: Mentions): WebNotice[] {
  if (entry.comment === '' || entry.action !== 'change') return [];
  const watchers = watchersOf(entry).filter((id) => !comment.includes(id));
  return [...notice(eventTypes.comment, watchers), ...notice(eventTypes.mentionedInComment, comment)];
}
