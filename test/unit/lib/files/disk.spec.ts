import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFiles, randomFilePath } from '../../../../lib/files';
import { describeFileStore } from '../../../support/file-store-suite';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'larch-files-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('files on disk', () => {
  describeFileStore(async () => openFiles({ s3: null, dataFolder: folder }));

  it('leaves no unfinished files and no empty folders', async () => {
    const files = openFiles({ s3: null, dataFolder: folder });
    const leftover = join(folder, 'media', '.unfinished', 'old');
    await writeFile(leftover, 'half');
    await utimes(leftover, 0, 0);
    await files.prepare();
    await files.removeUnfinished(new Date(Date.now() - 1000));
    const path = randomFilePath('gone', 'x.txt');
    await files.put(path, Buffer.from('x'), { contentType: 'text/plain' });
    await files.remove(path);
    expect(await readdir(join(folder, 'media', '.unfinished'))).toEqual([]);
    expect(await readdir(join(folder, 'media'))).not.toContain('gone');
  });
});

it('names of any length and script make short, safe paths', () => {
  const names = ['x'.repeat(5000), `a.${'b'.repeat(5000)}`, '日本語.png', '../../etc/passwd', '.htaccess', '', '...', 'ÄÖÜ.PNG'];
  const files = names.map((name) => randomFilePath('user', name).split('/').pop() ?? '');
  for (const file of files) expect(file).toMatch(/^[a-z0-9_-][a-z0-9_.-]{0,149}$/);
  expect(files.at(-1)).toMatch(/^aou\.png$/);
  expect(randomFilePath('user', 'a')).not.toBe(randomFilePath('user', 'a'));
});
