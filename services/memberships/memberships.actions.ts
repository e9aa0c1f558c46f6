import type { Reply } from '../../lib/contracts/http';
import type { ProjectContext } from '../../lib/contracts/project-context';
import { apiError, validationError } from '../../lib/errors';
import { can, demand, demandWritable, projectAdministrator } from '../../lib/resource/access';
import type { RestAction } from '../../lib/resource/define';
import { contextOf, type Draft } from '../../lib/resource/draft';
import { answerDetail } from '../../lib/resource/operations/answer';
import { validDraft } from '../../lib/resource/operations/create';
import { forAction, forChanging, forReading } from '../../lib/resource/operations/lookup';
import { isAdministrator } from '../../lib/resource/permissions';
import { noContent, ok, type RestRequest } from '../../lib/resource/request';
import { View } from '../../lib/resource/view';
import type { Membership } from './documents';
import { demandRoom, knownPeople, membershipsFor } from './invitees';
import { inviteeOf, type Invitee } from './invitees.rules';
import { addMemberships } from './joining';
import { indispensableMessage, removeMemberships } from './leaving';
import { mailMembers } from './membership-mails';
import { memberships as resource, serializeFor, serializeWithAddresses } from './memberships.resource';
import { isIndispensable } from './memberships.rules';
import { activeAdministrators } from './people';

const refusals = { member: 'The user yet exists in the project', stranger: 'The user must be a valid contact' };
const path = '/memberships';

/** The actions of memberships that the kit doesn't make: those whose answers hold addresses, and those with effects on many. */
export const membershipActions: RestAction[] = [
  { name: 'create', rest: { method: 'POST', path }, access: projectAdministrator, checksAccess: true, handler: create },
  { name: 'retrieve', rest: { method: 'GET', path: `${path}/:id` }, access: can('view_project'), checksAccess: true, handler: retrieve },
  { name: 'destroy', rest: { method: 'DELETE', path: `${path}/:id` }, access: projectAdministrator, checksAccess: true, handler: destroy },
  {
    name: 'resendInvitation',
    rest: { method: 'POST', path: `${path}/:id/resend_invitation` },
    access: projectAdministrator,
    checksAccess: true,
    handler: resend,
  },
];

/** New memberships of a project with their addresses. Nothing that they show of it changed with them. */
export async function withAddresses(
  request: RestRequest,
  context: ProjectContext,
  memberships: readonly Membership[],
): Promise<Record<string, unknown>[]> {
  const view = await View.of(request.node, request.facts, memberships, resource.references ?? {}, { contexts: [context] });
  return memberships.map((membership) => serializeWithAddresses(membership, view));
}

async function create(request: RestRequest): Promise<Reply> {
  const draft = await validDraft(resource, request);
  const { invitee, unanswered } = await inviteeIn(draft);
  const context = contextOf(draft);
  demand(projectAdministrator, { user: request.user, context, document: null, body: draft.body });
  demandWritable(context);
  await demandRoom(request, context, [invitee], unanswered);
  const { role, is_admin, invitation_extra_text } = draft.after;
  const email = invitee.address ?? invitee.account?.email ?? null;
  const added = await membershipsFor(request, [{ invitee, values: { role, is_admin, invitation_extra_text, email } }]);
  const stored = await addMemberships(request, context, added);
  await mailMembers(request, context, stored);
  const [body] = await withAddresses(request, context, stored);
  return { status: 201, body: JSON.stringify(body) };
}

/** Whom the request names. Others than administrators don't learn who is a member: they are refused anyway. @throws 400 */
async function inviteeIn({ context, request, body }: Draft<Membership>): Promise<{ invitee: Invitee; unanswered: number }> {
  if (!context || !isAdministrator(context, request.user)) return { invitee: { account: null, address: null }, unanswered: 0 };
  const name = String(body.username).trim();
  const known = await knownPeople(request, context.id, [name]);
  const invitee = inviteeOf(name, known);
  if (typeof invitee === 'string') throw validationError({ username: [refusals[invitee]] });
  return { invitee, unanswered: known.unanswered };
}

async function retrieve(request: RestRequest): Promise<Reply> {
  const { document } = await forReading(resource, request, can('view_project'));
  return ok(serializeFor(document, await View.of(request.node, request.facts, [document], resource.references ?? {})));
}

async function destroy(request: RestRequest): Promise<Reply> {
  const found = await forChanging(resource, request, projectAdministrator);
  const context = contextOf(found);
  const active = await activeAdministrators(request.node, context);
  if (isIndispensable(context, found.document, active)) throw apiError('BAD_REQUEST', indispensableMessage);
  demandWritable(context);
  await removeMemberships(request, [found.document]);
  return noContent;
}

async function resend(request: RestRequest): Promise<Reply> {
  const found = await forAction(resource, request, projectAdministrator);
  const context = contextOf(found);
  demandWritable(context);
  await mailMembers(request, context, [found.document]);
  return answerDetail(resource, request, found.document, 200);
}
