/** How a user can mark an element. */
export type Mark = 'vote' | 'watch';

/** Kinds of elements that are voted for and watched (users.md §7). */
export const markedKinds = ['epic', 'userstory', 'task', 'issue'] as const;

/** One of {@link markedKinds}. */
export type MarkedKind = (typeof markedKinds)[number];

/** An element that a user voted for or watches, with all that the lists of users.md §7 show of it. */
export interface MarkedElement {
  type: MarkedKind;
  id: number;
  project: number;
  ref: number;
  subject: string;
  assigned_to: number | null;
  /** Id of its status. */
  status: number | null;
  /** Names of its tags. */
  tags: string[];
  /** When the user voted or began to watch. ISO datetime. */
  since: string;
  /** Of the viewer. */
  is_watcher: boolean;
  is_voter: boolean;
  total_watchers: number;
  total_voters: number;
}

/** Whose marks are asked for, and for whom the flags of the answer are. */
export interface MarksQuery {
  user: number;
  mark: Mark;
  viewer: number | null;
}

/** A project that a user likes. */
export interface LikedProject {
  project: number;
  /** ISO datetime. */
  since: string;
}

/** How many like a project, and whether the user asked about does. */
export interface ProjectFans {
  project: number;
  total_fans: number;
  is_fan: boolean;
}
