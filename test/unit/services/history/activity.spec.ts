import type { Store } from '../../../../lib/contracts/store';
import { openStore } from '../../../../lib/store';
import { activityOf, countedDays } from '../../../../services/history/activity';
import { historyEntries } from '../../../../services/history/entry';
import { Tallies } from '../../../../services/history/tallies';

describe('the activity of a project', () => {
  let store: Store;
  let number = 0;

  beforeEach(async () => {
    store = await openStore({ sqlitePath: ':memory:' });
    for (const collection of [historyEntries, countedDays]) await store.declare(collection);
  });
  afterEach(() => store.close());

  const recordOn = (activity_day: string | null, project = 1) =>
    store.collection(historyEntries.name).insert({ id: `entry ${number++}`, project, activity_day } as never);
  const on = (day: string) => activityOf(store, 1, new Date(`${day}T12:00:00Z`));

  it('counts what was recorded in it, each day once, however often it is asked for and while days are closed', async () => {
    for (const day of ['2030-06-01', '2030-06-01', '2030-06-02', null]) await recordOn(day);
    await recordOn('2030-06-02', 2);
    expect(await on('2030-06-02')).toEqual({ project: 1, total: 3, days: { '2030-06-01': 2, '2030-06-02': 1 } });
    await recordOn('2030-06-05');
    const days = { '2030-06-01': 2, '2030-06-02': 1, '2030-06-05': 1 };
    for (let times = 0; times < 3; times++) expect(await on('2030-06-05')).toEqual({ project: 1, total: 4, days });
    expect(await store.collection(countedDays.name).findById(1)).toMatchObject({ until: '2030-06-04', total: 3 });
  });

  it('counts late what a clock that is behind recorded for yesterday', async () => {
    await recordOn('2030-06-01');
    await on('2030-06-03');
    await recordOn('2030-06-02');
    expect((await on('2030-06-03')).total).toBe(2);
    expect((await on('2030-06-09')).total).toBe(2);
  });

  it('keeps days for a year, and all of them in the total', async () => {
    await recordOn('2029-01-01');
    await recordOn('2030-01-01');
    expect(await on('2030-06-09')).toEqual({ project: 1, total: 2, days: { '2030-01-01': 1 } });
    expect(await on('2031-06-09')).toEqual({ project: 1, total: 2, days: {} });
  });

  it('is closed once by several at once', async () => {
    for (let times = 0; times < 5; times++) await recordOn('2030-06-01');
    const all = await Promise.all([on('2030-06-09'), on('2030-06-09'), on('2030-06-09')]);
    expect(all.map(({ total }) => total)).toEqual([5, 5, 5]);
    expect((await on('2030-06-09')).total).toBe(5);
  });
});

describe('tallies', () => {
  it('run for a key one at a time, and once more for all who asked meanwhile', async () => {
    const tallies = new Tallies();
    let [running, most, runs] = [0, 0, 0];
    const work = async () => {
      runs++;
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
    };
    await Promise.all(Array.from({ length: 20 }, () => tallies.run(1, work)));
    expect([most, runs]).toEqual([1, 2]);
    await tallies.run(1, work);
    expect(runs).toBe(3);
  });

  it('go on after one that failed', async () => {
    const tallies = new Tallies();
    const failing = () => Promise.reject(new Error('away'));
    const [first, second] = await Promise.allSettled([tallies.run(1, failing), tallies.run(1, () => Promise.resolve())]);
    expect([first.status, second.status]).toEqual(['rejected', 'fulfilled']);
  });
});
