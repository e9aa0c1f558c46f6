import { apiError, notFound } from '../../../lib/errors';
import type { Reply } from '../../../lib/contracts/http';
import { anyone, authenticated } from '../../../lib/resource/access';
import type { RestAction } from '../../../lib/resource/define';
import { documentSource, paged } from '../../../lib/resource/pages';
import { ok, type RestRequest } from '../../../lib/resource/request';
import { accountsOf } from '../accounts/account';
import { answerUser, publicUsers } from '../accounts/views';
import { accountInPath, listedAccounts } from './visibility';

async function me(request: RestRequest): Promise<Reply> {
  const account = await accountsOf(request.node).findById(request.requireUser().id);
  if (!account) throw notFound('User');
  return answerUser(request, account);
}

async function list(request: RestRequest): Promise<Reply> {
  const accounts = accountsOf(request.node);
  const filter = await listedAccounts(request);
  const { rows, headers } = await paged(request, documentSource(accounts, { filter, sort: ['username', 'id'] }));
  return ok(await publicUsers(request, rows), headers);
}

async function retrieve(request: RestRequest): Promise<Reply> {
  demandProfiles(request);
  return answerUser(request, await accountInPath(request));
}

async function byUsername(request: RestRequest): Promise<Reply> {
  demandProfiles(request);
  const { username } = request.query;
  const account = username ? await accountsOf(request.node).findOne({ username }) : null;
  if (!account) throw notFound('User');
  return answerUser(request, account);
}

/** Profiles may be private to those who are logged in. */
function demandProfiles(request: RestRequest): void {
  if (request.node.config.accounts.privateProfiles) request.requireUser();
}

export const readActions: readonly RestAction[] = [
  { name: 'users.me', rest: { method: 'GET', path: '/users/me' }, access: authenticated, handler: me, summary: 'Oneself' },
  { name: 'users.list', rest: { method: 'GET', path: '/users' }, access: anyone, handler: list, summary: 'People that one sees' },
  {
    name: 'users.create',
    rest: { method: 'POST', path: '/users' },
    access: anyone,
    handler: () => Promise.reject(apiError('NOT_SUPPORTED')),
    summary: 'Not supported: see /auth/register',
  },
  {
    name: 'users.byUsername',
    rest: { method: 'GET', path: '/users/by_username' },
    access: anyone,
    handler: byUsername,
    summary: 'A user by name',
  },
  { name: 'users.retrieve', rest: { method: 'GET', path: '/users/:id' }, access: anyone, handler: retrieve, summary: 'A user' },
];
