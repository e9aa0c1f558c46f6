/** Elements whose changes are recorded. */
export const elementKinds = [
  'epic',
  'userstory',
  'task',
  'issue',
  'wikipage',
  'milestone',
  'project',
  'relateduserstory',
  'membership',
  'user',
] as const;

/** One of {@link elementKinds}. */
export type ElementKind = (typeof elementKinds)[number];

/** What happened to an element. */
export type ChangeAction = 'create' | 'change' | 'delete';

/** Readable names for the ids in a diff: `{users: {"7": "Ann"}, status: {"3": "Done"}}` (history.md). */
export type ValueNames = Record<string, Record<string, unknown>>;

/**
 * One change of one element, put into the element's `outbox` with the change itself and from there brought to
 * history, timeline, notifications, webhooks and live events. Consumers drop ids that they have seen.
 */
export interface ChangeEntry {
  /** UUID; also the id of the history entry. */
  id: string;
  kind: ElementKind;
  object: number;
  project: number | null;
  action: ChangeAction;
  /** Author, null for the system. */
  actor: number | null;
  /** ISO datetime. */
  at: string;
  /** The element's version that the change led to; null for kinds without one and changes that don't count. */
  version: number | null;
  /** `{field: [old, new]}` of the frozen values. */
  diff: Record<string, [unknown, unknown]>;
  names: ValueNames;
  /** The whole frozen element after the change (before it, for a deletion). */
  snapshot: Record<string, unknown>;
  comment: string;
  /** Only ordering fields changed and there is no comment. */
  hidden: boolean;
  /** `X-Session-Id` of the request. */
  sessionId: string | null;
  /** The keys that the request sent, for notifications of assignment and watching. */
  sent: string[];
  /** Facts of related elements at the moment of the change (a task's story, a membership's role), by name. */
  related: Record<string, unknown>;
  /** The document as stored after the change (before it, for a deletion), without its outbox. */
  document: Record<string, unknown>;
  /** Users whom the request put on lists that the diff doesn't compare as they were sent, by field. */
  added?: Record<string, number[]>;
  /** The bulk operation that made it tells live clients itself. */
  pushed?: true;
}
