import type { ChangeEntry, ElementKind } from '../../lib/contracts/changes';
import { changeMessage, type ProjectChange } from '../../lib/contracts/push';
import type { InternalCall } from '../../mixins/service';

/** Kinds whose changes live clients hear of one by one; those of epics, pages and all others push nothing (events.md). */
const shown: Partial<Record<ElementKind, ProjectChange['matches']>> = {
  milestone: 'milestones.milestone',
  userstory: 'userstories.userstory',
  task: 'tasks.task',
  issue: 'issues.issue',
};

/** The message of an entry; null when it has none. */
export function messageOf({ kind, project, object, action, sessionId, pushed, sent }: ChangeEntry) {
  const matches = shown[kind];
  if (!matches || project === null || pushed || sent.includes('comment_changed')) return null;
  return changeMessage({ project, type: action, matches, pk: object }, sessionId);
}

/** Sends the message of a change to every gateway. May send one twice, which clients don't mind. */
export function pushEntry(entry: ChangeEntry, { node }: Pick<InternalCall, 'node'>): Promise<void> {
  const message = messageOf(entry);
  if (message) node.push([message]);
  return Promise.resolve();
}
