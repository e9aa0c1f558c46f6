import type { AttachedKind } from '../../lib/contracts/attachment-actions';
import type { ChangeEntry } from '../../lib/contracts/changes';
import type { CollectionDeclaration } from '../../lib/contracts/store';

/** A former text of an edited comment. */
export interface CommentVersion {
  comment: string;
  comment_html: string;
  /** Who wrote it. */
  user: number;
}

/**
 * A change as the history keeps it. Its id is that of the change entry, so that recording it again is harmless.
 * The same document is the event of the timelines: nothing is written twice, nor once for every reader.
 */
export type HistoryEntry = ChangeEntry & {
  /** Also shown by `/history`; false for what only the timelines tell (comment edits, memberships, accounts). */
  listed: boolean;
  is_snapshot: boolean;
  /** Number of fields in the diff. */
  changes: number;
  comment_html: string;
  /** The author's names at the time, shown once the account is gone. */
  actor_name: string;
  delete_comment_date: string | null;
  delete_comment_user: number | null;
  edit_comment_date: string | null;
  comment_versions: CommentVersion[] | null;
  /** Integer id of the event in the timelines. */
  event: number;
  /** `userstories.userstory.change`. */
  event_type: string;
  /** The timelines show it: it isn't hidden and has an author. */
  in_timeline: boolean;
  /** The day on which it was recorded (`YYYY-MM-DD`, UTC), when it counts as activity of its project; else null. */
  activity_day: string | null;
  /** People whose profile timeline shows it: owner, assigned, watchers; the member of a membership. */
  people: number[];
  /** Data of the moment, without the author. */
  event_data: Record<string, unknown>;
  /** Of an entry that came with a project from elsewhere: its author, whose own timeline doesn't tell it. */
  restored_author?: number | null;
  /** Of such an entry: the readable diff, as the ids in a diff don't travel. */
  shown_diff?: Record<string, unknown>;
  /** What of its comment is still to be told. */
  outbox?: CommentEvent[];
  outbox_count?: number;
};

/** That a comment was edited, deleted or restored: an event of the timelines of its own, with the entry's date. */
export type CommentEvent = Omit<HistoryEntry, 'outbox' | 'outbox_count'> & {
  /** By how much the element's number of comments with a text changes. */
  counted: number;
};

export const historyEntries: CollectionDeclaration = {
  name: 'history_entries',
  indexes: [
    { fields: ['kind', 'object', 'listed', 'at'] },
    // With all that a timeline is filtered and sorted by, so that only the events of its page are read.
    { fields: ['project', 'in_timeline', 'at', 'event', 'kind', 'event_type'] },
    { fields: ['actor', 'in_timeline', 'at', 'event', 'project', 'kind', 'event_type'] },
    { fields: ['project', 'activity_day'] },
    { fields: ['people', 'in_timeline', 'at', 'event', 'project', 'kind', 'event_type'], multi: true },
    { fields: ['outbox_count'] },
  ],
};

/** Kinds as keys and event types name them. */
export const fullKinds: Record<ChangeEntry['kind'], string> = {
  userstory: 'userstories.userstory',
  task: 'tasks.task',
  issue: 'issues.issue',
  epic: 'epics.epic',
  wikipage: 'wiki.wikipage',
  milestone: 'milestones.milestone',
  project: 'projects.project',
  relateduserstory: 'epics.relateduserstory',
  membership: 'projects.membership',
  user: 'users.user',
};

/** Kinds with a history of their own that clients read, by their name in the path. */
export const kindsInPaths: Record<string, { kind: AttachedKind; view: string; keeper: 'backlog' | 'issues' | 'wiki' }> = {
  userstory: { kind: 'userstory', view: 'view_us', keeper: 'backlog' },
  task: { kind: 'task', view: 'view_tasks', keeper: 'backlog' },
  issue: { kind: 'issue', view: 'view_issues', keeper: 'issues' },
  epic: { kind: 'epic', view: 'view_epics', keeper: 'backlog' },
  wiki: { kind: 'wikipage', view: 'view_wiki_pages', keeper: 'wiki' },
};
