import type { ChangeEntry } from '../../../lib/contracts/changes';
import type { DocumentKind } from '../../../lib/contracts/outside-actions';
import type { Caller, NodeTools } from '../../../lib/contracts/node';
import type { Facts, Stored } from './objects';

interface Asker {
  node: NodeTools;
  call: Caller;
}

type Documents = Map<number, Stored>;

const isId = (value: unknown): value is number => typeof value === 'number';

/** Loads what the payload of an element shows beside the element: a batch for each kind. */
export async function factsOf({ node, call }: Asker, { kind, actor }: ChangeEntry, document: Stored): Promise<Facts> {
  const [stories, epics] = await Promise.all([
    load(call, 'userstory', kind === 'task' || kind === 'relateduserstory' ? [document.user_story] : []),
    load(call, 'epic', kind === 'relateduserstory' ? [document.epic] : []),
  ]);
  const shown = [document, ...stories.values(), ...epics.values()];
  const milestones = await load(call, 'milestone', kind === 'milestone' ? [] : shown.map(({ milestone }) => milestone));
  const all = [...shown, ...milestones.values()];
  const people = [actor, ...all.flatMap(({ owner, assigned_to, last_modifier }) => [owner, assigned_to, last_modifier])];
  const [users, projects] = await Promise.all([
    node.caches.users.many(people.filter(isId)),
    node.caches.projects.many(all.map(({ project }) => project).filter(isId)),
  ]);
  return { site: node.config.addresses.site, users, projects, milestones, stories, epics };
}

async function load(call: Caller, kind: DocumentKind, ids: readonly unknown[]): Promise<Documents> {
  const wanted = [...new Set(ids.filter(isId))];
  if (wanted.length === 0) return new Map();
  const found = await call('backlog.documents', { kind, ids: wanted });
  return new Map(found.map((document) => [document.id as number, document]));
}
