import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite';
import { StoreUnavailableError } from '../errors';
import type { SqlValue } from './expressions';

const MOST_STATEMENTS = 1_000;
const BUSY_TIMEOUT = 5_000;
// Pages of 4 KiB kept in memory, as a negative number of KiB.
const PAGE_CACHE = -32_000;

type Row = Record<string, SqlValue>;

/** Name of the index or column that a unique constraint of SQLite names in its message; null for other errors. */
export function violatedUnique(error: unknown): string | null {
  const { message = '' } = error as { message?: string };
  return /UNIQUE constraint failed: (?:index '(.*)'|\S*?\.(.*))$/.exec(message)?.slice(1).find(Boolean) ?? null;
}

// Codes by which SQLite says that the file, not the statement, is at fault: busy, locked, no memory, read-only,
// interrupted, I/O, corrupt, full, cannot open, not a database.
const ENVIRONMENT_CODES = new Set([5, 6, 7, 8, 9, 10, 11, 13, 14, 26]);

function translated(error: unknown): unknown {
  const { sqliteCode: code } = error as { sqliteCode?: unknown };
  return typeof code === 'number' && ENVIRONMENT_CODES.has(code & 0xff) ? new StoreUnavailableError(String(error)) : error;
}

/** Writes that reach the disk together: one flush for all that happened in one turn of the event loop. */
interface Group {
  committed: Promise<void>;
  resolve(): void;
  reject(error: unknown): void;
}

/** One open SQLite file: prepared statements kept by their text, transactions, and writes that share a flush. */
export class Connection {
  #group: Group | null = null;
  /** Called when writes that were read already could not be kept. */
  onLost: () => void = () => undefined;
  readonly #database: DatabaseSyncInstance;
  readonly #statements = new Map<string, StatementSyncInstance>();

  /** @param path a file, made with its folder when missing, or `:memory:`. @throws StoreUnavailableError */
  constructor(path: string) {
    try {
      if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true });
      this.#database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT });
      this.#database.exec(
        `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = ${PAGE_CACHE}; PRAGMA temp_store = MEMORY`,
      );
    } catch (error) {
      throw new StoreUnavailableError(`${path}: ${String(error)}`);
    }
    // SQLite's own lower() knows ASCII only.
    this.#database.function('larch_lower', { deterministic: true }, (value: unknown) =>
      typeof value === 'string' ? value.toLowerCase() : null,
    );
  }

  #statement(sql: string): StatementSyncInstance {
    if (!this.#database.isOpen) throw new StoreUnavailableError('the store is closed');
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    const oldest = this.#statements.size >= MOST_STATEMENTS ? this.#statements.keys().next() : null;
    if (oldest && !oldest.done) this.#statements.delete(oldest.value);
    this.#statements.set(sql, statement);
    return statement;
  }

  #guard<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw translated(error);
    }
  }

  all(sql: string, values: readonly SqlValue[] = []): Row[] {
    return this.#guard(() => this.#statement(sql).all(...values) as Row[]);
  }

  get(sql: string, values: readonly SqlValue[] = []): Row | undefined {
    return this.#guard(() => this.#statement(sql).get(...values) as Row | undefined);
  }

  /** @returns how many rows changed. */
  run(sql: string, values: readonly SqlValue[] = []): number {
    return this.#guard(() => this.#statement(sql).run(...values).changes);
  }

  /** Runs statements that take no values. */
  exec(sql: string): void {
    this.#guard(() => this.#database.exec(sql));
  }

  /**
   * Runs a write at once and resolves when it is on the disk. Writes of the same turn of the event loop are flushed
   * together; each is undone alone when it fails.
   */
  async write<T>(work: () => T): Promise<T> {
    const group = (this.#group ??= this.#begin());
    const result = this.#inSavepoint(work);
    await group.committed;
    return result;
  }

  /**
   * Runs a write at once that need not be on the disk when this returns: it is there whenever a later write is, as they
   * go in order.
   */
  writeAhead<T>(work: () => T): T {
    this.#group ??= this.#begin();
    return this.#inSavepoint(work);
  }

  /** Resolves when everything that has been read so far is on the disk: nobody learns of what a power cut may undo. */
  async settled<T>(result: T): Promise<T> {
    if (this.#group) await this.#group.committed;
    return result;
  }

  #begin(): Group {
    this.run('BEGIN IMMEDIATE');
    const { promise, resolve, reject } = withResolvers();
    // Whoever waits gets the error; without anybody it must not end the process.
    promise.catch(() => undefined);
    setImmediate(() => this.#commit());
    return { committed: promise, resolve, reject };
  }

  #inSavepoint<T>(work: () => T): T {
    this.run('SAVEPOINT one');
    try {
      const result = work();
      this.run('RELEASE one');
      return result;
    } catch (error) {
      if (this.#database.isTransaction) {
        this.run('ROLLBACK TO one');
        this.run('RELEASE one');
      }
      throw error;
    }
  }

  #commit(): void {
    const group = this.#group;
    this.#group = null;
    if (!group) return;
    try {
      this.run('COMMIT');
      group.resolve();
    } catch (error) {
      if (this.#database.isOpen && this.#database.isTransaction) this.run('ROLLBACK');
      this.onLost();
      group.reject(error);
    }
  }

  /** A number that changes when another connection has written to the file. */
  otherWriters(): number {
    return Number(this.get('PRAGMA data_version')?.['data_version']);
  }

  close(): void {
    this.#commit();
    this.#statements.clear();
    if (this.#database.isOpen) this.#database.close();
  }
}

function withResolvers(): { promise: Promise<void>; resolve: () => void; reject: (error: unknown) => void } {
  let resolve: () => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
