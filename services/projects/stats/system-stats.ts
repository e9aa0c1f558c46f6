import type { CreationCounts } from '../../../lib/contracts/stats-actions';
import type { Store } from '../../../lib/contracts/store';
import type { RestRequest } from '../../../lib/resource/request';
import { projectsOf } from '../documents';
import { dayOf } from '../../../lib/resource/values';
import { countsPerWeek, creationStats, moduleShares } from './system-stats.rules';

const day = 86_400_000;
/** Milliseconds for which the numbers are kept; they are the same for everybody. */
const maximumAge = 3_600_000;

let kept: { at: number; store: Store; stats: Promise<Record<string, unknown>> } | null = null;

/** Numbers of the installation (misc.md). */
export function systemStats(request: RestRequest): Promise<Record<string, unknown>> {
  const { store } = request.node;
  if (kept?.store === store && Date.now() - kept.at < maximumAge) return kept.stats;
  const stats = computed(request);
  kept = { at: Date.now(), store, stats };
  stats.catch(() => {
    kept = null;
  });
  return stats;
}

async function computed({ node, call }: RestRequest): Promise<Record<string, unknown>> {
  const now = new Date();
  const ago = (days: number) => new Date(now.getTime() - days * day).toISOString();
  const [users, stories, projects] = await Promise.all([
    call('auth.registrations', { since: ago(365) }),
    call('backlog.storiesCreated', { since: ago(8) }),
    projectStats(node.store, now, ago(8)),
  ]);
  return {
    users: { ...creationStats(users, now), counts_last_year_per_week: countsPerWeek(users) },
    projects,
    userstories: creationStats(stories, now),
  };
}

async function projectStats(store: Store, now: Date, since: string): Promise<Record<string, unknown>> {
  const projects = projectsOf(store);
  const withModules = (is_backlog_activated: boolean, is_kanban_activated: boolean) =>
    projects.count({ is_backlog_activated, is_kanban_activated });
  const [total, recent, backlog, kanban, both] = await Promise.all([
    projects.count(),
    projects.find({ filter: { created_date: { gte: since } }, fields: ['created_date'] }),
    withModules(true, false),
    withModules(false, true),
    withModules(true, true),
  ]);
  const counts: CreationCounts = { total, days: {} };
  for (const { created_date } of recent) counts.days[dayOf(created_date)] = (counts.days[dayOf(created_date)] ?? 0) + 1;
  return { ...creationStats(counts, now), ...moduleShares(total, { backlog, kanban, both }) };
}
