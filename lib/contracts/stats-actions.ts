import type { InternalAction } from './internal-action';

/** How often a key occurs; null stands for none (no assignee). */
export interface KeyCount {
  key: number | null;
  count: number;
}

/** Points by role id, only of roles with points. Estimations without a value count nothing. */
export type PointsPerRole = Record<string, number>;

/** What one milestone adds to the burndown of its project (projects.md §8). */
export interface MilestonePoints {
  name: string;
  closed: boolean;
  /** Sum of the points of its user stories. */
  points: number;
  /** Sum of the points of those that are closed. */
  closed_points: number;
  /** Points of the team_requirement stories attributed to it; a story with both flags counts half for each. */
  team_increment: number;
  client_increment: number;
}

/**
 * Points of a project's user stories. A story is attributed to the first milestone (by estimated_start) with
 * estimated_start ≤ day of its creation < estimated_finish, otherwise to the future.
 */
export interface ProjectPoints {
  /** Of all stories, of the closed ones, of those in a milestone. */
  defined: PointsPerRole;
  closed: PointsPerRole;
  assigned: PointsPerRole;
  /** By estimated_start. */
  milestones: MilestonePoints[];
  future: Pick<MilestonePoints, 'team_increment' | 'client_increment'>;
}

/** 28 numbers, one a day; the last is today (UTC). */
export type FourWeeks = number[];

/** Counts of a project's issues. Open on a day: created before its end and unfinished, or finished after its beginning. */
export interface IssueCounts {
  total: number;
  /** Those in a closed status. */
  closed: number;
  per_type: KeyCount[];
  per_status: KeyCount[];
  per_priority: KeyCount[];
  per_severity: KeyCount[];
  per_owner: KeyCount[];
  per_assigned_to: KeyCount[];
  /** Created and finished on each day. */
  opened_by_day: FourWeeks;
  closed_by_day: FourWeeks;
  /** Open on each day, by id; all severities and priorities that occur. */
  open_by_severity: { key: number; days: FourWeeks }[];
  open_by_priority: { key: number; days: FourWeeks }[];
}

/** How many things were created, and on which days (`YYYY-MM-DD`, UTC) since the date asked for. */
export interface CreationCounts {
  total: number;
  days: Record<string, number>;
}

/** Timeline entries of a project, counted once each (projects.md §7). */
export interface ProjectActivity {
  project: number;
  total: number;
  /** By the day on which they were recorded (`YYYY-MM-DD`, UTC), for the last year. */
  days: Record<string, number>;
}

/** The numbers of a project, counted by those who keep what is counted, whatever its size. */
export interface StatsActions {
  /** How much has happened in a project, in all and by day: its totals of activity follow. May be repeated. */
  'projects.noteActivity': InternalAction<ProjectActivity, void>;
  /** Numbers from grouped queries, whatever the number of stories. */
  'backlog.projectStats': InternalAction<{ project: number }, ProjectPoints>;
  /** Tasks with is_iocaine, and tasks in a closed status, by assignee. */
  'backlog.memberStats': InternalAction<{ project: number }, { iocaine_tasks: KeyCount[]; closed_tasks: KeyCount[] }>;
  'backlog.storiesCreated': InternalAction<{ since: string }, CreationCounts>;
  'issues.stats': InternalAction<{ project: number }, IssueCounts>;
  /** Issues in a closed status by assignee, all issues by owner. */
  'issues.memberStats': InternalAction<{ project: number }, { closed_bugs: KeyCount[]; created_bugs: KeyCount[] }>;
  /** History entries of wiki pages by author. */
  'history.wikiChanges': InternalAction<{ project: number }, KeyCount[]>;
  /** Active accounts that aren't system users. */
  'auth.registrations': InternalAction<{ since: string }, CreationCounts>;
}
