import type { ChangeEntry } from '../../lib/contracts/changes';
import type { NodeTools } from '../../lib/contracts/node';
import type { ProjectContext } from '../../lib/contracts/project-context';
import { renderText } from '../../lib/resource/rendering';
import { duplicateKeyOf } from '../../lib/store/errors';
import type { InternalCall } from '../../mixins/service';
import { countComment, isCommentEvent } from './comment-events';
import { fullKinds, historyEntries, type HistoryEntry } from './entry';
import { eventData, peopleOf } from './event.rules';
import { nextEvent } from './numbers';

/** Keeps a change; one that is known already is left as it is. */
export async function record({ entry }: { entry: ChangeEntry }, { node, call }: InternalCall): Promise<void> {
  if (isCommentEvent(entry)) {
    await countComment(entry, { call });
    await keep(node, entry);
    return;
  }
  const context = entry.project === null ? null : await node.caches.projects.one(entry.project);
  const kept = await historyEntry(entry, context, { node, call });
  const isNew = await keep(node, kept);
  if (isNew && kept.in_timeline && entry.project !== null) await noteActivity(entry, entry.project, { node, call });
}

async function keep({ store }: Pick<NodeTools, 'store'>, entry: HistoryEntry): Promise<boolean> {
  try {
    await store.collection<HistoryEntry>(historyEntries.name).insert(entry);
    return true;
  } catch (error) {
    if (!duplicateKeyOf(error)) throw error;
    return false;
  }
}

/** Totals of activity follow on their own, save where the project itself is answered next. */
async function noteActivity(
  { kind, at }: ChangeEntry,
  project: number,
  { node, call }: Pick<InternalCall, 'node' | 'call'>,
): Promise<void> {
  const noted = call('projects.noteActivity', { project, at });
  if (kind === 'project' || kind === 'membership') await noted;
  else noted.catch((error: unknown) => node.log.warn(`The activity of project ${project} was not counted: ${String(error)}`));
}

const timelineOnly = new Set<ChangeEntry['kind']>(['membership', 'user']);

async function historyEntry(
  entry: ChangeEntry,
  context: ProjectContext | null,
  { node, call }: Pick<InternalCall, 'node' | 'call'>,
): Promise<HistoryEntry> {
  const actor = entry.actor === null ? null : await node.caches.users.one(entry.actor);
  const milestone =
    entry.kind === 'userstory' && typeof entry.document.milestone === 'number'
      ? await node.caches.milestones.one(entry.document.milestone)
      : null;
  // A membership is told in the name of its member (timeline.md, When).
  const actorId = entry.kind === 'membership' ? (entry.document.user as number | null) : entry.actor;
  return {
    ...entry,
    actor: actorId,
    listed: !timelineOnly.has(entry.kind),
    is_snapshot: entry.action !== 'change',
    changes: Object.keys(entry.diff).length,
    comment_html: entry.comment === '' || !context ? '' : (await renderText({ node, call }, context, entry.comment)).html,
    actor_name: actor?.full_name_display ?? '',
    delete_comment_date: null,
    delete_comment_user: null,
    edit_comment_date: null,
    comment_versions: null,
    event: await nextEvent(node),
    event_type: `${fullKinds[entry.kind]}.${entry.action}`,
    in_timeline: !entry.hidden && actorId !== null && !isOwnMembership(entry, context),
    people: peopleOf(entry),
    event_data: eventData(entry, context, milestone),
  };
}

const isOwnMembership = ({ kind, action, document }: ChangeEntry, context: ProjectContext | null) =>
  kind === 'membership' && action === 'create' && document.user === context?.owner;
