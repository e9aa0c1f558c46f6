import type { IssueCounts, KeyCount } from '../../lib/contracts/project-actions';
import type { Collection, Filter, Store } from '../../lib/contracts/store';
import { collectionName, type Issue } from './issue';
import { FourWeekCounts } from './stats.rules';

const issuesOf = (store: Store) => store.collection<Issue>(collectionName);

/** Counts of a project's issues: grouped by the store, and by day in one pass with constant memory (projects.md §8). */
export async function issueCounts(store: Store, project: number): Promise<IssueCounts> {
  const issues = issuesOf(store);
  const by = (field: string) => countBy(issues, field, { project });
  const [[total = 0, closed = 0], type, status, priority, severity, owner, assigned, weeks] = await Promise.all([
    issues.counts([{ project }, { project, is_closed: true }]),
    ...([by('type'), by('status'), by('priority'), by('severity'), by('owner'), by('assigned_to')] as const),
    fourWeeks(issues, project),
  ]);
  return {
    ...{ total, closed },
    ...{ per_type: type, per_status: status, per_priority: priority, per_severity: severity, per_owner: owner, per_assigned_to: assigned },
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
  const issues = issuesOf(store);
  const [closed_bugs, created_bugs] = await Promise.all([
    countBy(issues, 'assigned_to', { project, is_closed: true }),
    countBy(issues, 'owner', { project }),
  ]);
  return { closed_bugs, created_bugs };
}

async function countBy(issues: Collection<Issue>, field: string, filter: Filter): Promise<KeyCount[]> {
  const rows = await issues.group({ by: field, filter });
  return rows.map(({ key, count }) => ({ key: typeof key === 'number' ? key : null, count }));
}
