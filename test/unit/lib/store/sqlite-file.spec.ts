import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, StoreUnavailableError } from '../../../../lib/store';
import { Connection } from '../../../../lib/store/sqlite/connection';
import type { Filter } from '../../../../lib/contracts/store';
import { compileCombinations, coveringIndex, hasOrder, wideSource } from '../../../../lib/store/sqlite/combinations';
import { compileFilter, orderBy, orderPaths } from '../../../../lib/store/sqlite/query';
import { CollectionSchema } from '../../../../lib/store/sqlite/schema';

const WRITER = join(__dirname, '../../../support/store-writer.cjs');

describe('the file of the SQLite engine', () => {
  let folder: string;
  let sqlitePath: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'larch-store-'));
    sqlitePath = join(folder, 'data', 'larch.db');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('holds every acknowledged write after kill -9', async () => {
    const writer = fork(WRITER, [sqlitePath]);
    let acknowledged = 0;
    writer.on('message', (id) => {
      acknowledged = Number(id);
      if (acknowledged === 200) writer.kill('SIGKILL');
    });
    await once(writer, 'exit');
    const store = await openStore({ sqlitePath });
    await store.declare({ name: 'things', indexes: [{ fields: ['tags'], multi: true }] });
    expect(acknowledged).toBeGreaterThanOrEqual(200);
    expect(await store.collection('things').count({ id: { lte: acknowledged }, tags: { contains: 'kept' } })).toBe(acknowledged);
    expect(await store.take('things')).toBeGreaterThan(acknowledged);
    await store.close();
  }, 30_000);

  it('shows what another connection wrote', async () => {
    const [mine, other] = [await openStore({ sqlitePath }), await openStore({ sqlitePath })];
    await mine.collection('things').insert({ id: 1 });
    expect(await mine.collection('things').findById(1)).toEqual({ id: 1 });
    await other.collection('things').updateOne({ id: 1 }, { set: { seen: true } });
    expect(await mine.collection('things').findById(1)).toEqual({ id: 1, seen: true });
    await Promise.all([mine.close(), other.close()]);
  });

  it('is refused as unavailable when it cannot be opened or is closed', async () => {
    await expect(openStore({ sqlitePath: folder })).rejects.toThrow(StoreUnavailableError);
    const store = await openStore({ sqlitePath });
    await store.close();
    await expect(store.ping()).rejects.toThrow(StoreUnavailableError);
  });
});

