import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

const prefix = 'larch-import-';
const host = hostname().replace(/[^\w.-]/g, '_');
/** Whose it is: the host, as folders may be shared among several, and the process on it. */
const pattern = /^larch-import-(.*)-(\d+)-[^-]*$/;
/** Milliseconds after which a folder was left behind by a process that died, wherever that was. */
const day = 86_400_000;

/** An empty folder on the local disk for what an import keeps until its end. @returns its path */
export const makeSpoolFolder = (): Promise<string> => mkdtemp(join(tmpdir(), `${prefix}${host}-${process.pid}-`));

/** Removes what processes that died left on the local disk. */
export async function removeOldSpoolFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const path = join(tmpdir(), name);
    const facts = await stat(path).catch(() => null);
    if (facts && isLeft(name, facts.mtimeMs)) await rm(path, { recursive: true, force: true });
  }
}

function isLeft(name: string, changed: number): boolean {
  const [, owner, pid] = pattern.exec(name) ?? [];
  if (Date.now() - changed > day) return true;
  if (owner !== host || pid === undefined) return false;
  // In a container each process after a restart has the number of the one before.
  return Number(pid) === process.pid ? changed < Date.now() - process.uptime() * 1000 : !isAlive(Number(pid));
}

function isAlive(pid: number): boolean {
  try {
    // Signal 0 only asks.
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
