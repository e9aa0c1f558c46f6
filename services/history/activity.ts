import type { ChangeEntry } from '../../lib/contracts/changes';
import type { CollectionDeclaration, Collection, Store } from '../../lib/contracts/store';
import type { ProjectActivity } from '../../lib/contracts/stats-actions';
import { storedUnlessDuplicate } from '../../lib/store/duplicates';
import { dayOf } from '../../lib/resource/values';
import type { InternalCall } from '../../mixins/service';
import { historyEntries, type HistoryEntry } from './entry';
import { isCommentEvent } from './comment-events';
import { Tallies } from './tallies';

type Tools = Pick<InternalCall, 'node' | 'call'>;

/** What is counted for good of a project: everything before a day on which nothing is recorded any more. */
interface CountedDays {
  /** Of the project. */
  id: number;
  /** `YYYY-MM-DD`, UTC; empty when nothing is counted yet. */
  until: string;
  total: number;
  /** Of the last year. */
  days: Record<string, number>;
}

export const countedDays: CollectionDeclaration = { name: 'project_activity', indexes: [] };

const countedOf = (store: Store): Collection<CountedDays> => store.collection<CountedDays>(countedDays.name);

const day = 86_400_000;

const daysAgo = (days: number, present: Date) => dayOf(new Date(present.getTime() - days * day).toISOString());

/**
 * Counts the timeline entries of a project. As they are counted where they are kept, whatever is recorded twice or counted
 * again, each counts once. One query goes over what was recorded since yesterday, the rest is counted for good.
 */
export async function activityOf(store: Store, project: number, present = new Date()): Promise<ProjectActivity> {
  const counted = (await countedOf(store).findById(project)) ?? { id: project, until: '', total: 0, days: {} };
  const filter = { project, activity_day: { gte: counted.until } };
  const rows = await store.collection<HistoryEntry>(historyEntries.name).group({ by: 'activity_day', filter });
  const fresh = rows.map(({ key, count }) => ({ date: String(key), count }));
  // What another process records by a clock that is behind still belongs to yesterday.
  const yesterday = daysAgo(1, present);
  const closed = fresh.filter(({ date }) => date < yesterday);
  if (closed.length > 0) await close(store, counted, { ...sumOf(counted, closed, present), until: yesterday });
  return { project, ...sumOf(counted, fresh, present) };
}

function sumOf(counted: CountedDays, fresh: readonly { date: string; count: number }[], present: Date) {
  const oldest = daysAgo(366, present);
  const days = [...Object.entries(counted.days), ...fresh.map(({ date, count }) => [date, count] as const)];
  return {
    total: fresh.reduce((total, { count }) => total + count, counted.total),
    days: Object.fromEntries(days.filter(([date]) => date >= oldest)),
  };
}

/** Of processes that close the same days at once one does. */
async function close(store: Store, counted: CountedDays, closed: Omit<CountedDays, 'id'>): Promise<void> {
  const { id, until } = counted;
  if ((await countedOf(store).updateOne({ id, until }, { set: { ...closed } })) > 0 || until !== '') return;
  await storedUnlessDuplicate(() => countedOf(store).insert({ id, ...closed }));
}

const tallies = new WeakMap<object, Tallies>();

/** Brings the totals of a project up to date. Resolves when they hold everything that was recorded before the call. */
export function tally(project: number, { node, call }: Tools): Promise<void> {
  let running = tallies.get(node);
  if (!running) tallies.set(node, (running = new Tallies()));
  return running.run(project, async () => call('projects.noteActivity', await activityOf(node.store, project)));
}

/** Follows the changes, so that what was recorded by a process that died is counted too. */
export async function followActivity(entry: ChangeEntry, call: InternalCall): Promise<void> {
  if (entry.project !== null && !entry.hidden && !isCommentEvent(entry)) await tally(entry.project, call);
}
