import { randomUUID } from 'node:crypto';
import type { ChangeEntry } from '../../lib/contracts/changes';
import type { Portable } from '../../lib/resource/portable';
import { renderAll } from '../../lib/resource/rendering';
import { now } from '../../lib/resource/values';
import { historyEntries, type HistoryEntry } from './entry';
import { eventData } from './event.rules';
import { nextEvents } from './numbers';

const initial: Omit<HistoryEntry, 'id' | 'event' | 'project'> = {
  kind: 'project',
  object: 0,
  action: 'change',
  actor: null,
  at: '',
  version: null,
  diff: {},
  names: {},
  snapshot: {},
  comment: '',
  hidden: false,
  sessionId: null,
  sent: [],
  related: {},
  document: {},
  listed: true,
  is_snapshot: false,
  changes: 0,
  comment_html: '',
  actor_name: '',
  delete_comment_date: null,
  delete_comment_user: null,
  edit_comment_date: null,
  comment_versions: null,
  event_type: '',
  in_timeline: false,
  activity_day: null,
  people: [],
  event_data: {},
};

/** What happened travels with the project. */
export const portables: readonly Portable[] = [
  {
    collection: historyEntries.name,
    omitted: ['document', 'related', 'sent', 'sessionId', 'outbox', 'outbox_count'],
    texts: { comment: 'comment_html' },
    async restore(values, context, asker) {
      const events = await nextEvents(asker.node, values.length);
      const html = await renderAll(
        asker,
        context,
        values.map(({ comment, comment_html }) => ({ source: comment_html === undefined && typeof comment === 'string' ? comment : '' })),
      );
      return values.map(({ withSnapshot: _flag, ...own }, index) => {
        const entry = {
          ...initial,
          at: now(),
          comment_html: html[index] ?? '',
          ...own,
          id: randomUUID(),
          event: (own.event as number | undefined) ?? events[index] ?? 0,
          project: context.id,
        };
        // What begins here is told as if it had been made here.
        if (own.in_timeline && own.event_data === undefined) entry.event_data = eventData(entry as ChangeEntry, context, null);
        return { ...entry, changes: Object.keys(entry.diff).length };
      });
    },
  },
];
