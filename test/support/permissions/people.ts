import { memberPermissions, viewPermissions } from '../../../lib/resource/permissions';
import type { Installation, Person } from '../installation';

/** The kinds of users of permissions.md §6. */
export const userKinds = [
  'anonymous',
  'stranger',
  'blind',
  'viewer',
  'commenter',
  'modifier',
  'worker',
  'administrator',
  'superuser',
] as const;
export type UserKind = (typeof userKinds)[number];

/** The kinds of projects: private; public with its defaults; public with every member permission for everybody. */
export const projectKinds = ['private', 'public', 'generous'] as const;
export type ProjectKind = (typeof projectKinds)[number];

export interface World {
  people: Record<UserKind, Person | undefined>;
  projects: Record<ProjectKind, { id: number; role: number }>;
}

const named = (verb: string) => memberPermissions.filter((permission) => permission.startsWith(`${verb}_`));

/** What the roles of the members hold. */
const rolePermissions: Partial<Record<UserKind, readonly string[]>> = {
  blind: [],
  viewer: viewPermissions,
  commenter: [...viewPermissions, ...named('comment')],
  modifier: [...viewPermissions, ...named('modify')],
  worker: memberPermissions,
};

/** Whether somebody has a permission, by the rules of permissions.md §2 and nothing else. */
export function holds(user: UserKind, project: ProjectKind, permission: string): boolean {
  if (user === 'administrator' || user === 'superuser') return true;
  if (!memberPermissions.includes(permission)) return false;
  if (project !== 'private' && named('view').includes(permission)) return true;
  if (user === 'anonymous') return false;
  return project === 'generous' || (rolePermissions[user]?.includes(permission) ?? false);
}

/** One project of each kind with one member of each kind, all made through the API. */
export async function makeWorld(here: Installation): Promise<World> {
  const owner = await here.register('owner');
  const entries = await Promise.all(
    userKinds.map(async (kind) => [kind, kind === 'anonymous' ? undefined : await here.register(`the-${kind}`)] as const),
  );
  const people = Object.fromEntries(entries) as World['people'];
  await here.node.store.collection('users').updateOne({ id: people.superuser?.id ?? 0 }, { set: { is_superuser: true } });
  await here.node.invalidate({ users: [people.superuser?.id ?? 0] });
  const projects: Partial<World['projects']> = {};
  for (const kind of projectKinds) projects[kind] = await makeProject(here, owner, people, kind);
  return { people, projects: projects as World['projects'] };
}

async function makeProject(here: Installation, owner: Person, people: World['people'], kind: ProjectKind) {
  const make = async (path: string, body: object) => {
    const answer = await here.send<{ id: number }>('POST', path, body, owner);
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.id;
  };
  const id = await make('/projects', { name: `The ${kind} one`, description: 'x', is_private: kind === 'private' });
  if (kind === 'generous') await here.send('PATCH', `/projects/${id}`, { public_permissions: memberPermissions }, owner);
  const spare = await make('/roles', { project: id, name: `Spare ${kind}`, permissions: [] });
  for (const [user, permissions] of Object.entries(rolePermissions)) {
    const role = await make('/roles', { project: id, name: `${user} ${kind}`, permissions });
    await make('/memberships', { project: id, role, username: people[user as UserKind]?.email });
  }
  await make('/memberships', { project: id, role: spare, username: people.administrator?.email, is_admin: true });
  return { id, role: spare };
}
