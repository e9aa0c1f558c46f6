import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, utimesSync } from 'node:fs';
import { makeSpoolFolder, removeOldSpoolFolders } from '../../../../services/importers/spool-folders';

describe('folders of imports on the local disk', () => {
  const made: string[] = [];
  afterAll(() => made.forEach((path) => rmSync(path, { recursive: true, force: true })));

  const folder = async (changed: (path: string) => string = (path) => path) => {
    const own = await makeSpoolFolder();
    const path = changed(own);
    if (path !== own) mkdirSync(path);
    made.push(own, path);
    return path;
  };
  const ofProcess = (pid: number) => (path: string) => path.replace(`-${process.pid}-`, `-${pid}-`);

  it('go when their process is dead, or after a day, and stay while somebody may need them', async () => {
    const { pid: dead } = spawnSync(process.execPath, ['-e', '0']);
    const own = await folder();
    const ofAnother = await folder(ofProcess(process.ppid));
    const ofDead = await folder(ofProcess(dead));
    const ofAnotherHost = await folder((path) => ofProcess(dead)(path).replace('larch-import-', 'larch-import-elsewhere-'));
    const old = await folder((path) => `${path}-old`);
    utimesSync(old, 1_000_000_000, 1_000_000_000);
    const ofNumberBefore = await folder((path) => `${path}x`);
    const beforeThis = Date.now() / 1000 - process.uptime() - 60;
    utimesSync(ofNumberBefore, beforeThis, beforeThis);
    await removeOldSpoolFolders();
    const left = [own, ofAnother, ofAnotherHost, ofDead, ofNumberBefore, old].map((path) => existsSync(path));
    expect(left).toEqual([true, true, true, false, false, false]);
  });
});
