import { apiError } from '../../lib/errors';
import type { Caller, NodeTools } from '../../lib/contracts/node';
import type { UserCard } from '../../lib/contracts/user-card';
import { limitOf, type Limit } from '../../lib/owner-limits';
import { projectsOf, type Project } from './documents';
import { excessOf, reasonOf, type Holdings, type People } from './limits.rules';

/** What the limits of a project's owner mean for it (projects.md §3). */
export interface OwnerRoom {
  isOutOfLimits: boolean;
  otherVisibility: { can_be_updated: boolean; reason: string | null };
  maximumMemberships: number | null;
}

interface Asker {
  node: NodeTools;
  call: Caller;
}

const unlimited = ({ projects, memberships }: Limit) => projects === null && memberships === null;
const nobody: People = { users: [], emails: [] };

/** Costs nothing as long as the owner has no limits. */
export async function ownerRoom(asker: Asker, project: Pick<Project, 'id' | 'owner' | 'is_private'>): Promise<OwnerRoom> {
  const owner = project.owner === null ? null : await asker.node.caches.users.one(project.owner);
  if (!owner)
    return { isOutOfLimits: false, otherVisibility: { can_be_updated: false, reason: 'project_without_owner' }, maximumMemberships: null };
  const own = limitOf(owner, project.is_private);
  const [holdings, reason] = await Promise.all([
    unlimited(own) ? null : holdingsOf(asker, owner.id, project.is_private),
    reasonAgainst(asker, project, owner, !project.is_private),
  ]);
  return {
    isOutOfLimits: holdings !== null && excessOf(own, holdings, 0, nobody) !== null,
    otherVisibility: { can_be_updated: reason === null, reason },
    maximumMemberships: own.memberships,
  };
}

async function reasonAgainst(asker: Asker, project: Pick<Project, 'id'>, owner: UserCard, isPrivate: boolean): Promise<string | null> {
  const limit = limitOf(owner, isPrivate);
  if (unlimited(limit)) return null;
  const [holdings, people] = await Promise.all([holdingsOf(asker, owner.id, isPrivate), peopleOf(asker, [project.id])]);
  return reasonOf(excessOf(limit, holdings, 1, people), isPrivate);
}

/** What a user owns of one visibility: two queries and a call, whatever the number of projects. */
async function holdingsOf(asker: Asker, owner: number, isPrivate: boolean): Promise<Holdings> {
  const owned = await projectsOf(asker.node.store).find({ filter: { owner, is_private: isPrivate }, fields: ['id'] });
  const people = await peopleOf(
    asker,
    owned.map(({ id }) => id),
  );
  return { projects: owned.length, users: new Set(people.users), emails: new Set(people.emails) };
}

async function peopleOf({ call }: Asker, projects: number[]): Promise<People> {
  const counts = projects.length === 0 ? [] : await call('memberships.counts', { projects });
  return { users: counts.flatMap(({ users }) => users), emails: counts.flatMap(({ emails }) => emails) };
}

/** A project that its owner wants to have: a new one, one with another visibility, or one that is handed over. */
export interface WantedProject {
  owner: number;
  isPrivate: boolean;
  people: People;
}

/** @throws 400 with the numbers in headers, when the owner's limits don't allow one more project with these people */
export async function demandSlot(asker: Asker, { owner, isPrivate, people }: WantedProject): Promise<void> {
  const card = await asker.node.caches.users.one(owner);
  if (!card || unlimited(limitOf(card, isPrivate))) return;
  const excess = excessOf(limitOf(card, isPrivate), await holdingsOf(asker, owner, isPrivate), 1, people);
  if (excess !== null) throw noRoom(excess, isPrivate, people.users.length + people.emails.length);
}

/** The same for an existing project that gets another visibility or owner. */
export async function demandSlotFor(asker: Asker, project: number, owner: number, isPrivate: boolean): Promise<void> {
  const card = await asker.node.caches.users.one(owner);
  if (!card || unlimited(limitOf(card, isPrivate))) return;
  await demandSlot(asker, { owner, isPrivate, people: await peopleOf(asker, [project]) });
}

/** @throws 400 when the owner of a project has no room for more people in it */
export async function demandRoom(asker: Asker, id: number, added: People): Promise<void> {
  const project = await asker.node.caches.projects.one(id);
  const owner = project?.owner ? await asker.node.caches.users.one(project.owner) : null;
  if (!project || !owner || limitOf(owner, project.is_private).memberships === null) return;
  const [holdings, present] = await Promise.all([holdingsOf(asker, owner.id, project.is_private), peopleOf(asker, [id])]);
  const limit = { projects: null, memberships: limitOf(owner, project.is_private).memberships };
  if (excessOf(limit, holdings, 0, added) === null) return;
  const users = new Set([...present.users, ...added.users]);
  throw noRoom('memberships', project.is_private, users.size + present.emails.length + added.emails.length);
}

function noRoom(excess: 'projects' | 'memberships', isPrivate: boolean, memberships: number) {
  const visibility = isPrivate ? 'private' : 'public';
  const message =
    excess === 'projects'
      ? `The owner can't have more ${visibility} projects`
      : `The owner's limit of memberships in ${visibility} projects is reached`;
  const facts = { 'project-memberships': String(memberships), 'project-is-private': isPrivate ? 'True' : 'False' };
  const headers = Object.entries(facts).flatMap(([name, value]) => [
    [`taiga-info-${name}`, value],
    [`service-info-${name}`, value],
  ]);
  return apiError('NOT_ENOUGH_SLOTS', message, Object.fromEntries(headers) as Record<string, string>);
}
