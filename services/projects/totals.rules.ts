import { dayOf } from '../../lib/resource/values';

const day = 86_400_000;

/** Counts of what happened in the last 7 days, month and year. */
export interface RecentCounts {
  week: number;
  month: number;
  year: number;
}

const sinceDay = (now: Date, days: number) => new Date(now.getTime() - days * day).toISOString().slice(0, 10);

/** Sums of counts by day. */
export function recentCounts(days: Readonly<Record<string, number>>, now: Date): RecentCounts {
  const sum = (length: number) => {
    const start = sinceDay(now, length);
    return Object.entries(days).reduce((total, [date, count]) => (date > start ? total + count : total), 0);
  };
  return { week: sum(7), month: sum(30), year: sum(365) };
}

/** Numbers of datetimes by day. */
export function countByDay(dates: Iterable<string>): Record<string, number> {
  const days: Record<string, number> = {};
  for (const date of dates) days[dayOf(date)] = (days[dayOf(date)] ?? 0) + 1;
  return days;
}