describe('the queries of the SQLite engine', () => {
  const connection = new Connection(':memory:');
  const schema = new CollectionSchema('stories', connection);
  schema.declare({
    name: 'stories',
    indexes: [
      { fields: ['project', 'order'] },
      { fields: ['project', 'ref'], unique: true },
      { fields: ['email'], unique: true, where: { active: true } },
      { fields: ['tags'], multi: true },
      { fields: ['people', 'shown', 'at', 'project'], multi: true },
      { fields: ['project', 'state'], arrays: ['tags'] },
    ],
  });
  afterAll(() => connection.close());

  function plan(filter: Parameters<typeof compileFilter>[1], sort?: string[]): string {
    const { sql, values } = compileFilter(schema, filter);
    const rows = connection.all(`EXPLAIN QUERY PLAN SELECT id FROM stories WHERE ${sql}${orderBy({ sort }).sql}`, values);
    return rows.map(({ detail }) => String(detail)).join('\n');
  }

  it('count combinations from an index that holds all they ask for, and never read documents then', () => {
    const { sql, values } = compileCombinations(schema, {
      fields: ['state'],
      arrays: ['tags'],
      filter: { and: [{ project: 3 }, { state: { in: [1, 2] } }, { tags: { contains: 'red' } }] },
    });
    const details = connection.all(`EXPLAIN QUERY PLAN ${sql}`, values).map(({ detail }) => String(detail));
    expect(details).toContain('SEARCH stories USING COVERING INDEX stories:project,state:tags (<expr>=? AND <expr>=?)');
  });

  it('filter and sort what holds a value in an array without reading documents', () => {
    const filter: Filter = { and: [{ people: { contains: 7 } }, { shown: true }, { or: [{ project: null }, { project: { in: [1] } }] }] };
    const { sql, values } = compileFilter(schema, filter);
    const order = orderBy({ sort: ['-at'] }, filter);
    const from = wideSource(schema, filter, orderPaths({ sort: ['-at'] }, filter));
    const rows = connection.all(`EXPLAIN QUERY PLAN SELECT id FROM ${from} WHERE ${sql}${order.sql}`, values);
    expect(rows.map(({ detail }) => detail)).toContain(
      'SEARCH stories USING COVERING INDEX stories:id,shown,at,project: (id=? AND <expr>=?)',
    );
  });

  it('tell whether any value is in an array from the index that holds it', () => {
    const filter: Filter = { project: 3, tags: { missing: true } };
    const { sql, values } = compileFilter(schema, filter);
    const rows = connection.all(`EXPLAIN QUERY PLAN SELECT id FROM ${wideSource(schema, filter, ['state'])} WHERE ${sql}`, values);
    expect(rows.map(({ detail }) => detail)).toEqual(['SEARCH stories USING COVERING INDEX stories:project,state:tags (<expr>=?)']);
  });

  it('read single fields from the index that begins with what they are filtered by, unless ids name the matches', () => {
    const ofOrder = 'stories:project,order';
    expect(coveringIndex(schema, { filter: { project: 3 }, sort: ['order'], fields: ['order'] })).toBe(ofOrder);
    expect(coveringIndex(schema, { filter: { project: 3, order: { gt: 2 }, id: { nin: [1] } }, fields: ['order'] })).toBe(ofOrder);
    expect(coveringIndex(schema, { filter: { project: 3, id: { in: [1, 2] } }, fields: ['order'] })).toBeUndefined();
    expect(coveringIndex(schema, { filter: { project: 3, tags: { contains: 'red' } }, fields: ['order'] })).toBeUndefined();
    expect(coveringIndex(schema, { filter: { state: 3 }, fields: ['state'] })).toBeUndefined();
    expect(coveringIndex(schema, { filter: { project: 3 }, fields: ['ref'] })).toBeUndefined();
    expect(coveringIndex(schema, { fields: ['order'] })).toBeUndefined();
  });

  it('follow the order of an index only where it holds what they filter by', () => {
    expect(hasOrder(schema, { project: 3, id: { ne: 1 } }, ['order'])).toBe(true);
    expect(hasOrder(schema, { project: 3, state: 1 }, ['order'])).toBe(false);
    expect(hasOrder(schema, { state: 1 }, ['order'])).toBe(false);
  });

  it('find and sort by a compound index alone', () => {
    expect(plan({ project: 3 }, ['order'])).toBe('SEARCH stories USING COVERING INDEX stories:project,order (<expr>=?)');
    expect(plan({ project: 3 }, ['-order'])).toBe('SEARCH stories USING COVERING INDEX stories:project,order (<expr>=?)');
  });

  it('use unique, partial and array indexes, and those of lists and ranges', () => {
    expect(plan({ project: 3, ref: 4 })).toContain('INDEX stories:project,ref:unique (<expr>=? AND <expr>=?)');
    expect(plan({ email: 'a@b.c', active: true })).toContain('INDEX stories:email:unique:');
    expect(plan({ tags: { contains: 'red' } })).toMatch(/SEARCH stories USING .*\(id=\?\)[^]*SEARCH stories:tags:values USING PRIMARY KEY/);
    expect(plan({ project: { in: [1, 2, 3] } })).toMatch(/SEARCH stories USING .*INDEX stories:project/);
    expect(plan({ project: 3, order: { gt: 5 } })).toContain('stories:project,order (<expr>=? AND <expr>>?');
  });
});
