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

/** An entry of a project that exists. */
export interface Heard {
  entry: ChangeEntry;
  context: ProjectContext;
}

/**
 * Loads the people of entries in a number of steps that doesn't depend on how many they are; who begins to watch gets a
 * policy on the way.
 */
export async function involvedIn<One extends Heard>(heard: readonly One[], node: NodeTools): Promise<(One & { involved: Involved })[]> {
  if (heard.length === 0) return [];
  const watching = heard.flatMap(({ entry, context }) => watchersOf(entry).map((user) => ({ user, project: context.id })));
  await addMissing(node, watching, joining);
  const projects = [...new Set(heard.map(({ context }) => context.id))];
  const found = await policiesOf(node.store).find({ filter: { project: { in: projects } } });
  const concerned = heard.map(({ entry }) => concernedBy(entry));
  const people = new Set([...found.map(({ user }) => user), ...concerned.flatMap((ids) => [...ids])]);
  const known = await node.caches.users.many([...people]);
  const byProject = new Map(projects.map((id) => [id, found.filter(({ project }) => project === id)]));
  return heard.map((one, index) => involving(one, byProject.get(one.context.id) ?? [], concerned[index] ?? new Set(), known));
}

function involving<One extends Heard>(
  one: One,
  own: readonly Policy[],
  concerned: Set<number>,
  known: ReadonlyMap<number, UserCard>,
): One & { involved: Involved } {
  const policies = new Map(own.map((policy) => [policy.user, policy]));
  const cards = new Map([...policies.keys(), ...concerned].flatMap((id) => pairOf(id, known.get(id))));
  return { ...one, involved: { policies, cards, concerned } };
}

const pairOf = (id: number, card: UserCard | undefined): [number, UserCard][] => (card ? [[id, card]] : []);

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
