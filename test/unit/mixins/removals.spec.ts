import type { Caller } from '../../../lib/contracts/node';
import type { PendingRemoval } from '../../../lib/contracts/removals';
import type { Store } from '../../../lib/contracts/store';
import { apiError } from '../../../lib/errors';
import { openStore } from '../../../lib/store';
import { StoreUnavailableError } from '../../../lib/store/errors';
import { patience } from '../../../mixins/outbox';
import { pendingRemovals, StoredRemovals } from '../../../mixins/removals';

const longAgo = new Date(Date.now() - 2 * patience).toISOString();
const call = (() => Promise.reject(new Error('nothing is called'))) as unknown as Caller;
const wanted = { collection: 'things', document: { id: 7, name: 'Rope' }, moveTo: '8' };

describe('removals', () => {
  let store: Store;
  let removals: StoredRemovals;
  let warnings: unknown[];

  beforeEach(async () => {
    store = await openStore({ sqlitePath: ':memory:' });
    await store.declare(pendingRemovals);
    warnings = [];
    removals = new StoredRemovals(store, { warn: (...details) => void warnings.push(details) });
  });
  afterEach(() => store.close());

  const kept = () => store.collection<PendingRemoval>(pendingRemovals.name).find();
  const age = () => store.collection(pendingRemovals.name).updateMany({}, { set: { at: longAgo } });
  const leave = async () => {
    await expect(removals.run(wanted, () => Promise.reject(new StoreUnavailableError('away')))).rejects.toThrow('away');
    await age();
  };

  it('are kept while they are done, with all that is needed to begin again, and no longer', async () => {
    let meanwhile: PendingRemoval[] = [];
    await removals.run(wanted, async () => {
      meanwhile = await kept();
    });
    await removals.settled();
    expect(meanwhile).toEqual([expect.objectContaining(wanted)]);
    expect(await kept()).toEqual([]);
  });

  it('are forgotten when the API refuses them, and kept when something is away or unforeseen', async () => {
    await expect(removals.run(wanted, () => Promise.reject(apiError('NOT_FOUND')))).rejects.toThrow();
    expect(await kept()).toEqual([]);
    await expect(removals.run(wanted, () => Promise.reject(new Error('a defect')))).rejects.toThrow('a defect');
    await expect(removals.run(wanted, () => Promise.reject(new StoreUnavailableError('away')))).rejects.toThrow('away');
    expect(await kept()).toHaveLength(2);
  });

  it('that were left are finished by who follows them, until that succeeds', async () => {
    const finished: PendingRemoval[] = [];
    let isAway = true;
    removals.follow('things', async (removal) => {
      if (isAway) throw new Error('not yet');
      finished.push(removal);
    });
    await leave();
    expect(await removals.sweep(call)).toBe(0);
    expect([warnings.length, (await kept()).length]).toEqual([1, 1]);
    isAway = false;
    expect(await removals.sweep(call)).toBe(1);
    expect(finished).toEqual([expect.objectContaining(wanted)]);
    expect(await kept()).toEqual([]);
  });

  it('that may still be under way, or that others follow, are left alone', async () => {
    await leave();
    expect(await removals.sweep(call)).toBe(0);
    removals.follow('other things', () => Promise.resolve());
    expect(await removals.sweep(call)).toBe(0);
    removals.follow('things', () => Promise.resolve());
    await store.collection(pendingRemovals.name).updateMany({}, { set: { at: new Date().toISOString() } });
    expect(await removals.sweep(call)).toBe(0);
    expect(await kept()).toHaveLength(1);
  });

  it('that can no longer be done as they were wanted are given up', async () => {
    removals.follow('things', () => Promise.reject(apiError('NOT_FOUND')));
    await leave();
    expect(await removals.sweep(call)).toBe(1);
    expect(await kept()).toEqual([]);
  });
});
