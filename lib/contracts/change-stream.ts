import type { ChangeEntry } from './changes';

/** Handles one change; resolves after its own writes, rejects to be asked again. May see an entry more than once. */
export type ChangeHandler = (entry: ChangeEntry) => Promise<void>;

/** An entry that a group failed to handle too often. */
export interface DeadLetter {
  group: string;
  entry: ChangeEntry;
  /** Message of the last failure. */
  reason: string;
  /** ISO datetime. */
  at: string;
}

/** The durable way of change entries to the groups that follow them, each at least once. */
export interface ChangeStream {
  /** Resolves when the entry is safe; publishing one again is harmless. */
  publish(entry: ChangeEntry): Promise<void>;
  /** Begins to deliver to a group, from the first entry that it hasn't handled. */
  consume(group: string, handle: ChangeHandler): Promise<void>;
  /** Of one group, or of all. */
  deadLetters(group?: string): Promise<DeadLetter[]>;
  /** Delivers the dead letters of a group again. @returns how many */
  replay(group: string): Promise<number>;
  /** Waits for handlers under way. */
  close(): Promise<void>;
}

/** Seconds before each further attempt; after the last one the entry is a dead letter. */
export const retryPauses = [1, 2, 5, 15, 60, 300, 900, 3600] as const;
