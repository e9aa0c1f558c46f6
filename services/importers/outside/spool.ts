import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { apiError, apiErrorOf } from '../../../lib/errors';
import type { OpenFile } from '../../../lib/dumps/types';
import { makeSpoolFolder } from '../spool-folders';

/** Where a row stands in the file: its first byte and its length. */
type Place = readonly [start: number, length: number];

interface Table {
  file: FileHandle;
  /** Bytes in the file. */
  size: number;
  /** In the order of adding. */
  rows: Place[];
  byKey: Map<string, Place[]>;
  unwritten: Buffer[];
  unwrittenSize: number;
}

const writeAt = 256 * 1024;

/**
 * Rows that an outside system gave, kept on disk until all are there: what is imported first often depends on what
 * comes last. Memory holds only where they stand.
 */
export class Spool {
  #files = 0;
  readonly #tables = new Map<string, Promise<Table>>();

  /** Bytes of all rows and files so far. */
  #size = 0;

  private constructor(
    private readonly folder: string,
    private readonly most: number,
  ) {}

  /** @param most bytes of rows and files together; 0 is no limit */
  static async open(most = 0): Promise<Spool> {
    return new Spool(await makeSpoolFolder(), most);
  }

  /** Adds a row of plain JSON; those with a key are found again by it. @throws 400 when it is too much in all */
  async add(name: string, row: unknown, key = ''): Promise<void> {
    const table = await this.#table(name);
    const bytes = Buffer.from(JSON.stringify(row));
    this.#grow(bytes.length);
    const place: Place = [table.size + table.unwrittenSize, bytes.length];
    table.rows.push(place);
    const known = table.byKey.get(key);
    if (known) known.push(place);
    else table.byKey.set(key, [place]);
    table.unwritten.push(bytes);
    table.unwrittenSize += bytes.length;
    if (table.unwrittenSize >= writeAt) await flush(table);
  }

  /** How many rows a table has. */
  async count(name: string): Promise<number> {
    return (await this.#table(name)).rows.length;
  }

  /** All rows in the order of adding. */
  async *rows<Row>(name: string): AsyncGenerator<Row> {
    const table = await this.#table(name);
    for (const place of table.rows) yield (await read(table, place)) as Row;
  }

  /** The rows with a key in the order of adding. */
  async rowsOf<Row>(name: string, key: string): Promise<Row[]> {
    const table = await this.#table(name);
    const rows: Row[] = [];
    for (const place of table.byKey.get(key) ?? []) rows.push((await read(table, place)) as Row);
    return rows;
  }

  /**
   * Keeps the bytes of a file until they have been read.
   * @param most bytes of this file; 0 is no limit
   * @returns how to read them; null when they break off or are too many
   * @throws 400 when it is too much in all
   */
  async keep(bytes: Readable, most: number): Promise<OpenFile | null> {
    const path = join(this.folder, `file-${this.#files++}`);
    try {
      await pipeline(
        bytes,
        atMost(most, (size) => this.#grow(size)),
        createWriteStream(path, { mode: 0o600 }),
      );
    } catch (error) {
      if (apiErrorOf(error)) throw error;
      return null;
    }
    return () => createReadStream(path).on('close', () => void rm(path, { force: true }));
  }

  /** Removes everything. */
  async close(): Promise<void> {
    for (const table of this.#tables.values()) await (await table).file.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  #grow(size: number): void {
    this.#size += size;
    if (this.most > 0 && this.#size > this.most) throw apiError('BAD_REQUEST', 'The project is too large');
  }

  #table(name: string): Promise<Table> {
    let table = this.#tables.get(name);
    if (!table) this.#tables.set(name, (table = this.#create()));
    return table;
  }

  async #create(): Promise<Table> {
    const file = await open(join(this.folder, String(this.#tables.size)), 'wx+', 0o600);
    return { file, size: 0, rows: [], byKey: new Map(), unwritten: [], unwrittenSize: 0 };
  }
}

function atMost(most: number, grow: (size: number) => void) {
  return async function* (bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let size = 0;
    for await (const chunk of bytes) {
      size += chunk.length;
      grow(chunk.length);
      if (most > 0 && size > most) throw new Error('The file is too large');
      yield chunk;
    }
  };
}

async function flush(table: Table): Promise<void> {
  const bytes = Buffer.concat(table.unwritten);
  table.unwritten = [];
  table.unwrittenSize = 0;
  const start = table.size;
  table.size += bytes.length;
  await table.file.write(bytes, 0, bytes.length, start);
}

async function read(table: Table, [start, length]: Place): Promise<unknown> {
  if (start + length > table.size) await flush(table);
  const bytes = Buffer.alloc(length);
  await table.file.read(bytes, 0, length, start);
  return JSON.parse(bytes.toString('utf8'));
}
