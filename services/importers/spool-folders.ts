import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const prefix = 'larch-import-';
/** Milliseconds after which a folder was left behind by a process that died. */
const day = 86_400_000;

/** An empty folder on the local disk for what an import keeps until its end. @returns its path */
export const makeSpoolFolder = (): Promise<string> => mkdtemp(join(tmpdir(), prefix));

/** Removes what processes that died left on the local disk. */
export async function removeOldSpoolFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const path = join(tmpdir(), name);
    const facts = await stat(path).catch(() => null);
    if (facts && Date.now() - facts.mtimeMs > day) await rm(path, { recursive: true, force: true });
  }
}
