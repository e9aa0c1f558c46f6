import type { IssueCounts, KeyCount } from '../../lib/contracts/stats-actions';
import type { Collection, Combination, Store } from '../../lib/contracts/store';
import { countsBy } from '../../lib/resource/counts';
import { collectionName, type Issue } from './issue';
import { FourWeekCounts } from './stats.rules';

const issuesOf = (store: Store) => store.collection<Issue>(collectionName);

const counted = ['type', 'status', 'priority', 'severity', 'owner', 'assigned_to', 'is_closed'];
const isClosed = ({ values }: Combination) => values.is_closed === true;

/** Counts of a project's issues: grouped by the store, and by day in one pass with constant memory (projects.md §8). */
export async function issueCounts(store: Store, project: number): Promise<IssueCounts> {
  const issues = issuesOf(store);
  const [combinations, weeks] = await Promise.all([
    issues.combinations({ fields: counted, arrays: [], filter: { project } }),
    fourWeeks(issues, project),
  ]);
  const total = (some: readonly Combination[]) => some.reduce((sum, { count }) => sum + count, 0);
  const by = (field: string) => countsBy(combinations, field);
  return {
    ...{ total: total(combinations), closed: total(combinations.filter(isClosed)) },
    ...{ per_type: by('type'), per_status: by('status'), per_priority: by('priority'), per_severity: by('severity') },
    ...{ per_owner: by('owner'), per_assigned_to: by('assigned_to') },
    opened_by_day: weeks.opened,
    closed_by_day: weeks.closed,
    open_by_severity: weeks.bySeverity,
    open_by_priority: weeks.byPriority,
  };
}

async function fourWeeks(issues: Collection<Issue>, project: number): Promise<FourWeekCounts> {
  const counts = new FourWeekCounts(new Date());
  const fields = ['created_date', 'finished_date', 'severity', 'priority'];
  for await (const issue of issues.stream({ filter: { project }, fields })) counts.add(issue);
  return counts;
}

/** Issues in a closed status by assignee, all issues by owner. */
export async function memberStats(store: Store, project: number): Promise<{ closed_bugs: KeyCount[]; created_bugs: KeyCount[] }> {
  const fields = ['assigned_to', 'owner', 'is_closed'];
  const combinations = await issuesOf(store).combinations({ fields, arrays: [], filter: { project } });
  return { closed_bugs: countsBy(combinations, 'assigned_to', isClosed), created_bugs: countsBy(combinations, 'owner') };
}
