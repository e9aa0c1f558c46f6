import type { FourWeeks } from '../../lib/contracts/stats-actions';
import type { Issue } from './issue';

const days = 28;
const dayLength = 86_400_000;

/** What the statistics read of an issue. */
export type CountedIssue = Pick<Issue, 'created_date' | 'finished_date' | 'severity' | 'priority'>;

/** Counts issues by day over the last four weeks (projects.md §8). Days are counted in UTC; the last is today. */
export class FourWeekCounts {
  readonly opened: FourWeeks = zeros();
  readonly closed: FourWeeks = zeros();
  private readonly severities = new Map<number, FourWeeks>();
  private readonly priorities = new Map<number, FourWeeks>();
  private readonly first: number;

  /** @param today any moment of the last day */
  constructor(today: Date) {
    this.first = dayOf(today.getTime()) - days + 1;
  }

  add({ created_date, finished_date, severity, priority }: CountedIssue): void {
    const created = this.indexOf(created_date);
    const finished = finished_date === null ? null : this.indexOf(finished_date);
    count(this.opened, created);
    if (finished !== null) count(this.closed, finished);
    for (const [rows, key] of [[this.severities, severity] as const, [this.priorities, priority] as const]) {
      if (key !== null) addOpenDays(rowOf(rows, key), created, finished);
    }
  }

  get bySeverity() {
    return entriesOf(this.severities);
  }

  get byPriority() {
    return entriesOf(this.priorities);
  }

  private indexOf(moment: string): number {
    return dayOf(Date.parse(moment)) - this.first;
  }
}

const zeros = (): FourWeeks => new Array<number>(days).fill(0);
const dayOf = (moment: number) => Math.floor(moment / dayLength);

function count(row: FourWeeks, index: number): void {
  if (index >= 0 && index < days) row[index] = (row[index] ?? 0) + 1;
}

/** Open on a day: created before its end, and unfinished or finished after its beginning. */
function addOpenDays(row: FourWeeks, created: number, finished: number | null): void {
  const last = Math.min(finished ?? days - 1, days - 1);
  for (let index = Math.max(created, 0); index <= last; index++) count(row, index);
}

function rowOf(rows: Map<number, FourWeeks>, key: number): FourWeeks {
  const row = rows.get(key) ?? zeros();
  rows.set(key, row);
  return row;
}

const entriesOf = (rows: ReadonlyMap<number, FourWeeks>) => [...rows].map(([key, row]) => ({ key, days: row }));
