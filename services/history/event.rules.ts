import type { ChangeEntry } from '../../lib/contracts/changes';
import type { MilestoneCard } from '../../lib/contracts/element-cards';
import type { ProjectContext } from '../../lib/contracts/project-context';

const pick = (document: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, document[name] ?? null]));

const ownData: Partial<Record<ChangeEntry['kind'], { key: string; fields: readonly string[] }>> = {
  milestone: { key: 'milestone', fields: ['id', 'slug', 'name'] },
  epic: { key: 'epic', fields: ['id', 'ref', 'subject'] },
  userstory: { key: 'userstory', fields: ['id', 'ref', 'subject'] },
  task: { key: 'task', fields: ['id', 'ref', 'subject'] },
  issue: { key: 'issue', fields: ['id', 'ref', 'subject'] },
  wikipage: { key: 'wikipage', fields: ['id', 'slug'] },
};

/** What a timeline tells of an event beside its author: the data of the moment (timeline.md, data). */
export function eventData(entry: ChangeEntry, context: ProjectContext | null, milestone: MilestoneCard | null): Record<string, unknown> {
  const data: Record<string, unknown> = {};
  if (context) data.project = { id: context.id, slug: context.slug, name: context.name, description: context.description };
  const own = ownData[entry.kind];
  if (own) data[own.key] = pick(entry.document, own.fields);
  if (entry.kind === 'task') data.task = { ...(data.task as object), ...entry.related };
  else Object.assign(data, entry.related);
  if (entry.kind === 'userstory' && milestone) data.milestone = { id: milestone.id, slug: milestone.slug, name: milestone.name };
  return data;
}

/** Those whom an element concerns: owner, assigned and watchers; the member of a membership, the owner of a project. */
export function peopleOf({ kind, document }: ChangeEntry): number[] {
  const watches = Array.isArray(document.watches) ? (document.watches as { id: number }[]).map(({ id }) => id) : [];
  const named = kind === 'membership' ? [document.user] : kind === 'user' ? [document.id] : [document.owner, document.assigned_to];
  return [...new Set([...named.filter((id): id is number => typeof id === 'number'), ...watches])];
}
