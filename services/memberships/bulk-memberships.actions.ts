import type { Reply } from '../../lib/contracts/http';
import type { ProjectContext } from '../../lib/contracts/project-context';
import { apiError, validationError } from '../../lib/errors';
import { demand, demandWritable, projectAdministrator } from '../../lib/resource/access';
import type { FieldErrors, RestAction } from '../../lib/resource/define';
import { isAdministrator } from '../../lib/resource/permissions';
import { readBody, refuse } from '../../lib/resource/read-body';
import { ok, type RestRequest } from '../../lib/resource/request';
import { bulkFields, problemsOf, type BulkItem } from './bulk-memberships.rules';
import { demandRoom, knownPeople, membershipsFor } from './invitees';
import { inviteeOf, type Invitee } from './invitees.rules';
import { addMemberships } from './joining';
import { isUnverified, unverified } from './membership-edit';
import { mailMembers } from './membership-mails';
import { withAddresses } from './memberships.actions';

/** `POST /memberships/bulk_create` (memberships.md §4). */
export const bulkActions: RestAction[] = [
  {
    name: 'bulkCreate',
    rest: { method: 'POST', path: '/memberships/bulk_create' },
    access: projectAdministrator,
    checksAccess: true,
    handler: bulkCreate,
  },
];

async function bulkCreate(request: RestRequest): Promise<Reply> {
  const { values, errors } = readBody(bulkFields, request.body, 'create');
  refuse(errors);
  const items = values.bulk_memberships as BulkItem[];
  const context = await request.context(values.project_id as number);
  const { invitees, unanswered } = await validInvitees(request, context, items);
  demand(projectAdministrator, { user: request.user, context, document: null, body: request.body });
  if (!context) throw apiError('NOT_FOUND');
  if (await isUnverified(request)) throw validationError({ _error_message: unverified });
  demandWritable(context);
  if (invitees.length === 0) return ok([]);
  await demandRoom(request, context, invitees, unanswered);
  const invitation_extra_text = values.invitation_extra_text as string | null;
  const places = invitees.map((invitee, index) => ({ invitee, values: { role: items[index]?.role_id, invitation_extra_text } }));
  const stored = await addMemberships(request, context, await membershipsFor(request, places));
  await mailMembers(request, context, stored);
  return ok(await withAddresses(request, context, stored));
}

interface Invitees {
  invitees: Invitee[];
  /** Invitations that the project has. */
  unanswered: number;
}

/** Whom the request names; nobody when the requester is no administrator, who doesn't learn who is a member. @throws 400 */
async function validInvitees(request: RestRequest, context: ProjectContext | null, items: readonly BulkItem[]): Promise<Invitees> {
  const errors: FieldErrors = {};
  if (!context) errors.project_id = ["There's no project with that id"];
  if (items.some(({ role_id }) => !context?.roles.some(({ id }) => id === role_id))) {
    errors.bulk_memberships = ['Invalid role ids. All roles must belong to the same project.'];
  }
  refuse(errors);
  if (!context || !isAdministrator(context, request.user)) return { invitees: [], unanswered: 0 };
  const names = items.map(({ username }) => username);
  const known = await knownPeople(request, context.id, names);
  const found = names.map((name) => inviteeOf(name, known));
  const problems = problemsOf(found);
  if (problems) refuse({ bulk_memberships: problems });
  return { invitees: found.filter((one) => typeof one !== 'string'), unanswered: known.unanswered };
}
