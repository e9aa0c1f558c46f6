import type { ProjectContext } from '../../lib/contracts/project-context';
import type { Draft } from '../../lib/resource/draft';
import { insertDrafts, newDocument } from '../../lib/resource/operations/create';
import type { RestRequest } from '../../lib/resource/request';
import { membershipsOf, type Membership } from './documents';
import { memberships as resource } from './memberships.resource';

/** Nobody is told of an invitation, and its token must be in no log. */
const invitations = { ...resource, history: undefined };

/** Stores new memberships and invitations of one project with what follows from them, in a number of steps that doesn't depend on how many they are. */
export async function addMemberships(
  request: RestRequest,
  context: ProjectContext,
  added: readonly Partial<Membership>[],
): Promise<Membership[]> {
  const drafts = added.map((values) => draftOf(request, context, values));
  const members = drafts.filter(({ after }) => after.user !== null);
  const users = members.map(({ after }) => after.user).filter((user) => user !== null);
  // Before the memberships exist, so that whoever learns of one finds its member watching.
  if (users.length > 0) await welcome(request, context.id, users);
  await insertDrafts(resource, request, members);
  await insertDrafts(
    invitations,
    request,
    drafts.filter(({ after }) => after.user === null),
  );
  await request.node.invalidate({ projects: [context.id] }, ['members']);
  return drafts.map(({ after }) => after);
}

function draftOf(request: RestRequest, context: ProjectContext, values: Partial<Membership>): Draft<Membership> {
  const after = newDocument(resource, { ...values, project: context.id });
  const sent = new Set(Object.keys(request.body));
  return { request, before: null, after, context, sent, body: {}, foreign: new Set(), headers: {}, comment: '' };
}

/** New members watch the project, and it comes first in their lists. */
export async function welcome(
  { node, call }: Pick<RestRequest, 'node' | 'call'>,
  project: number,
  users: readonly number[],
): Promise<void> {
  await Promise.all([
    membershipsOf(node.store).updateMany({ user: { in: users }, project: { ne: project } }, { inc: { user_order: 1 } }),
    call('notifications.joinProject', { project, users: [...users] }),
  ]);
}
