import type { Store } from '../../lib/contracts/store';
import { DuplicateKeyError } from '../../lib/store/errors';
import { now } from '../../lib/resource/values';
import { activitiesOf, projectsOf, type ProjectActivity } from './documents';
import { countByDay, dayOf, outdatedDays, recentCounts } from './totals.rules';

/** Counts a timeline entry of a project (projects.md §7). */
export async function noteActivity(store: Store, project: number, at: string): Promise<void> {
  const activity = await counted(store, project, dayOf(at));
  const present = new Date();
  const outdated = outdatedDays(activity.days, present);
  if (outdated.length > 0) await activitiesOf(store).updateOne({ id: project }, { unset: outdated.map((date) => `days.${date}`) });
  const { week, month, year } = recentCounts(activity.days, present);
  const set = {
    total_activity: activity.total,
    total_activity_last_week: week,
    total_activity_last_month: month,
    total_activity_last_year: year,
    totals_updated_datetime: now(),
  };
  // Of two entries at once the later count stays, whichever is stored first.
  await projectsOf(store).updateOne({ id: project, total_activity: { lt: activity.total } }, { set });
}

async function counted(store: Store, project: number, day: string): Promise<ProjectActivity> {
  const increment = { inc: { total: 1, [`days.${day}`]: 1 } };
  const known = await activitiesOf(store).findOneAndUpdate({ id: project }, increment);
  if (known) return known;
  try {
    return await activitiesOf(store).insert({ id: project, total: 1, days: { [day]: 1 } });
  } catch (error) {
    if (!(error instanceof DuplicateKeyError)) throw error;
    return counted(store, project, day);
  }
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
