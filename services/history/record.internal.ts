import type { ChangeEntry } from '../../lib/contracts/changes';
import type { InternalCall } from '../../mixins/service';
import { tally } from './activity';
import { countComment, isCommentEvent } from './comment-events';
import type { HistoryEntry } from './entry';
import { historyEntriesOf } from './history-entries';
import { keepAll } from './keeping';

/** Keeps changes; those that are known already are left as they are. */
export async function record({ entries }: { entries: ChangeEntry[] }, call: InternalCall): Promise<void> {
  const events = entries.filter(isCommentEvent);
  for (const event of events) await countComment(event, call);
  const kept = await historyEntriesOf(
    entries.filter((entry) => !isCommentEvent(entry)),
    call,
  );
  await keepAll(call.node.store, [...events, ...kept]);
  await Promise.all([...new Set(kept.filter(isAnsweredNext).map(({ project }) => project))].map((project) => tally(project, call)));
}

/** Totals of activity follow on their own, save where the project itself is answered next. */
const isAnsweredNext = (entry: HistoryEntry): entry is HistoryEntry & { project: number } =>
  entry.project !== null && entry.activity_day !== null && (entry.kind === 'project' || entry.kind === 'membership');
