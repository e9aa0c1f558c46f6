import type { Collection, CollectionDeclaration } from '../contracts/store';
import type { Windows } from './sliding-window';

/** Changes the windows of one subject in one step, whoever else changes them. */
export interface WindowStore {
  /**
   * @param change gives the new windows and a result; called again when somebody else was faster. Null windows: keep.
   * @param lifetime milliseconds after which the windows may be forgotten.
   */
  change<T>(key: string, lifetime: number, change: (windows: Windows) => { windows: Windows | null; result: T }): Promise<T>;
  /** Forgets what is no longer needed. */
  sweep(now: number): Promise<void>;
}

/** Windows of a single process. */
export class MemoryWindows implements WindowStore {
  readonly #kept = new Map<string, { windows: Windows; expires: number }>();

  change<T>(key: string, lifetime: number, change: (windows: Windows) => { windows: Windows | null; result: T }): Promise<T> {
    const { windows, result } = change(this.#kept.get(key)?.windows ?? []);
    if (windows) this.#kept.set(key, { windows, expires: Date.now() + lifetime });
    return Promise.resolve(result);
  }

  sweep(now: number): Promise<void> {
    for (const [key, { expires }] of this.#kept) if (expires < now) this.#kept.delete(key);
    return Promise.resolve();
  }
}

/** A subject's windows as they are stored. */
export interface StoredWindows {
  id: string;
  windows: Windows;
  /** Grows with each change, for compare-and-set. */
  revision: number;
  /** Milliseconds. */
  expires: number;
}

/** Where replicas of the gateway count together. */
export const windowCollection: CollectionDeclaration = { name: 'throttle_windows', indexes: [{ fields: ['expires'] }] };

/** What the windows need of a collection. */
export type WindowCollection = Pick<Collection<StoredWindows>, 'findById' | 'insert' | 'updateOne' | 'remove'>;

/** Windows shared by all replicas of the gateway: changed by compare-and-set, one change of a subject after the other. */
export class StoredWindowStore implements WindowStore {
  readonly #collection: WindowCollection;
  readonly #isDuplicate: (error: unknown) => boolean;
  readonly #queues = new Map<string, Promise<unknown>>();

  constructor(collection: WindowCollection, isDuplicate: (error: unknown) => boolean) {
    this.#collection = collection;
    this.#isDuplicate = isDuplicate;
  }

  async change<T>(key: string, lifetime: number, change: (windows: Windows) => { windows: Windows | null; result: T }): Promise<T> {
    const attempt = async (): Promise<T> => {
      for (;;) {
        const seen = await this.#collection.findById(key);
        const { windows, result } = change(seen?.windows ?? []);
        if (!windows || (await this.#write(key, seen, windows, Date.now() + lifetime))) return result;
      }
    };
    const queued = (this.#queues.get(key) ?? Promise.resolve()).then(attempt, attempt);
    this.#queues.set(key, queued);
    try {
      return await queued;
    } finally {
      if (this.#queues.get(key) === queued) this.#queues.delete(key);
    }
  }

  async sweep(now: number): Promise<void> {
    await this.#collection.remove({ expires: { lt: now } });
  }

  async #write(key: string, seen: StoredWindows | null, windows: Windows, expires: number): Promise<boolean> {
    if (seen) {
      const update = { set: { windows, revision: seen.revision + 1, expires } };
      return (await this.#collection.updateOne({ id: key, revision: seen.revision }, update)) === 1;
    }
    try {
      await this.#collection.insert({ id: key, windows, revision: 1, expires });
      return true;
    } catch (error) {
      if (this.#isDuplicate(error)) return false;
      throw error;
    }
  }
}
