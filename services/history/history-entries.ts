import type { ChangeEntry } from '../../lib/contracts/changes';
import type { MilestoneCard } from '../../lib/contracts/element-cards';
import type { ProjectContext } from '../../lib/contracts/project-context';
import type { UserCard } from '../../lib/contracts/user-card';
import { renderText } from '../../lib/resource/rendering';
import { dayOf, now } from '../../lib/resource/values';
import type { InternalCall } from '../../mixins/service';
import { fullKinds, type HistoryEntry } from './entry';
import { eventData, peopleOf } from './event.rules';
import { nextEvents } from './numbers';
import { wholeOnes } from './snapshots';

type Tools = Pick<InternalCall, 'node' | 'call'>;

/** What the entries show of others, looked up for all of them at once. */
interface Around {
  contexts: ReadonlyMap<number, ProjectContext>;
  users: ReadonlyMap<number, UserCard>;
  milestones: ReadonlyMap<number, MilestoneCard>;
}

const timelineOnly = new Set<ChangeEntry['kind']>(['membership', 'user']);

/** The entries of the history for changes, as they are kept. */
export async function historyEntriesOf(changes: readonly ChangeEntry[], tools: Tools): Promise<HistoryEntry[]> {
  if (changes.length === 0) return [];
  const [around, events, whole] = await Promise.all([
    aroundOf(changes, tools),
    nextEvents(tools.node, changes.length),
    wholeOnes(changes, tools.node.store),
  ]);
  return Promise.all(changes.map((change, index) => historyEntry(change, events[index] ?? 0, whole.has(change), around, tools)));
}

async function aroundOf(changes: readonly ChangeEntry[], { node: { caches } }: Tools): Promise<Around> {
  const [contexts, users, milestones] = await Promise.all([
    caches.projects.many(different(changes.map(({ project }) => project))),
    caches.users.many(different(changes.map(({ actor }) => actor))),
    caches.milestones.many(different(changes.map(sprintOf))),
  ]);
  return { contexts, users, milestones };
}

const different = (ids: readonly (number | null)[]) => new Set(ids.filter((id) => id !== null));

const sprintOf = ({ kind, document: { milestone } }: ChangeEntry) =>
  kind === 'userstory' && typeof milestone === 'number' ? milestone : null;

async function historyEntry(change: ChangeEntry, event: number, isSnapshot: boolean, around: Around, tools: Tools): Promise<HistoryEntry> {
  const context = around.contexts.get(change.project ?? 0) ?? null;
  const milestone = around.milestones.get(sprintOf(change) ?? 0) ?? null;
  // A membership is told in the name of its member (timeline.md, When).
  const actor = change.kind === 'membership' ? (change.document.user as number | null) : change.actor;
  const inTimeline = !change.hidden && actor !== null && !isOwnMembership(change, context);
  return {
    ...change,
    actor,
    listed: !timelineOnly.has(change.kind),
    is_snapshot: isSnapshot,
    changes: Object.keys(change.diff).length,
    comment_html: change.comment === '' || !context ? '' : (await renderText(tools, context, change.comment)).html,
    actor_name: around.users.get(change.actor ?? 0)?.full_name_display ?? '',
    delete_comment_date: null,
    delete_comment_user: null,
    edit_comment_date: null,
    comment_versions: null,
    event,
    event_type: `${fullKinds[change.kind]}.${change.action}`,
    in_timeline: inTimeline,
    activity_day: inTimeline && change.project !== null ? dayOf(now()) : null,
    people: peopleOf(change),
    event_data: eventData(change, context, milestone),
  };
}

const isOwnMembership = ({ kind, action, document }: ChangeEntry, context: ProjectContext | null) =>
  kind === 'membership' && action === 'create' && document.user === context?.owner;
