import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Meter } from './meter';
import { segmentsOf } from './paths';
import { clampRange } from './range';
import type { ByteRange, FileStore, FoundFile, StoredFile } from './types';

const unfinished = '.unfinished';

/** Keeps files below a folder; a file is written beside them and moved to its place when it is complete. */
export class DiskFiles implements FileStore {
  constructor(private readonly root: string) {}

  async prepare(): Promise<void> {
    await mkdir(join(this.root, unfinished), { recursive: true });
  }

  async removeUnfinished(before: Date): Promise<void> {
    const folder = join(this.root, unfinished);
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      const facts = await stat(path).catch(nullWhenMissing);
      if (facts && facts.mtime < before) await rm(path, { force: true });
    }
  }

  async put(path: string, content: Readable | Buffer): Promise<StoredFile> {
    const target = this.locate(path);
    const temporary = join(this.root, unfinished, randomUUID());
    const meter = new Meter();
    await mkdir(dirname(temporary), { recursive: true });
    const writing = createWriteStream(temporary, { flags: 'wx', flush: true });
    try {
      const source = Buffer.isBuffer(content) ? Readable.from([content]) : content;
      await pipeline(source, (chunks: AsyncIterable<Buffer>) => meter.through(chunks), writing);
      await moveInto(temporary, target);
    } catch (error) {
      // The file may come to be only after its writing has failed.
      if (!writing.closed) await new Promise<void>((resolve) => writing.once('close', () => resolve()));
      await rm(temporary, { force: true });
      throw error;
    }
    return meter.result();
  }

  async get(path: string, range?: ByteRange): Promise<FoundFile | null> {
    const handle = await open(this.locate(path)).catch(nullWhenMissing);
    if (!handle) return null;
    try {
      const facts = await handle.stat();
      if (!facts.isFile()) {
        await handle.close();
        return null;
      }
      const { start, end } = clampRange(facts.size, range);
      // A stream can't be told to read no bytes at all.
      const stream = facts.size === 0 ? Readable.from([]) : handle.createReadStream({ start, end });
      if (facts.size === 0) await handle.close();
      return { stream, size: facts.size, start, end, modified: facts.mtime };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async remove(path: string): Promise<void> {
    const target = this.locate(path);
    await rm(target, { force: true });
    await this.removeEmptyFolders(dirname(target));
  }

  async removePrefix(prefix: string): Promise<void> {
    const target = this.locate(prefix);
    await rm(target, { recursive: true, force: true });
    await this.removeEmptyFolders(dirname(target));
  }

  async *list(prefix: string): AsyncIterable<string> {
    const entries = await readdir(this.locate(prefix), { withFileTypes: true }).catch(nullWhenMissing);
    for (const entry of entries ?? []) {
      const path = `${prefix}/${entry.name}`;
      if (entry.isDirectory()) yield* this.list(path);
      else yield path;
    }
  }

  private locate(path: string): string {
    return join(this.root, ...segmentsOf(path));
  }

  private async removeEmptyFolders(folder: string): Promise<void> {
    for (let current = folder; current.length > this.root.length; current = dirname(current)) {
      const removed = await rmdir(current).then(
        () => true,
        () => false,
      );
      if (!removed) return;
    }
  }
}

async function moveInto(source: string, target: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await mkdir(dirname(target), { recursive: true });
    try {
      await rename(source, target);
      return;
    } catch (error) {
      // A removal beside this one may have taken the empty folder away again.
      if (codeOf(error) !== 'ENOENT' || attempt === 5) throw error;
    }
  }
}

function nullWhenMissing(error: unknown): null {
  if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return null;
  throw error;
}

function codeOf(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined;
}
