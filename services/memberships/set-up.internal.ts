import { peopleParts, type RoleTemplate } from '../../lib/contracts/membership-actions';
import type { Store } from '../../lib/contracts/store';
import { newDocument } from '../../lib/resource/operations/create';
import type { InternalCall } from '../../mixins/service';
import { membershipsOf, rolesOf, type Membership, type Role } from './documents';
import { addMemberships } from './joining';
import { memberships as resource } from './memberships.resource';
import { personalFields } from './memberships.rules';
import { personsOf } from './people';
import { RestRequest } from '../../lib/resource/request';

export interface SetUp {
  project: number;
  roles: RoleTemplate[];
  owner: number;
  ownerRole: string;
  email: string;
}

/** The owner's own membership has no entry in timelines, and nobody invited him (timeline.md). */
export async function setUp({ project, roles: templates, owner, ownerRole, email }: SetUp, { node, call }: InternalCall): Promise<void> {
  const roles = await addRoles(node.store, project, templates);
  const role = roles.find(({ slug }) => slug === ownerRole) ?? roles[0];
  if (!role) throw new Error('A project needs a role for its owner');
  const person = (await personsOf(node, call, [owner])).get(owner);
  const memberships = membershipsOf(node.store);
  await memberships.updateMany({ user: owner }, { inc: { user_order: 1 } });
  const id = await node.store.take(resource.collection);
  const values = { project, user: owner, role: role.id, is_admin: true, email, ...(person && personalFields(person)) };
  const membership: Membership = { ...newDocument(resource, values), id };
  delete membership.username;
  await memberships.insert(membership);
  await node.invalidate({ projects: [project] }, peopleParts);
}

async function addRoles(store: Store, project: number, templates: readonly RoleTemplate[]): Promise<Role[]> {
  if (templates.length === 0) return [];
  const first = await store.take('roles', templates.length);
  const roles = templates.map((template, index) => ({ ...template, id: first + index, project }));
  await rolesOf(store).insertMany(roles);
  return roles;
}

export interface Copy {
  from: number;
  to: number;
  users: number[];
  invitedBy: number;
}

/** Those who are members of the new project already are left as they are. */
export async function copyMembers({ from, to, users, invitedBy }: Copy, call: InternalCall): Promise<void> {
  const { node } = call;
  const [source, target, persons] = await Promise.all([
    node.caches.projects.one(from),
    node.caches.projects.one(to),
    personsOf(node, call.call, users),
  ]);
  if (!source || !target) return;
  const present = new Set(target.members.map(({ user }) => user));
  const slugs = new Map(source.roles.map(({ id, slug }) => [id, slug]));
  const added = source.members.flatMap(({ user, role, is_admin }) => {
    const person = persons.get(user);
    const own = target.roles.find(({ slug }) => slug === slugs.get(role));
    if (!users.includes(user) || present.has(user) || !person || !own) return [];
    return [{ user, role: own.id, is_admin, invited_by: invitedBy, email: person.email, ...personalFields(person) }];
  });
  await addMemberships(RestRequest.inside(call), target, added);
}
