import { apiError } from '../../../lib/errors';
import type { Reply } from '../../../lib/contracts/http';
import { anyone } from '../../../lib/resource/access';
import type { RestAction } from '../../../lib/resource/define';
import { ok, type RestRequest } from '../../../lib/resource/request';
import type { AccountDocument } from '../accounts/account';
import { f } from '../../../lib/resource/fields';
import { readTexts, requiredText } from '../accounts/fields';
import { authDetail } from './auth-detail';
import { codeHostAccount, isCodeHostOn } from './code-host';
import { checkCredentials, noteLogin } from './credentials';

const codeHostTypes = ['github', 'code_host'];
const optionalText = f.text();

/** POST /auth (auth.md §2). */
async function login(request: RestRequest): Promise<Reply> {
  const { type } = request.body;
  const name = typeof type === 'string' ? type.toLowerCase() : null;
  if (name === 'normal') return ok(await authDetail(request, await loginByPassword(request)));
  if (name !== null && codeHostTypes.includes(name) && isCodeHostOn(request.node.config.github)) {
    return ok(await authDetail(request, await loginByCodeHost(request)));
  }
  throw apiError('BAD_REQUEST', 'invalid login type');
}

async function loginByPassword(request: RestRequest): Promise<AccountDocument> {
  const fields = { username: requiredText, password: requiredText, invitation_token: optionalText };
  const { username, password, invitation_token: token } = readTexts(fields, request.body);
  const account = await checkCredentials(request.node, username, password);
  await join(request, token, account);
  await noteLogin(request.node, account, password);
  return account;
}

async function loginByCodeHost(request: RestRequest): Promise<AccountDocument> {
  const { token, invitation_token: other } = readTexts({ token: optionalText, invitation_token: optionalText }, request.body);
  const account = await codeHostAccount(request);
  await join(request, other || token, account);
  await noteLogin(request.node, account, null);
  return account;
}

/** Takes up an invitation. @throws 404 for an unknown token, 400 for a member */
async function join(request: RestRequest, token: string, account: AccountDocument): Promise<void> {
  if (token !== '') await request.call('memberships.accept', { token, user: account.id });
}

export const loginActions: readonly RestAction[] = [
  { name: 'login', rest: { method: 'POST', path: '/auth' }, access: anyone, handler: login, summary: 'Log in' },
];
