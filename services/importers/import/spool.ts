import { createReadStream } from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { SectionName } from '../../../lib/dumps/types';
import { makeSpoolFolder } from '../spool-folders';

/** A file that is only written at its end. */
class Growing {
  private pending: Buffer[] = [];
  private handle: FileHandle | null = null;
  length = 0;

  constructor(readonly path: string) {}

  append(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.pending.push(bytes);
    this.length += bytes.length;
  }

  async flush(): Promise<void> {
    if (this.pending.length === 0) return;
    this.handle ??= await open(this.path, 'ax', 0o600);
    const bytes = this.pending;
    this.pending = [];
    await this.handle.writev(bytes);
  }

  async close(): Promise<void> {
    await this.handle?.close();
    this.handle = null;
  }
}

/** The parts of a dump on the local disk, as they may come in another order than the one in which they are imported. */
export class Spool {
  private readonly lists = new Map<SectionName, Growing>();
  private readonly bytes: Growing;
  /** Where each file begins; it ends where the next one begins. */
  private readonly files: number[] = [];

  private constructor(private readonly folder: string) {
    this.bytes = new Growing(join(folder, 'files'));
  }

  static async make(): Promise<Spool> {
    return new Spool(await makeSpoolFolder());
  }

  item(section: SectionName, text: Buffer): void {
    let list = this.lists.get(section);
    if (!list) this.lists.set(section, (list = new Growing(join(this.folder, section))));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(text.length);
    list.append(length);
    list.append(text);
  }

  beginFile(): void {
    this.files.push(this.bytes.length);
  }

  fileBytes(bytes: Buffer): void {
    this.bytes.append(bytes);
  }

  /** Brings to disk what has come so far. */
  async flush(): Promise<void> {
    for (const list of this.lists.values()) await list.flush();
    await this.bytes.flush();
  }

  /** Ends the writing. */
  async close(): Promise<void> {
    await this.flush();
    for (const list of this.lists.values()) await list.close();
    await this.bytes.close();
  }

  /** The items of a list as JSON text, in the order in which they came. */
  async *items(section: SectionName): AsyncGenerator<string> {
    const list = this.lists.get(section);
    if (!list) return;
    let rest: Buffer = Buffer.alloc(0);
    for await (const chunk of createReadStream(list.path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      let start = 0;
      for (let end = this.endOf(rest, start); end !== null; end = this.endOf(rest, start)) {
        yield rest.toString('utf8', start + 4, end);
        start = end;
      }
      rest = rest.subarray(start);
    }
  }

  /** The content of a file by its number. */
  file(number: number): Readable {
    const start = this.files[number] ?? 0;
    const end = (this.files[number + 1] ?? this.bytes.length) - 1;
    return createReadStream(this.bytes.path, { start, end });
  }

  sizeOf(number: number): number {
    return (this.files[number + 1] ?? this.bytes.length) - (this.files[number] ?? 0);
  }

  async remove(): Promise<void> {
    await this.close().catch(() => undefined);
    await rm(this.folder, { recursive: true, force: true });
  }

  private endOf(bytes: Buffer, start: number): number | null {
    if (bytes.length < start + 4) return null;
    const end = start + 4 + bytes.readUInt32BE(start);
    return end <= bytes.length ? end : null;
  }
}
