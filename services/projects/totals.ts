import type { ProjectActivity } from '../../lib/contracts/stats-actions';
import type { Store } from '../../lib/contracts/store';
import { now } from '../../lib/resource/values';
import { projectsOf } from './documents';
import { countByDay, recentCounts } from './totals.rules';

/** Shows how much has happened in a project (projects.md §7). */
export async function noteActivity(store: Store, { project, total, days }: ProjectActivity): Promise<void> {
  const { week, month, year } = recentCounts(days, new Date());
  const set = {
    total_activity: total,
    total_activity_last_week: week,
    total_activity_last_month: month,
    total_activity_last_year: year,
    totals_updated_datetime: now(),
  };
  // Of two counts at once the later one stays, whichever is stored first.
  await projectsOf(store).updateOne({ id: project, total_activity: { lte: total } }, { set });
}

/** Brings the totals of likes up to date. */
export async function countFans(store: Store, project: number): Promise<void> {
  const stored = await projectsOf(store).findById(project);
  if (!stored) return;
  const { week, month, year } = recentCounts(countByDay(stored.fans.map(({ at }) => at)), new Date());
  const set = {
    total_fans: stored.fans.length,
    total_fans_last_week: week,
    total_fans_last_month: month,
    total_fans_last_year: year,
    totals_updated_datetime: now(),
  };
  await projectsOf(store).updateOne({ id: project }, { set });
}
