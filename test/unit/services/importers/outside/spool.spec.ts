import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { ownTemporaryFolder } from '../../../../support/temporary-folder';
import { Spool } from '../../../../../services/importers/outside/spool';

afterAll(ownTemporaryFolder());

const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('larch-import-'));

describe('a spool', () => {
  it('gives rows back in their order, all or those of a key, also while more are added', async () => {
    const spool = await Spool.open();
    for (let index = 0; index < 3000; index++) await spool.add('rows', { index, text: 'ü'.repeat(100) }, index % 2 === 0 ? 'even' : 'odd');
    await spool.add('others', 'x');
    const seen: number[] = [];
    for await (const { index } of spool.rows<{ index: number }>('rows')) {
      seen.push(index);
      if (index === 0) await spool.add('rows', { index: 3000 }, 'late');
    }
    expect(seen).toEqual(Array.from({ length: 3001 }, (_, index) => index));
    expect((await spool.rowsOf<{ index: number }>('rows', 'odd')).map(({ index }) => index).slice(0, 3)).toEqual([1, 3, 5]);
    expect([await spool.rowsOf('rows', 'none'), await spool.count('rows')]).toEqual([[], 3001]);
    await spool.close();
  });

  it('refuses more than it may hold in all', async () => {
    const spool = await Spool.open(100);
    await spool.add('rows', 'x'.repeat(50));
    const refusal = { data: { body: { _error_message: 'The project is too large' } } };
    await expect(spool.keep(Readable.from([Buffer.alloc(60)]), 0)).rejects.toMatchObject(refusal);
    await expect(spool.add('rows', 'y')).rejects.toMatchObject(refusal);
    await spool.close();
  });

  it('keeps files up to a size until they are read, and leaves nothing behind', async () => {
    const spool = await Spool.open();
    const open = await spool.keep(Readable.from([Buffer.from('12345')]), 5);
    expect(await spool.keep(Readable.from([Buffer.from('123456')]), 5)).toBeNull();
    const broken = new Readable({ read: () => undefined });
    setImmediate(() => broken.destroy(new Error('broke off')));
    expect(await spool.keep(broken, 0)).toBeNull();
    expect(await text(await open!())).toBe('12345');
    await spool.close();
    expect(folders()).toEqual([]);
  });
});
