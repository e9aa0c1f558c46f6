import type { FourWeeks, IssueCounts, KeyCount } from '../../../lib/contracts/stats-actions';
import type { ProjectContext, SettingItem, SettingKind } from '../../../lib/contracts/project-context';
import type { UserCard } from '../../../lib/contracts/user-card';
import { translate } from '../../../lib/text/translate';

/** What gives the counts their names. */
export interface IssueStatsView {
  context: ProjectContext;
  users: ReadonlyMap<number, UserCard>;
  language: string;
}

type Named = { id: number; name: string; color: string | undefined };

/** The answer of GET /projects/:id/issues_stats (projects.md §8). */
export function issueStats(counts: IssueCounts, view: IssueStatsView): Record<string, unknown> {
  return {
    total_issues: counts.total,
    opened_issues: counts.total - counts.closed,
    closed_issues: counts.closed,
    issues_per_type: perSetting(counts.per_type, 'issue_types', view),
    issues_per_status: perSetting(counts.per_status, 'issue_statuses', view),
    issues_per_priority: perSetting(counts.per_priority, 'priorities', view),
    issues_per_severity: perSetting(counts.per_severity, 'severities', view),
    issues_per_owner: perUser(counts.per_owner, view),
    issues_per_assigned_to: { ...unassigned(counts.per_assigned_to), ...perUser(counts.per_assigned_to, view) },
    last_four_weeks_days: {
      by_open_closed: { open: counts.opened_by_day, closed: counts.closed_by_day },
      by_severity: byDay(counts.open_by_severity, 'severities', view),
      by_priority: byDay(counts.open_by_priority, 'priorities', view),
      // The API names it but never fills it.
      by_status: {},
    },
  };
}

function settingOf(kind: SettingKind, id: number | null, { context, language }: IssueStatsView): Named | null {
  const item: SettingItem | undefined = context.settings[kind].find((setting) => setting.id === id);
  return item ? { id: item.id, name: translate(item.name, language), color: item.color } : null;
}

function perSetting(counts: readonly KeyCount[], kind: SettingKind, view: IssueStatsView): Record<string, unknown> {
  return Object.fromEntries(
    counts.flatMap(({ key, count }) => {
      const setting = settingOf(kind, key, view);
      return setting && count > 0 ? [[setting.id, { count, ...setting }]] : [];
    }),
  );
}

function byDay(counts: readonly { key: number; days: FourWeeks }[], kind: SettingKind, view: IssueStatsView): Record<string, unknown> {
  return Object.fromEntries(
    counts.flatMap(({ key, days }) => {
      const setting = settingOf(kind, key, view);
      return setting ? [[key, { ...setting, data: days }]] : [];
    }),
  );
}

function perUser(counts: readonly KeyCount[], { users }: IssueStatsView): Record<string, unknown> {
  return Object.fromEntries(
    counts.flatMap(({ key, count }) => {
      const card = key === null ? undefined : users.get(key);
      return card ? [[card.id, { count, username: card.username, name: card.full_name_display, id: card.id, color: card.color }]] : [];
    }),
  );
}

function unassigned(counts: readonly KeyCount[]): Record<string, unknown> {
  const count = counts.find(({ key }) => key === null)?.count ?? 0;
  return count === 0 ? {} : { 0: { count, username: 'Unassigned', name: 'Unassigned', id: 0, color: 'black' } };
}
