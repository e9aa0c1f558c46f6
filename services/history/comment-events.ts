import type { RestRequest } from '../../lib/resource/request';
import { entriesOf } from './history.lookup';
import type { HistoryEntry } from './entry';
import { nextEvent } from './record.internal';
import { randomUUID } from 'node:crypto';

/**
 * Editing, deleting and restoring a comment each tell the timelines once more, with the entry's own date, and go out
 * to those who follow the changes; the element counts the comments with a text (history.md, Comments).
 */
export async function announceComment(request: RestRequest, before: HistoryEntry, after: HistoryEntry): Promise<void> {
  const deleted = after.delete_comment_date !== null;
  const event: HistoryEntry = {
    ...after,
    id: randomUUID(),
    listed: false,
    event: await nextEvent(request.node),
    in_timeline: true,
    event_data: { ...after.event_data, ...(deleted ? { comment_deleted: true } : { comment_edited: true }) },
  };
  await entriesOf(request).insert(event);
  const difference = Number(counts(after)) - Number(counts(before));
  if (difference !== 0) await countComments(request, after, difference);
  await request.node.stream.publish({ ...after, id: event.id, sent: ['comment_changed'] });
}

/** Deleted comments count as before: clients show them as deleted. */
const counts = ({ comment }: HistoryEntry) => comment !== '';

async function countComments(request: RestRequest, { kind, object }: HistoryEntry, difference: number): Promise<void> {
  if (kind === 'issue') await request.call('issues.commentsCounted', { kind, object, difference });
  else if (kind === 'wikipage') await request.call('wiki.commentsCounted', { kind, object, difference });
  else await request.call('backlog.commentsCounted', { kind, object, difference });
}
