import type { ProjectContext } from '../../../lib/contracts/project-context';
import type { Filter } from '../../../lib/contracts/store';
import type { UserCard } from '../../../lib/contracts/user-card';
import { apiError, notFound } from '../../../lib/errors';
import { refusal } from '../../../lib/resource/access';
import { membershipsOfUser } from '../../../lib/resource/memberships';
import { isListed } from '../../../lib/resource/permissions';
import type { RestRequest } from '../../../lib/resource/request';
import { accountsOf, type AccountDocument } from '../accounts/account';

const viewing = 'view_project';

/** The condition on accounts in `GET /users` (users.md §3). @throws 400, 401, 404 for the project of the query */
export async function listedAccounts(request: RestRequest): Promise<Filter> {
  const project = request.integerInQuery('project');
  const users = project === null ? await visibleUsers(request) : await membersOf(request, project);
  return users === null ? { is_active: true } : { id: { in: users }, is_active: true };
}

/** Ids of the people that the requester sees; null is everybody. */
async function visibleUsers({ user, call }: RestRequest): Promise<number[] | null> {
  if (user?.isSuperuser) return null;
  const projects = await call('projects.visible', { user: user?.id ?? null, permission: viewing });
  const members = await call('memberships.usersOf', { projects });
  return user === null || members.includes(user.id) ? members : [...members, user.id];
}

async function membersOf(request: RestRequest, project: number): Promise<number[]> {
  const context = await request.context(project);
  if (!context) throw request.user === null ? refusal(null) : notFound('Project');
  return isListed(context, request.user, viewing) ? context.members.map(({ user }) => user) : [];
}

/** The account of the path's id. @throws 404 */
export async function accountInPath(request: RestRequest): Promise<AccountDocument> {
  const account = request.id === null ? null : await accountsOf(request.node).findById(request.id);
  if (!account) throw notFound(request.id === null ? undefined : 'User');
  return account;
}

/** The card of the path's id, for what the account itself isn't needed for. @throws 404 */
export async function userInPath(request: RestRequest): Promise<UserCard> {
  const card = request.id === null ? null : await request.node.caches.users.one(request.id);
  if (!card) throw notFound(request.id === null ? undefined : 'User');
  return card;
}

/**
 * The account that the requester wants to change or close: oneself, and anybody for superusers (users.md §2).
 * @throws 401, 403 for somebody whom the requester sees in lists, 404 for others
 */
export async function changeableAccount(request: RestRequest): Promise<AccountDocument> {
  const user = request.requireUser();
  const account = request.id === null ? null : await accountsOf(request.node).findById(request.id);
  if (account && (user.isSuperuser || user.id === account.id)) return account;
  throw account && (await isVisible(request, account)) ? apiError('PERMISSION_DENIED') : apiError('NOT_FOUND');
}

async function isVisible(request: RestRequest, account: AccountDocument): Promise<boolean> {
  if (!account.is_active) return false;
  const contexts = await projectsOfUser(request, account.id);
  return contexts.some((context) => isListed(context, request.user, viewing));
}

/** Contexts of the projects that a user is a member of. */
export async function projectsOfUser({ node }: RestRequest, user: number): Promise<ProjectContext[]> {
  const memberships = await membershipsOfUser(node, user);
  const contexts = await node.caches.projects.many(memberships.map(({ project }) => project));
  return [...contexts.values()];
}

/** A user's projects that the requester sees in statistics and contacts (users.md §6). */
export async function sharedProjects(request: RestRequest, user: number): Promise<ProjectContext[]> {
  const contexts = await projectsOfUser(request, user);
  const viewer = request.user?.id ?? null;
  return contexts.filter((context) => {
    if (context.anon_permissions.includes(viewing)) return true;
    return context.members.some((member) => member.user === viewer) && sees(context, user);
  });
}

function sees(context: ProjectContext, user: number): boolean {
  const member = context.members.find((one) => one.user === user);
  if (!member) return false;
  return member.is_admin || context.roles.some((role) => role.id === member.role && role.permissions.includes(viewing));
}
