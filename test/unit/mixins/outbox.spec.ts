import type { ChangeEntry } from '../../../lib/contracts/changes';
import type { Caller } from '../../../lib/contracts/node';
import type { Store, StoredDocument } from '../../../lib/contracts/store';
import { openStore } from '../../../lib/store';
import { Outbox, patience, tombstones } from '../../../mixins/outbox';

type Thing = { id: number; outbox: ChangeEntry[]; outbox_count: number };

const longAgo = new Date(Date.now() - 2 * patience).toISOString();
const entry = (id: string, object: number, at = longAgo, action = 'change') =>
  ({ id, kind: 'userstory', object, at, action }) as ChangeEntry;
const call = (() => Promise.reject(new Error('nothing is called'))) as unknown as Caller;

describe('the outbox', () => {
  let store: Store;
  let recorded: string[];
  let relayed: string[];
  let failures: unknown[];
  /** Ids whose recording or relaying fails. */
  let away: Set<string>;

  beforeEach(async () => {
    store = await openStore({ sqlitePath: ':memory:' });
    await store.declare({ name: 'things', indexes: [{ fields: ['outbox_count'] }] });
    await store.declare(tombstones);
    [recorded, relayed, failures, away] = [[], [], [], new Set()];
  });
  afterEach(() => store.close());

  const reach = (list: string[], name: string) => async (one: ChangeEntry) => {
    if (away.has(`${name} ${one.id}`)) throw new Error(`${name} ${one.id}`);
    list.push(one.id);
  };
  const record = async (entries: readonly ChangeEntry[]) => {
    for (const one of entries) await reach(recorded, 'record')(one);
  };
  const open = () => new Outbox(store, record, reach(relayed, 'relay'), (error) => void failures.push(error));
  const things = () => store.collection<Thing>('things');
  const insert = (id: number, entries: ChangeEntry[]) => things().insert({ id, outbox: entries, outbox_count: entries.length });
  const left = async () => [await things().count({ outbox_count: { gt: 0 } }), await store.collection(tombstones.name).count()];

  it('lets go of an entry when it is recorded and relayed, and keeps it when either fails', async () => {
    const outbox = open();
    away = new Set(['record b', 'relay c']);
    for (const [place, id] of ['a', 'b', 'c'].entries()) {
      await insert(place, [entry(id, place)]);
      await outbox.deliver('things', place, [entry(id, place)], call);
    }
    await outbox.settled();
    expect([recorded, relayed]).toEqual([['a', 'c'], ['a']]);
    expect(await left()).toEqual([2, 0]);
    away.clear();
    expect(await outbox.sweep('things', call)).toBe(2);
    expect(relayed.sort()).toEqual(['a', 'b', 'c']);
    expect(await left()).toEqual([0, 0]);
  });

  it('records and ends the entries of one operation in batches, and those alone again of which one failed', async () => {
    const ids = Array.from({ length: 250 }, (_, index) => index + 1);
    for (const id of ids) await insert(id, [entry(`entry ${id}`, id)]);
    const batches: number[] = [];
    const count = async (entries: readonly ChangeEntry[]) => {
      batches.push(entries.length);
      await record(entries);
    };
    const outbox = new Outbox(store, count, reach(relayed, 'relay'), (error) => void failures.push(error));
    away = new Set(['relay entry 7', 'relay entry 120']);
    const operations: string[] = [];
    const end = store.onOperation((collection, operation) => void operations.push(`${collection}.${operation}`));
    const delivered = ids.map((id) => ({ document: id, entries: [entry(`entry ${id}`, id)] }));
    await outbox.deliverAll('things', delivered, call);
    await outbox.settled();
    end();
    expect([batches, operations]).toEqual([Array(5).fill(50), Array(5).fill('things.bulkUpdate')]);
    expect([await left(), failures.length]).toEqual([[2, 0], 2]);
    away.clear();
    expect(await outbox.sweep('things', call)).toBe(2);
    expect([new Set(relayed).size, await left()]).toEqual([250, [0, 0]]);
  });

  it('leaves fresh entries to the process that wrote them', async () => {
    await insert(1, [entry('old', 1), entry('new', 1, new Date().toISOString())]);
    await open().sweep('things', call);
    expect(relayed).toEqual(['old']);
    expect(await things().findById(1)).toMatchObject({ outbox: [{ id: 'new' }], outbox_count: 1 });
  });

  it('delivers all others when one entry fails', async () => {
    away = new Set(['record bad']);
    await insert(1, [entry('bad', 1)]);
    for (let id = 2; id < 40; id++) await insert(id, [entry(`good ${id}`, id)]);
    expect(await open().sweep('things', call)).toBe(38);
    expect(await left()).toEqual([1, 0]);
  });

  it('keeps its counts right when several sweep at once', async () => {
    for (let id = 1; id <= 30; id++) await insert(id, [entry(`first ${id}`, id), entry(`second ${id}`, id)]);
    await Promise.all([open(), open(), open()].map((outbox) => outbox.sweep('things', call)));
    expect(new Set(relayed).size).toBe(60);
    const counts = (await things().find()).map(({ outbox, outbox_count }) => [outbox.length, outbox_count]);
    expect(counts).toEqual(Array(30).fill([0, 0]));
  });

  it('removes a document without losing what it still held', async () => {
    const outbox = open();
    away = new Set(['record edit']);
    await insert(1, [entry('edit', 1)]);
    const deletion = entry('deletion', 1, longAgo, 'delete');
    for (const _again of [false, true]) await outbox.remove('things', deletion);
    expect(await things().findById(1)).toBeNull();
    await outbox.deliver('things', null, [deletion], call);
    await outbox.settled();
    expect(relayed).toEqual(['deletion']);
    away.clear();
    await outbox.sweep('things', call);
    expect(relayed).toEqual(['deletion', 'edit']);
    expect(await left()).toEqual([0, 0]);
  });

  it('keeps what came to a document after it was read', async () => {
    const outbox = open();
    await insert(1, [entry('late', 1)]);
    const deletion = entry('deletion', 1, longAgo, 'delete');
    await outbox.remove('things', deletion, { id: 1, outbox: [], outbox_count: 0 } as StoredDocument);
    expect(await things().findById(1)).toBeNull();
    await outbox.deliver('things', null, [deletion], call);
    await outbox.settled();
    await outbox.sweep('things', call);
    expect(relayed).toEqual(['deletion', 'late']);
  });

  it('finishes a removal that a process began, and takes no other document for it', async () => {
    await insert(1, []);
    await insert(2, [entry('relation', 1, longAgo, 'delete')]);
    const removal = entry('removal', 1, longAgo, 'delete');
    await store.collection(tombstones.name).insert({ ...{ id: 'removal', collection: 'things', removes: 1 }, entry: removal } as never);
    await open().sweep('things', call);
    expect([await things().findById(1), (await things().findById(2))?.outbox]).toEqual([null, []]);
    await insert(1, []);
    await open().rescue('things', { id: 2 });
    await insert(3, [entry('other', 1, longAgo, 'delete')]);
    await open().rescue('things', { id: 3 });
    await things().remove({ id: 3 });
    await open().sweep('things', call);
    expect(await things().findById(1)).not.toBeNull();
    expect(relayed.sort()).toEqual(['other', 'relation', 'removal']);
  });

  it('repeats what follows from a removal until it succeeds, and lets go of the entry only then', async () => {
    const outbox = open();
    const removal = entry('removal', 1, longAgo, 'delete');
    const followed: string[] = [];
    let isAway = true;
    outbox.followRemovals('things', async ({ id }) => {
      if (isAway) throw new Error('away');
      followed.push(id);
    });
    await insert(1, [entry('edit', 1)]);
    await outbox.remove('things', removal);
    expect(await outbox.sweep('things', call)).toBe(1);
    expect([relayed, followed, await left()]).toEqual([['edit'], [], [0, 1]]);
    isAway = false;
    expect(await outbox.sweep('things', call)).toBe(1);
    expect([relayed, followed, await left()]).toEqual([['edit', 'removal'], ['removal'], [0, 0]]);
  });
});
