import type { ChangeEntry, ElementKind } from '../../lib/contracts/changes';
import type { NodeTools } from '../../lib/contracts/node';
import type { ProjectContext } from '../../lib/contracts/project-context';
import type { UserCard } from '../../lib/contracts/user-card';
import { hasPermission } from '../../lib/resource/permissions';
import { addMissing, policiesOf, type Policy } from './policies';
import { joining, levels } from './policies.rules';

/** Viewing permission of the kinds that are told of by mail (notifications.md, Who is told by mail). */
export const viewPermissions: Partial<Record<ElementKind, string>> = {
  userstory: 'view_us',
  task: 'view_tasks',
  issue: 'view_issues',
  epic: 'view_epics',
  wikipage: 'view_wiki_pages',
};

/** How each person hears of a project, and who of them the element concerns. */
export interface Involved {
  policies: Map<number, Policy>;
  cards: Map<number, UserCard>;
  /** Owner, assignee, watchers, and those who were or are assigned. */
  concerned: Set<number>;
}

const isId = (value: unknown): value is number => typeof value === 'number';

/** Ids of those who watch the element. */
export const watchersOf = ({ document }: Pick<ChangeEntry, 'document'>): number[] =>
  Array.isArray(document.watches) ? (document.watches as { id: number }[]).map(({ id }) => id) : [];

/** Those whom the level "involved" counts for. */
export function concernedBy(entry: Pick<ChangeEntry, 'kind' | 'action' | 'diff' | 'document'>): Set<number> {
  const { kind, action, diff, document } = entry;
  const assigned = action === 'change' && kind !== 'userstory' ? (diff.assigned_to ?? []) : [];
  return new Set([document.owner, document.assigned_to, ...assigned, ...watchersOf(entry)].filter(isId));
}

/** Loads the people of an entry in a fixed number of steps; who begins to watch gets a policy on the way. */
export async function involvedIn(entry: ChangeEntry, project: number, node: NodeTools): Promise<Involved> {
  await addMissing(
    node,
    watchersOf(entry).map((user) => ({ user, project })),
    joining,
  );
  const policies = await policiesOf(node.store).find({ filter: { project } });
  const concerned = concernedBy(entry);
  const cards = await node.caches.users.many([...policies.map(({ user }) => user), ...concerned]);
  return { policies: new Map(policies.map((policy) => [policy.user, policy])), cards, concerned };
}

type LevelKey = 'notify_level' | 'live_notify_level';

/**
 * Who hears of an entry: those who want to hear of everything, and of the involved those whom it concerns, except its
 * author and who may not see it. Somebody without a policy hears as one who has joined.
 */
export function readersOf(entry: ChangeEntry, context: ProjectContext, involved: Involved, key: LevelKey): number[] {
  const permission = viewPermissions[entry.kind];
  if (permission === undefined) return [];
  const readers: number[] = [];
  for (const [id, card] of involved.cards) {
    const level = (involved.policies.get(id) ?? joining)[key];
    const wants = level === levels.all || (level === levels.involved && involved.concerned.has(id));
    if (!wants || id === entry.actor || !card.is_active || card.is_system) continue;
    if (hasPermission(context, { id, isSuperuser: card.is_superuser }, permission)) readers.push(id);
  }
  return readers;
}
