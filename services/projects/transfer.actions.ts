import { apiError, rawError } from '../../lib/errors';
import type { Account } from '../../lib/contracts/account-actions';
import type { MailName, MailValues } from '../../lib/mail/templates';
import { authenticatedCan, projectAdministrator, projectOwner } from '../../lib/resource/access';
import type { RestAction } from '../../lib/resource/define';
import { empty, type RestRequest } from '../../lib/resource/request';
import { now, parsedId } from '../../lib/resource/values';
import { projectsOf, type Project } from './documents';
import { demandSlotFor } from './limits';
import { changingAction, readingAction, type Target } from './project-action';

async function requestTransfer(request: RestRequest, { project }: Target) {
  const [requester, owner] = await accountsOf(request, [request.requireUser().id, project.owner]);
  await mail(request, owner, 'transfer_request', {
    requester: nameOf(requester),
    project: project.name,
    projectUrl: addressOf(request, project),
  });
  return empty;
}

async function start(request: RestRequest, { project, context }: Target) {
  const { node, body } = request;
  const id = parsedId(body.user);
  if (id === null) throw apiError('WRONG_ARGUMENTS', 'Invalid user id');
  const [user, owner] = await accountsOf(request, [id, project.owner]);
  if (!user) throw rawError(400, 'WRONG_ARGUMENTS', "The user doesn't exist");
  if (!context.members.some((member) => member.user === id))
    throw rawError(400, 'WRONG_ARGUMENTS', 'The user must already be a project member');
  const { token } = await node.tokens.sign('transfer', id);
  await projectsOf(node.store).updateOne({ id: project.id }, { set: { transfer_token: token } });
  const transferUrl = `${addressOf(request, project)}/transfer/${token}`;
  await mail(request, user, 'transfer_start', { owner: nameOf(owner), project: project.name, reason: reasonIn(body), transferUrl });
  return empty;
}

async function validate(request: RestRequest, { project }: Target) {
  await demandToken(request, project);
  return empty;
}

async function reject(request: RestRequest, { project }: Target) {
  demandSent(request);
  await demandToken(request, project);
  await projectsOf(request.node.store).updateOne(
    { id: project.id, transfer_token: project.transfer_token },
    { set: { transfer_token: null } },
  );
  const [refuser, owner] = await accountsOf(request, [request.requireUser().id, project.owner]);
  const values = {
    refuser: nameOf(refuser),
    project: project.name,
    reason: reasonIn(request.body),
    projectUrl: addressOf(request, project),
  };
  await mail(request, owner, 'transfer_reject', values);
  return empty;
}

async function accept(request: RestRequest, { project }: Target) {
  const user = request.requireUser().id;
  demandSent(request);
  await demandToken(request, project);
  if (project.owner !== user) await demandSlotFor(request, project.id, user, project.is_private);
  const standing = { id: project.id, transfer_token: project.transfer_token };
  const changed = await projectsOf(request.node.store).updateOne(standing, {
    set: { owner: user, transfer_token: null, modified_date: now() },
  });
  if (changed === 0) throw apiError('WRONG_ARGUMENTS', 'Token is invalid');
  await request.call('memberships.makeAdministrator', { project: project.id, user });
  await request.node.invalidate({ projects: [project.id] }, ['project']);
  const [newOwner, owner] = await accountsOf(request, [user, project.owner]);
  const values = {
    newOwner: nameOf(newOwner),
    project: project.name,
    reason: reasonIn(request.body),
    projectUrl: addressOf(request, project),
  };
  await mail(request, owner, 'transfer_accept', values);
  return empty;
}

/** @throws 400 without a token */
function demandSent({ body }: RestRequest): void {
  if (typeof body.token !== 'string' || body.token === '') throw apiError('WRONG_ARGUMENTS', 'Invalid token');
}

/** @throws 400 unless the token sent is the offer that stands, is young enough and was made to the requester */
async function demandToken(request: RestRequest, project: Project): Promise<void> {
  const { token } = request.body;
  const stands = typeof token === 'string' && token !== '' && token === project.transfer_token;
  const verified = stands ? await request.node.tokens.verify(token, 'transfer') : null;
  if (verified?.userId !== request.requireUser().id) throw apiError('WRONG_ARGUMENTS', 'Token is invalid');
}

async function accountsOf(request: RestRequest, ids: (number | null)[]): Promise<(Account | undefined)[]> {
  const accounts = await request.call('auth.accounts', { ids: ids.filter((id) => id !== null) });
  return ids.map((wanted) => accounts.find(({ id }) => id === wanted));
}

const nameOf = (account: Account | undefined) => account?.full_name_display ?? '';
const addressOf = ({ node }: RestRequest, { slug }: Project) => `${node.config.addresses.site}/project/${slug}`;
const reasonIn = (body: Record<string, unknown>) => (typeof body.reason === 'string' && body.reason !== '' ? body.reason : null);

async function mail<Name extends MailName>(
  request: RestRequest,
  to: Account | undefined,
  name: Name,
  values: MailValues[Name],
): Promise<void> {
  if (to?.is_active) await request.node.mailer.sendTemplate(name, { to: to.email, language: to.lang, values });
}

const member = authenticatedCan('view_project');

/** Handing a project over to another owner (projects.md §6). */
export const transferActions: RestAction[] = [
  changingAction({
    name: 'transferRequest',
    method: 'POST',
    path: 'transfer_request',
    access: projectAdministrator,
    handler: requestTransfer,
  }),
  changingAction({ name: 'transferStart', method: 'POST', path: 'transfer_start', access: projectOwner, handler: start }),
  readingAction({ name: 'transferValidate', method: 'POST', path: 'transfer_validate_token', access: member, handler: validate }),
  changingAction({ name: 'transferReject', method: 'POST', path: 'transfer_reject', access: member, handler: reject }),
  changingAction({ name: 'transferAccept', method: 'POST', path: 'transfer_accept', access: member, handler: accept }),
];
