import { randomUUID } from 'node:crypto';
import type { ChangeEntry } from '../../lib/contracts/changes';
import type { NodeTools } from '../../lib/contracts/node';
import type { InternalCall } from '../../mixins/service';
import type { CommentEvent, HistoryEntry } from './entry';
import { nextEvent } from './numbers';

/**
 * Editing, deleting and restoring a comment each tell the timelines once more, with the entry's own date, and go out
 * to those who follow the changes; the element counts the comments with a text (history.md, Comments).
 */
export async function commentEvent(node: NodeTools, before: HistoryEntry, changed: HistoryEntry): Promise<CommentEvent> {
  const { outbox: _outbox, outbox_count: _count, ...after } = changed;
  const marks = {
    ...((after.comment_versions ?? []).length > 0 && { comment_edited: true }),
    ...(after.delete_comment_date !== null && { comment_deleted: true }),
  };
  return {
    ...after,
    id: randomUUID(),
    sent: ['comment_changed'],
    listed: false,
    event: await nextEvent(node),
    in_timeline: true,
    activity_day: null,
    event_data: { ...after.event_data, ...marks },
    counted: Number(counts(after)) - Number(counts(before)),
  };
}

/** Deleted comments count as before: clients show them as deleted. */
const counts = ({ comment }: Pick<HistoryEntry, 'comment'>) => comment !== '';

export const isCommentEvent = (entry: ChangeEntry): entry is CommentEvent => entry.sent.includes('comment_changed') && 'counted' in entry;

/** The element's count follows; told again, it stays as it is. */
export async function countComment(
  { id, kind, object, counted: difference }: CommentEvent,
  { call }: Pick<InternalCall, 'call'>,
): Promise<void> {
  if (difference === 0) return;
  const counted = { id, kind, object, difference };
  if (kind === 'issue') await call('issues.commentsCounted', counted);
  else if (kind === 'wikipage') await call('wiki.commentsCounted', counted);
  else await call('backlog.commentsCounted', counted);
}
