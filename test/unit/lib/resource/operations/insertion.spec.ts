import type { Collection, Store } from '../../../../../lib/contracts/store';
import { insertNew } from '../../../../../lib/resource/operations/insertion';
import { openStore } from '../../../../../lib/store';

type Thing = { id: number; ref: number; name?: string; outbox?: unknown[]; outbox_count?: number };

describe('new documents', () => {
  let store: Store;
  let things: Collection<Thing>;

  beforeEach(async () => {
    store = await openStore({ sqlitePath: ':memory:' });
    await store.declare({ name: 'things', indexes: [{ fields: ['ref'], unique: true }] });
    things = store.collection<Thing>('things');
  });
  afterEach(() => store.close());

  const all = async () => (await things.find({ sort: ['id'] })).map(({ id, ref }) => [id, ref]);

  it('that the store had stored when its answer was lost are stored', async () => {
    const thing = { id: 1, ref: 1, name: undefined, outbox: [{ id: 'entry' }], outbox_count: 1 };
    await things.insert({ id: 1, ref: 1, outbox: [], outbox_count: 0 });
    await insertNew(things, [thing]);
    expect(await all()).toEqual([[1, 1]]);
  });

  it('of which some were stored then are stored all, once', async () => {
    const fresh = [1, 2, 3].map((id) => ({ id, ref: id }));
    await things.insert({ id: 1, ref: 1 });
    await insertNew(things, fresh);
    expect(await all()).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
  });

  it('are refused when another document has what must be unique, also under the same id', async () => {
    await things.insert({ id: 1, ref: 7 });
    await expect(insertNew(things, [{ id: 2, ref: 7 }])).rejects.toMatchObject({ type: 'DUPLICATE_KEY' });
    await expect(insertNew(things, [{ id: 1, ref: 8 }])).rejects.toMatchObject({ type: 'DUPLICATE_KEY' });
    expect(await all()).toEqual([[1, 7]]);
  });
});
