import type { Reply } from '../../lib/contracts/http';
import type { Filter } from '../../lib/contracts/store';
import { comparable } from '../../lib/email-address';
import { apiError, rawError } from '../../lib/errors';
import { authenticated, demandWritable } from '../../lib/resource/access';
import type { RestAction } from '../../lib/resource/define';
import { readBoolean } from '../../lib/resource/fields';
import { noContent, type RestRequest } from '../../lib/resource/request';
import { parsedId } from '../../lib/resource/values';
import { membershipsOf, type Membership } from './documents';
import { removeMemberships } from './leaving';
import { isIndispensable } from './memberships.rules';
import { activeAdministrators } from './people';

const path = (name: string) => `/memberships/remove_${name}_from_all_my_projects`;

/** Taking somebody out of every project that the requester owns (memberships.md §5). */
export const allMyProjectsActions: RestAction[] = [
  { name: 'removeUserEverywhere', rest: { method: 'POST', path: path('user') }, access: authenticated, handler: removeUser },
  {
    name: 'removeInvitationEverywhere',
    rest: { method: 'POST', path: path('invitation') },
    access: authenticated,
    handler: removeInvitation,
  },
];

async function removeUser(request: RestRequest): Promise<Reply> {
  const { user: sent } = request.body;
  if (sent === undefined || sent === null || sent === '') throw apiError('WRONG_ARGUMENTS', 'Invalid user id');
  const user = parsedId(sent);
  if (user === null || !(await request.node.caches.users.one(user))) throw rawError(400, 'VALIDATION', "The user doesn't exist");
  const found = await inOwnProjects(request, { user });
  await demandReplaceable(request, found);
  await removeMemberships(request, found);
  return noContent;
}

async function removeInvitation(request: RestRequest): Promise<Reply> {
  const { email } = request.body;
  if (typeof email !== 'string' || email === '') throw apiError('WRONG_ARGUMENTS', 'Email is required');
  await removeMemberships(request, await inOwnProjects(request, { invited: comparable(email) }));
  return noContent;
}

/** @throws 403, 451 when one of the projects can't be changed */
async function inOwnProjects(request: RestRequest, filter: Filter): Promise<Membership[]> {
  const owned = await request.call('projects.ownedBy', { user: request.requireUser().id });
  const onlyPrivate = readBoolean(request.body.private_only ?? false);
  const projects = owned.filter(({ is_private }) => is_private || !onlyPrivate).map(({ id }) => id);
  const found = await membershipsOf(request.node.store).find({ filter: { ...filter, project: { in: projects } } });
  const contexts = await request.node.caches.projects.many(found.map(({ project }) => project));
  for (const context of contexts.values()) demandWritable(context);
  return found;
}

/** @throws 400 when a project can't do without the member */
async function demandReplaceable({ node }: RestRequest, found: readonly Membership[]): Promise<void> {
  const contexts = await node.caches.projects.many(found.map(({ project }) => project));
  for (const membership of found) {
    const context = contexts.get(membership.project);
    if (context && isIndispensable(context, membership, await activeAdministrators(node, context))) {
      throw rawError(400, 'VALIDATION', 'The user is the owner or the only administrator of some of the projects');
    }
  }
}
