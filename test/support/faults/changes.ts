import { randomBytes } from 'node:crypto';

export const kinds = {
  userstory: 'userstories',
  task: 'tasks',
  issue: 'issues',
  epic: 'epics',
} as const;

export type Kind = keyof typeof kinds;

/** What a client did, and what it was told of it. */
export interface Change {
  what: 'create' | 'edit' | 'comment' | 'recomment' | 'delete';
  kind: Kind;
  /** Id of the element; null while it isn't known, as the creation wasn't answered. */
  object: number | null;
  /** A word that only this change brings; of a deletion that in the element's subject. */
  mark: string;
  /** Id of the author. */
  by: number;
  /** `unknown`: the answer was 503, or none came. It may have happened or not. */
  outcome: 'acknowledged' | 'refused' | 'unknown';
}

/** A word that occurs nowhere else. */
export const newMark = (): string => `M${randomBytes(8).toString('hex')}`;
