import type { Caller } from './caller';
import type { StoredDocument } from './store';

/** A removal without a change entry, kept from before its first step until after its last one. */
export interface PendingRemoval {
  /** UUID. */
  id: string;
  collection: string;
  /** As it was before. */
  document: StoredDocument;
  /** `moveTo` of the request: what takes over; null without one. */
  moveTo: string | null;
  /** ISO datetime of its beginning. */
  at: string;
}

/** Finishes removals without a change entry that a process left half done. */
export interface Removals {
  /**
   * Does a removal, which is kept meanwhile. What fails because something is away, or unforeseen, is left to the sweeper;
   * what the API refuses is not.
   * @throws what the work throws
   */
  run(removal: Pick<PendingRemoval, 'collection' | 'document' | 'moveTo'>, work: () => Promise<void>): Promise<void>;
  /** Says how removals in a collection are done from their beginning; each may have been done already, wholly or in part. */
  follow(collection: string, finish: (removal: PendingRemoval, call: Caller) => Promise<void>): void;
}
