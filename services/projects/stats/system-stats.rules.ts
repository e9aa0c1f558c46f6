import type { CreationCounts } from '../../../lib/contracts/stats-actions';

const day = 86_400_000;
const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Numbers of one kind of thing (misc.md, stats). */
export interface CreationStats {
  total: number;
  today: number;
  average_last_seven_days: number;
  average_last_five_working_days: number;
}

export function creationStats({ total, days }: CreationCounts, now: Date): CreationStats {
  const lastWeek = [1, 2, 3, 4, 5, 6, 7].map((age) => now.getTime() - age * day);
  const workingDays = lastWeek.filter((time) => ![0, 6].includes(new Date(time).getUTCDay()));
  const sum = (times: readonly number[]) => times.reduce((all, time) => all + (days[dateOf(time)] ?? 0), 0);
  return {
    total,
    today: days[dateOf(now.getTime())] ?? 0,
    average_last_seven_days: sum(lastWeek) / 7,
    average_last_five_working_days: sum(workingDays) / 5,
  };
}

/** Monday's date → how many there were at the end of that week, for weeks in which there were new ones. */
export function countsPerWeek({ total, days }: CreationCounts): Record<string, number> {
  const dates = Object.keys(days).sort();
  let sum = total - dates.reduce((all, date) => all + (days[date] ?? 0), 0);
  const weeks: Record<string, number> = {};
  for (const date of dates) {
    sum += days[date] ?? 0;
    weeks[mondayOf(date)] = sum;
  }
  return weeks;
}

function mondayOf(date: string): string {
  const time = Date.parse(`${date}T00:00:00Z`);
  return dateOf(time - ((new Date(time).getUTCDay() + 6) % 7) * day);
}

/** Shares of projects by their modules, in percent. */
export function moduleShares(total: number, counts: { backlog: number; kanban: number; both: number }): Record<string, number> {
  const percent = (count: number) => (total === 0 ? 0 : (count * 100) / total);
  return {
    total_with_backlog: counts.backlog,
    percent_with_backlog: percent(counts.backlog),
    total_with_kanban: counts.kanban,
    percent_with_kanban: percent(counts.kanban),
    total_with_backlog_and_kanban: counts.both,
    percent_with_backlog_and_kanban: percent(counts.both),
  };
}
