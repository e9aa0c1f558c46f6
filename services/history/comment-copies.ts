import { randomUUID } from 'node:crypto';
import type { InternalActions } from '../../lib/contracts/actions';
import type { InternalCall } from '../../mixins/service';
import { fullKinds, historyEntries, type HistoryEntry } from './entry';
import { nextEvents } from './numbers';

type Way = InternalActions['history.copyComments']['params'];

/** Comments that aren't deleted become those of another element too; no timeline tells them twice. */
export async function copyComments({ from, to }: Way, { node }: Pick<InternalCall, 'node'>): Promise<void> {
  const collection = node.store.collection<HistoryEntry>(historyEntries.name);
  const { kind, object } = from;
  const filter = { kind, object, listed: true, comment: { ne: '' }, delete_comment_date: null };
  const comments = await collection.find({ filter, sort: ['at'] });
  const events = await nextEvents(node, comments.length);
  const event_type = `${fullKinds[to.kind]}.change`;
  const copies = comments.map((entry, index) => ({ ...entry, ...blank, ...to, id: randomUUID(), event: events[index] ?? 0, event_type }));
  if (copies.length > 0) await collection.insertMany(copies);
}

/** What a comment doesn't take along: the changes made with it, and its event in the timelines. */
const blank: Partial<HistoryEntry> = {
  action: 'change',
  version: null,
  diff: {},
  names: {},
  changes: 0,
  snapshot: {},
  is_snapshot: false,
  in_timeline: false,
  activity_day: null,
  people: [],
  event_data: {},
  document: {},
  outbox: [],
  outbox_count: 0,
};
