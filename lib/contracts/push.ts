/** What of a project changed, for clients that show it (events.md, Keys). */
export interface ProjectChange {
  project: number;
  type: 'create' | 'change' | 'delete';
  /** Type of the elements, as clients know it: `userstories.userstory`. */
  matches: keyof typeof channels;
  /** A list after a bulk operation. */
  pk: number | number[];
}

/** A frame on its way to whoever subscribed to its key. */
export interface PushMessage {
  /** Topic, words joined by dots. */
  key: string;
  /** `X-Session-Id` of the request that caused it: this session isn't told. */
  session: string | null;
  data: unknown;
}

/** Last word of the key by what changed. */
export const channels = {
  'userstories.userstory': 'userstories',
  'tasks.task': 'tasks',
  'issues.issue': 'issues',
  'issues.issues': 'issues',
  'milestones.milestone': 'milestones',
  'epics.epic': 'epics',
  'epics.relateduserstory': 'epics',
  'projects.userstorystatus': 'projects',
  'projects.swimlane': 'projects',
  'projects.swimlaneuserstorystatus': 'projects',
} as const;

/** Name of the broadcast that brings messages to every gateway of live events. */
export const pushed = 'events.push';

/** The message of a change. */
export function changeMessage({ project, type, matches, pk }: ProjectChange, session: string | null): PushMessage {
  return { key: `changes.project.${project}.${channels[matches]}`, session, data: { type, matches, pk } };
}
