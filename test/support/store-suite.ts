import type { Collection, Filter, Store } from '../../lib/contracts/store';
import { DuplicateKeyError, applyUpdate, matches } from '../../lib/store';
import { insertMissing } from '../../lib/store/duplicates';
import { FILTERS, THINGS, UPDATES, type Thing } from './store-things';

const ids = (things: readonly Thing[]) => things.map(({ id }) => id);

/** What every engine promises; `open` gives an empty store. */
export function storeSuite(open: () => Promise<Store>): void {
  let store: Store;
  let things: Collection<Thing>;

  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store?.close());

  let number = 0;
  beforeEach(async () => {
    const name = `things${(number += 1)}`;
    const declaration = {
      name,
      indexes: [
        { fields: ['project', 'order'] },
        { fields: ['closed'] },
        { fields: ['project', 'closed'], arrays: ['tags'] },
        { fields: ['slug'], unique: true },
        { fields: ['project', 'name'], unique: true },
        { fields: ['email'], unique: true, where: { active: true } },
        { fields: ['tags'], multi: true },
        { fields: ['voters.id', 'project', 'order'], multi: true },
      ],
    };
    await store.declare(declaration);
    await store.declare(declaration);
    things = store.collection<Thing>(name);
    await things.insertMany(THINGS);
  });

  it.each(FILTERS.map((filter) => [JSON.stringify(filter), filter] as const))('finds and counts by %s', async (_text, filter) => {
    const expected = THINGS.filter((thing) => matches(thing, filter));
    expect(await things.find({ filter, sort: ['id'] })).toEqual(expected);
    expect(await things.count(filter)).toBe(expected.length);
    expect((await things.findOne(filter, { sort: ['-id'] }))?.id).toBe(expected.at(-1)?.id);
  });

  it('refuses filters that would match more than meant', async () => {
    for (const filter of [{ project: undefined }, { project: {} }, { project: { $gt: '' } }, { "a'b": 1 }, { id: { eq: ['x'] } }]) {
      await expect(things.find({ filter: filter as Filter })).rejects.toThrow(TypeError);
    }
  });

  it('sorts nulls first, then numbers, texts by code point and booleans, and equal ones by id', async () => {
    expect(ids(await things.find({ sort: ['order'] }))).toEqual([4, 2, 3, 1, 5]);
    expect(ids(await things.find({ sort: ['-order'] }))).toEqual([5, 1, 3, 2, 4]);
    expect(ids(await things.find({ sort: ['name'] }))).toEqual([3, 1, 2, 5, 4]);
    expect(ids(await things.find({ sort: ['project', '-closed'] }))).toEqual([1, 2, 3, 4, 5]);
    expect(ids(await things.find({ sort: ['-project'] }))).toEqual([5, 4, 3, 2, 1]);
    expect(ids(await things.find({ filter: { and: [{ project: 1 }] }, sort: ['project', '-order'] }))).toEqual([1, 3, 2]);
    expect(ids(await things.find({ filter: { project: 1, slug: null }, sort: ['-project', '-slug'] }))).toEqual([3]);
    expect(ids(await things.find({ filter: { or: [{ project: 1 }, { project: 2 }] }, sort: ['-project', 'order'] }))).toEqual([
      4, 5, 2, 3, 1,
    ]);
  });

  it('gives pages and only the fields asked for', async () => {
    expect(ids(await things.find({ sort: ['id'], limit: 2, offset: 1 }))).toEqual([2, 3]);
    expect(ids(await things.find({ sort: ['id'], offset: 3 }))).toEqual([4, 5]);
    expect(await things.find({ limit: 0 })).toEqual([]);
    expect(await things.find({ filter: { id: 2 }, fields: ['name', 'points'] })).toEqual([
      { id: 2, name: 'äpfel', points: { '12': 5, '13': null } },
    ]);
    expect(await things.findOne({ id: 1 }, { fields: ['project'] })).toEqual({ id: 1, project: 1 });
  });

  it('sorts by the place of a value in a list, others behind, and pages that', async () => {
    const ranked = { field: 'project', groups: [[2], [1]], descending: false };
    expect(ids(await things.find({ ranked, sort: ['-id'] }))).toEqual([5, 4, 3, 2, 1]);
    expect(ids(await things.find({ ranked: { ...ranked, descending: true }, sort: ['-id'] }))).toEqual([3, 2, 1, 5, 4]);
    const bySlug = { field: 'slug', groups: [['two', null], ['unknown']], descending: false };
    expect(ids(await things.find({ ranked: bySlug, sort: ['id'] }))).toEqual([2, 3, 4, 5, 1]);
    expect(ids(await things.find({ filter: { project: 1 }, ranked: { ...bySlug, descending: true }, sort: ['id'] }))).toEqual([1, 2, 3]);
    expect(await things.find({ ranked: bySlug, sort: ['id'], offset: 1, limit: 2, fields: ['project'] })).toEqual([
      { id: 3, project: 1 },
      { id: 4, project: 2 },
    ]);
    const closed = { field: 'closed', groups: [[false], [1, true]], descending: false };
    expect(ids(await things.find({ filter: { project: 1 }, ranked: closed, sort: ['id'] }))).toEqual([2, 1, 3]);
    expect(ids(await things.find({ ranked: { field: 'slug', groups: [], descending: true }, sort: ['-id'] }))).toEqual([5, 4, 3, 2, 1]);
  });

  it('filters and sorts what holds a value in an array, by an index over both', async () => {
    const filter: Filter = { and: [{ 'voters.id': { contains: 7 } }, { or: [{ project: null }, { project: { in: [1, 2] } }] }] };
    expect(ids(await things.find({ filter, sort: ['-order'] }))).toEqual([1, 4]);
    expect(ids(await things.find({ filter: { and: [filter, { order: { gt: 1 } }] }, sort: ['order'] }))).toEqual([1]);
    expect([await things.count(filter), await things.distinct('project', filter)]).toEqual([2, [1, 2]]);
    await things.updateOne({ id: 1 }, { set: { order: null } });
    expect(ids(await things.find({ filter, sort: ['-order'] }))).toEqual([4, 1]);
  });

  it('reads and counts several things together', async () => {
    const { found, counts, combinations } = await things.together(
      [
        { filter: { project: 1 }, sort: ['-id'], limit: 2 },
        { filter: { project: 9 } },
        { sort: ['order'], offset: 1, limit: 1, fields: ['order'] },
      ],
      [{ project: 1 }, { project: 9 }, {}],
      [{ fields: ['project'], arrays: [], objects: ['points'], filter: { project: 2, active: true } }],
    );
    expect(combinations).toEqual([[{ values: { project: 2 }, arrays: {}, objects: { points: { '12': 'x' } }, count: 1 }]]);
    expect(found).toEqual([[THINGS[2], THINGS[1]], [], [{ id: 2, order: 1 }]]);
    expect(counts).toEqual([3, 0, 5]);
    expect(await things.together([], [{ slug: 'one' }])).toEqual({ found: [], counts: [1], combinations: [] });
    expect(await things.together([], [])).toEqual({ found: [], counts: [], combinations: [] });
  });

  it('finds by ids in the order asked for, each once', async () => {
    expect(await things.findById(3)).toEqual(THINGS[2]);
    expect(await things.findById(99)).toBeNull();
    expect(ids(await things.findByIds([4, 99, 1, 4]))).toEqual([4, 1]);
  });

  it('keeps documents with text ids', async () => {
    await things.insert({ id: 'a-1', project: 3 });
    expect(await things.findById('a-1')).toEqual({ id: 'a-1', project: 3 });
    expect(await things.updateOne({ id: 'a-1' }, { set: { project: 4 } })).toBe(1);
  });

  it('streams every match in order of id over several batches', async () => {
    const many = Array.from({ length: 1_100 }, (_, index) => ({ id: 2_000 - index, project: index % 2 === 0 ? 8 : 9 }));
    await things.insertMany(many);
    const found: number[] = [];
    for await (const { id } of things.stream({ filter: { project: { gte: 8 } } })) found.push(Number(id));
    expect(found).toEqual(many.map(({ id }) => id).reverse());
  });

  it('gives the distinct values, of arrays their elements, without nulls', async () => {
    const sorted = (values: unknown[]) => values.map((value) => JSON.stringify(value)).sort();
    expect(sorted(await things.distinct('closed'))).toEqual(['0', '1', 'false', 'true']);
    expect(sorted(await things.distinct('tags'))).toEqual(['"1"', '"blue"', '"red"', '"reddish"', '1']);
    expect(sorted(await things.distinct('voters.id', { project: 1 }))).toEqual(['7', '8']);
    expect(sorted(await things.distinct('id', { id: { in: [1, 3, 9] } }))).toEqual(['1', '3']);
  });

  it('groups by value, with sums of numbers', async () => {
    const rows = (await things.group({ by: 'project', sum: 'order' })).sort((a, b) => Number(a.key) - Number(b.key));
    expect(rows).toEqual([
      { key: 1, count: 3, sum: 6 },
      { key: 2, count: 2, sum: 0 },
    ]);
    const counts = async (by: string) =>
      Object.fromEntries((await things.group({ by, filter: { project: 1 } })).map(({ key, count }) => [JSON.stringify(key), count]));
    expect(await counts('slug')).toEqual({ '"one"': 1, '"two"': 1, null: 1 });
    expect(await counts('closed')).toEqual({ true: 1, false: 1, '1': 1 });
  });

  it('counts by the values of several fields at once, arrays as a whole, whether an index holds them or not', async () => {
    await things.insert({ id: 6, project: 1, closed: true, tags: ['red', 'blue'], slug: null });
    const sorted = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).sort();
    const ofTags = (closed: unknown, tags: unknown[], count: number) => ({ values: { closed }, arrays: { tags }, objects: {}, count });
    const indexed = await things.combinations({ fields: ['closed'], arrays: ['tags'], filter: { project: 1 } });
    expect(sorted(indexed)).toEqual(sorted([ofTags(true, ['red', 'blue'], 2), ofTags(false, [], 1), ofTags(1, ['reddish'], 1)]));
    const filtered = await things.combinations({
      fields: [],
      arrays: ['tags'],
      filter: { project: 1, tags: { contains: 'red' }, closed: true },
    });
    expect(filtered).toEqual([{ values: {}, arrays: { tags: ['red', 'blue'] }, objects: {}, count: 2 }]);
    const others = await things.combinations({ fields: ['slug', 'tags'], arrays: [], filter: { project: { in: [1, 2] } } });
    const ofSlug = (slug: string | null, count: number) => ({ values: { slug, tags: null }, arrays: {}, objects: {}, count });
    expect(sorted(others)).toEqual(sorted([ofSlug('one', 1), ofSlug('two', 1), ofSlug(null, 4)]));
    const all = await things.combinations({ fields: [], arrays: ['tags'] });
    const ofAll = (tags: unknown[], count: number) => ({ values: {}, arrays: { tags }, objects: {}, count });
    expect(sorted(all)).toEqual(sorted([ofAll(['red', 'blue'], 2), ofAll([], 2), ofAll(['reddish'], 1), ofAll(['1', 1], 1)]));
  });

  it('counts by the values of objects as a whole', async () => {
    const found = await things.combinations({ fields: ['project'], arrays: [], objects: ['points'], filter: { id: { in: [1, 2, 3] } } });
    const rows = found.map(({ values, objects, count }) => [values.project, objects.points, count]);
    expect(rows).toHaveLength(2);
    expect(rows).toContainEqual([1, {}, 2]);
    expect(rows).toContainEqual([1, { '12': 5, '13': null }, 1]);
  });

  it('gives only the fields asked for, the same whether an index holds them or not', async () => {
    const facts = { filter: { project: 1 }, sort: ['-order'] };
    expect(await things.find({ ...facts, fields: ['order'] })).toEqual([
      { id: 1, order: 3 },
      { id: 3, order: 2 },
      { id: 2, order: 1 },
    ]);
    expect(await things.find({ filter: { project: 1, id: { ne: 3 } }, sort: ['order'], limit: 1, offset: 1, fields: ['order'] })).toEqual([
      { id: 1, order: 3 },
    ]);
    const found = await things.find({
      filter: { project: { in: [1, 2] }, closed: { in: [true, false] } },
      sort: ['id'],
      fields: ['closed'],
    });
    expect(found).toEqual([
      { id: 1, closed: true },
      { id: 2, closed: false },
    ]);
    await things.updateOne({ id: 1 }, { set: { order: [3] } });
    expect(await things.find({ filter: { project: 1, order: { missing: false } }, sort: ['id'], fields: ['order'] })).toEqual([
      { id: 1, order: [3] },
      { id: 2, order: 1 },
      { id: 3, order: 2 },
    ]);
  });

  it.each(UPDATES.map((update) => [JSON.stringify(update), update] as const))('updates by %s', async (_text, update) => {
    const expected = applyUpdate(THINGS[0] as Thing, update);
    expect(await things.updateOne({ id: 1, project: 1 }, update)).toBe(1);
    expect(await things.findById(1)).toEqual(expected);
    expect(await things.find({ filter: { tags: { containsPrefix: 're' }, id: 1 } })).toEqual(
      [expected].filter((thing) => matches(thing, { tags: { containsPrefix: 're' } })),
    );
    expect(await things.findOneAndUpdate({ id: 1, project: 2 }, update)).toBeNull();
    expect(await things.findById(2)).toEqual(THINGS[1]);
  });

  it('updates many, the first of many, and many in one go', async () => {
    expect(await things.updateMany({ project: 1 }, { set: { tags: ['seen'] } })).toBe(3);
    expect(await things.count({ tags: { contains: 'seen' } })).toBe(3);
    expect(await things.updateOne({ project: 1 }, { set: { chosen: true } })).toBe(1);
    expect(await things.count({ chosen: true })).toBe(1);
    const updates = [1, 2, 99].map((id) => ({ filter: { id }, update: { set: { order: id * 10 } } }));
    expect(await things.bulkUpdate(updates)).toBe(2);
    expect(ids(await things.find({ filter: { order: { gte: 10 } }, sort: ['order'] }))).toEqual([1, 2]);
    expect(await things.bulkUpdate([])).toBe(0);
  });

  it('reads and changes the same when it is for once', async () => {
    const options = { filter: { project: 1 }, sort: ['-id'], fields: ['project'] };
    expect(await things.find({ ...options, once: true })).toEqual(await things.find(options));
    await things.findById(1);
    const updates = [1, 99].map((id) => ({ filter: { id }, update: { set: { order: 70, tags: ['once'] } } }));
    expect(await things.bulkUpdate(updates, { once: true })).toBe(1);
    expect(await things.findById(1)).toMatchObject({ order: 70, tags: ['once'] });
    expect(ids(await things.find({ filter: { tags: { contains: 'once' } } }))).toEqual([1]);
  });

  it('lets exactly one of racing compare-and-set updates win', async () => {
    await things.updateOne({ id: 1 }, { set: { version: 1 } });
    const race = await Promise.all(
      Array.from({ length: 8 }, (_, by) => things.updateOne({ id: 1, version: 1 }, { inc: { version: 1 }, set: { by } })),
    );
    expect(race.filter((matched) => matched === 1)).toHaveLength(1);
    expect(await things.findOne({ id: 1 }, { fields: ['version'] })).toEqual({ id: 1, version: 2 });
  });

  it('refuses duplicates, names the fields and stores nothing', async () => {
    const refusal = async (work: Promise<unknown>) => {
      const error: unknown = await work.then(
        () => null,
        (reason: unknown) => reason,
      );
      if (!(error instanceof DuplicateKeyError)) throw new Error(`Not refused as a duplicate: ${String(error)}`);
      return error.fields;
    };
    expect(await refusal(things.insert({ id: 6, slug: 'one' }))).toEqual(['slug']);
    expect(await refusal(things.insert({ id: 1 }))).toEqual(['id']);
    expect(await refusal(things.insertMany([{ id: 6 }, { id: 7, project: 1, name: 'Zebra' }, { id: 8 }]))).toEqual(['project', 'name']);
    expect(await refusal(things.updateOne({ id: 2 }, { set: { slug: 'one' } }))).toEqual(['slug']);
    expect(await things.find({ sort: ['id'] })).toEqual(THINGS);
  });

  it('stores of several documents those that nothing stands in the way of, in any place among them', async () => {
    const clashing: Thing[] = [
      { id: 7, project: 1, name: 'Zebra' },
      { id: 2, slug: 'other' },
    ];
    await insertMissing(things, [{ id: 6 }, ...clashing, { id: 8 }]);
    expect(ids(await things.find({ filter: { id: { gte: 6 } }, sort: ['id'] }))).toEqual([6, 8]);
    expect((await things.findById(2))?.slug).not.toBe('other');
  });

  it('lets nulls and documents outside of a partial index repeat', async () => {
    await things.insert({ id: 6, slug: null, email: 'a@b.c', active: true });
    await things.insertMany([
      { id: 7, slug: null, email: 'a@b.c', active: false },
      { id: 8, email: 'a@b.c' },
      { id: 9, active: true },
    ]);
    await expect(things.updateOne({ id: 8 }, { set: { active: true } })).rejects.toThrow(DuplicateKeyError);
    expect(ids(await things.find({ filter: { email: 'a@b.c', active: true } }))).toEqual([6]);
  });

  it('removes what matches, also from its indexes', async () => {
    expect(await things.remove({ tags: { contains: 'red' } })).toBe(1);
    expect(await things.remove({ id: 99 })).toBe(0);
    expect(await things.count()).toBe(4);
    await things.insert({ id: 1, slug: 'one', tags: ['blue'] });
    expect(ids(await things.find({ filter: { tags: { containsAny: ['red', 'blue'] } } }))).toEqual([1]);
  });

  it('changes and removes as many as there are', async () => {
    const many = Array.from({ length: 601 }, (_, index) => ({ id: 1000 + index, project: 9, tags: ['old'] }));
    await things.insertMany(many);
    await things.findByIds([1000, 1600]);
    expect(await things.updateMany({ project: 9 }, { set: { tags: ['new'] } })).toBe(many.length);
    expect(await things.findById(1600)).toMatchObject({ tags: ['new'] });
    expect(await things.counts([{ tags: { contains: 'old' } }, { tags: { contains: 'new' } }])).toEqual([0, many.length]);
    expect(await things.remove({ project: 9 })).toBe(many.length);
    expect(await things.findById(1000)).toBeNull();
    expect(await things.counts([{ tags: { contains: 'new' } }, {}])).toEqual([0, THINGS.length]);
  });

  it('never shows a later change in what was found or inserted before', async () => {
    const document = { id: 6, project: 6, list: [1] };
    await things.insert(document);
    const before = await things.findById(6);
    document.list.push(2);
    await things.updateOne({ id: 6 }, { push: { list: [3] } });
    expect(before).toEqual({ id: 6, project: 6, list: [1] });
    expect(await things.findById(6)).toEqual({ id: 6, project: 6, list: [1, 3] });
  });

  it('indexes the arrays of documents that were there before the index', async () => {
    await things.updateMany({ project: 2 }, { set: { watchers: [4] } });
    await store.declare({ name: things.name, indexes: [{ fields: ['watchers'], multi: true }] });
    expect(ids(await things.find({ filter: { watchers: { contains: 4 } }, sort: ['id'] }))).toEqual([4, 5]);
  });

  it('counts from 1 without gaps or repetitions', async () => {
    const counter = `counter-${things.name}`;
    expect(await store.take(counter)).toBe(1);
    expect(await store.take(counter, 5)).toBe(2);
    const taken = await Promise.all(Array.from({ length: 10 }, () => store.take(counter)));
    expect(new Set(taken).size).toBe(10);
    expect(Math.min(...taken)).toBe(7);
    await store.raise(counter, 100);
    await store.raise(counter, 50);
    expect(await store.take(counter)).toBe(101);
    await store.raise(`${counter}-new`, 9);
    expect(await store.take(`${counter}-new`)).toBe(10);
  });

  it('tells its listeners each operation once, until they leave', async () => {
    const heard: string[] = [];
    const leave = store.onOperation((collection, operation) => heard.push(`${collection} ${operation}`));
    await things.find({ filter: { project: 1 }, limit: 2 });
    await things.findByIds([1, 2, 3]);
    await things.updateOne({ id: 1 }, { set: { name: 'x' } });
    await store.take('listened');
    leave();
    await things.count();
    const { name } = things;
    expect(heard).toEqual([`${name} find`, `${name} findByIds`, `${name} updateOne`, 'counters take']);
  });

  it('answers a ping', async () => {
    await expect(store.ping()).resolves.toBeUndefined();
  });
}
