import type { ProjectContext } from '../contracts/project-context';
import type { Requester } from '../contracts/http';

/** Viewing permissions, the only ones allowed in `anon_permissions` (permissions.md §1). */
export const viewPermissions = [
  'view_project',
  'view_milestones',
  'view_epics',
  'view_us',
  'view_tasks',
  'view_issues',
  'view_wiki_pages',
  'view_wiki_links',
] as const;

const verbs = (noun: string, names: readonly string[]) => names.map((verb) => `${verb}_${noun}`);
const changing = ['add', 'modify', 'delete'];
const commented = ['add', 'modify', 'comment', 'delete'];

/** The 34 permissions of roles and of `public_permissions`. */
export const memberPermissions: readonly string[] = [
  ...viewPermissions,
  ...verbs('milestone', changing),
  ...verbs('epic', commented),
  ...verbs('us', commented),
  ...verbs('task', commented),
  ...verbs('issue', commented),
  ...verbs('wiki_page', commented),
  ...verbs('wiki_link', changing),
];

/** Shown to administrators only, never stored. */
export const administrationPermissions: readonly string[] = [
  'modify_project',
  'delete_project',
  'add_member',
  'remove_member',
  'admin_project_values',
  'admin_roles',
];

/** @returns whether a permission is about what a project contains, and not about the project itself. */
export const isAboutElements = (permission: string): boolean => permission !== 'view_project' && memberPermissions.includes(permission);

const everything: ReadonlySet<string> = new Set([...memberPermissions, ...administrationPermissions]);
const granted = new WeakMap<ProjectContext, Map<number, ReadonlySet<string>>>();

/** @returns the accepted membership of a user in the project. */
export function memberOf(context: ProjectContext, user: Requester | null) {
  return user === null ? undefined : context.members.find((member) => member.user === user.id);
}

/** @returns whether the user is a project administrator: superuser or member with `is_admin` (permissions.md §2). */
export function isAdministrator(context: ProjectContext, user: Requester | null): boolean {
  return user !== null && (user.isSuperuser || memberOf(context, user)?.is_admin === true);
}

/** The permissions of a request on a project (permissions.md §2). Kept as long as the context is. */
export function permissionsOf(context: ProjectContext, user: Requester | null): ReadonlySet<string> {
  if (user?.isSuperuser) return everything;
  const known = granted.get(context) ?? new Map<number, ReadonlySet<string>>();
  granted.set(context, known);
  const key = user?.id ?? 0;
  const found = known.get(key) ?? computed(context, user);
  known.set(key, found);
  return found;
}

function computed(context: ProjectContext, user: Requester | null): ReadonlySet<string> {
  if (user === null) return new Set(context.anon_permissions);
  const member = memberOf(context, user);
  if (member?.is_admin) return everything;
  const role = member && context.roles.find(({ id }) => id === member.role);
  return new Set([...(role?.permissions ?? []), ...context.public_permissions, ...context.anon_permissions]);
}

/** @returns whether the request has the permission on the project. */
export function hasPermission(context: ProjectContext, user: Requester | null, permission: string): boolean {
  return permissionsOf(context, user).has(permission);
}

/**
 * Whether lists and look-ups show the project's elements: as {@link hasPermission}, save that `anon_permissions`
 * count for anonymous requests only (permissions.md §2, last part).
 */
export function isListed(context: ProjectContext, user: Requester | null, permission: string): boolean {
  if (user === null) return context.anon_permissions.includes(permission);
  if (isAdministrator(context, user) || context.public_permissions.includes(permission)) return true;
  const member = memberOf(context, user);
  const role = member && context.roles.find(({ id }) => id === member.role);
  return role?.permissions.includes(permission) ?? false;
}
