import type { OwnMembership, PeoplePart, ProjectPeople, UserMemberships } from '../../lib/contracts/membership-actions';
import type { RoleCard } from '../../lib/contracts/project-context';
import type { InternalCall } from '../../mixins/service';
import { membershipsOf, rolesOf, type Membership, type Role } from './documents';

const accepted = { missing: false } as const;

interface Wanted {
  projects: number[];
  parts: readonly PeoplePart[];
}

/** A look-up for each part, for any number of projects. */
export async function ofProjects({ projects, parts }: Wanted, { node: { store } }: InternalCall): Promise<ProjectPeople[]> {
  const filter = { project: { in: projects } };
  const [roles, memberships] = await Promise.all([
    parts.includes('roles') ? rolesOf(store).find({ filter, sort: ['project', 'order', 'slug'] }) : null,
    parts.includes('members')
      ? membershipsOf(store).find({ filter, sort: ['project', 'sort_key'], fields: ['project', 'user', 'role', 'is_admin'] })
      : null,
  ]);
  return projects.map((project) => ({
    project,
    ...(roles && { roles: roles.filter((role) => role.project === project).map(cardOf) }),
    ...(memberships && { members: membersIn(memberships.filter((membership) => membership.project === project)) }),
  }));
}

function membersIn(memberships: readonly Membership[]): ProjectPeople['members'] {
  const accepted = memberships.flatMap(({ id, user, role, is_admin }) => (user === null ? [] : [{ membership: id, user, role, is_admin }]));
  const byRole: Record<string, number> = {};
  for (const { role } of memberships) byRole[role] = (byRole[role] ?? 0) + 1;
  return { accepted, total: memberships.length, byRole };
}

const cardOf = ({ id, name, slug, order, computable, permissions }: Role): RoleCard => ({
  ...{ id, name, slug, order, computable },
  permissions: permissions ?? [],
});

/** Two look-ups for any number of users. */
export async function ofUsers({ users }: { users: number[] }, { node: { store } }: InternalCall): Promise<UserMemberships[]> {
  const found = await membershipsOf(store).find({ filter: { user: { in: users } }, sort: ['user_order', '-id'] });
  const roles = await rolesOf(store).findByIds([...new Set(found.map(({ role }) => role))]);
  const permissions = new Map(roles.map((role) => [role.id, role.permissions ?? []]));
  const own = new Map(users.map((user): [number | null, OwnMembership[]] => [user, []]));
  for (const { id, project, user, role, is_admin, user_order } of found)
    own.get(user)?.push({ membership: id, project, role, permissions: permissions.get(role) ?? [], is_admin, user_order });
  return users.map((id) => ({ id, memberships: own.get(id) ?? [] }));
}

export async function roleNames(
  { users }: { users: number[] },
  { node: { store } }: InternalCall,
): Promise<{ user: number; roles: string[] }[]> {
  const memberships = await membershipsOf(store).find({ filter: { user: { in: users } }, fields: ['user', 'role'] });
  const roles = await rolesOf(store).findByIds([...new Set(memberships.map(({ role }) => role))]);
  const names = new Map(roles.map(({ id, name }) => [id, name]));
  return users.map((user) => {
    const own = memberships.filter((membership) => membership.user === user).map(({ role }) => names.get(role));
    return { user, roles: [...new Set(own.filter((name) => name !== undefined))] };
  });
}

export interface ProjectCounts {
  project: number;
  total: number;
  users: number[];
  emails: string[];
}

export async function counts({ projects }: { projects: number[] }, { node: { store } }: InternalCall): Promise<ProjectCounts[]> {
  const rows = await membershipsOf(store).find({ filter: { project: { in: projects } }, fields: ['project', 'user', 'invited'] });
  return projects.map((project) => {
    const own = rows.filter((row) => row.project === project);
    const users = own.map(({ user }) => user).filter((user) => user !== null);
    const emails = own.map(({ invited }) => invited).filter((address) => address !== null);
    return { project, total: own.length, users, emails };
  });
}

export async function usersOf({ projects }: { projects: number[] }, { node: { store } }: InternalCall): Promise<number[]> {
  const users = await membershipsOf(store).distinct('user', { project: { in: projects }, user: accepted });
  return users.filter((user) => typeof user === 'number');
}

export async function projectsOf({ users }: { users: number[] }, { node: { store } }: InternalCall): Promise<number[]> {
  const projects = await membershipsOf(store).distinct('project', { user: { in: users } });
  return projects.filter((project) => typeof project === 'number');
}

export async function contactsOf({ user }: { user: number }, call: InternalCall): Promise<number[]> {
  const users = await usersOf({ projects: await projectsOf({ users: [user] }, call) }, call);
  return users.filter((other) => other !== user);
}
