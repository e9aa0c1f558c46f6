import { FourWeekCounts } from '../../../../services/issues/stats.rules';

const today = new Date('2030-02-28T15:00:00Z');
const issue = (created_date: string, finished_date: string | null) => ({ created_date, finished_date, severity: 1, priority: 2 });

describe('the statistics of issues by day', () => {
  it('counts what opened and closed on each of the last 28 days, the last being today', () => {
    const counts = new FourWeekCounts(today);
    counts.add(issue('2030-02-28T23:59:59.999Z', null));
    counts.add(issue('2030-02-01T00:00:00.000Z', '2030-02-27T00:00:00.000Z'));
    counts.add(issue('2030-01-31T23:59:59.999Z', '2030-02-01T10:00:00.000Z'));
    expect(counts.opened).toEqual([1, ...Array<number>(26).fill(0), 1]);
    expect(counts.closed).toEqual([1, ...Array<number>(25).fill(0), 1, 0]);
  });

  it('counts an issue as open from the day it was created through the day it was finished', () => {
    const counts = new FourWeekCounts(today);
    counts.add(issue('2029-12-24T00:00:00.000Z', '2030-02-02T00:00:00.000Z'));
    counts.add(issue('2030-02-28T00:00:00.000Z', null));
    const open = [1, 1, ...Array<number>(25).fill(0), 1];
    expect(counts.bySeverity).toEqual([{ key: 1, days: open }]);
    expect(counts.byPriority).toEqual([{ key: 2, days: open }]);
  });

  it('knows nothing of issues that were finished before', () => {
    const counts = new FourWeekCounts(today);
    counts.add(issue('2029-12-24T00:00:00.000Z', '2030-01-01T00:00:00.000Z'));
    expect(counts.closed).toEqual(Array<number>(28).fill(0));
    expect(counts.bySeverity).toEqual([{ key: 1, days: Array<number>(28).fill(0) }]);
  });
});
