import { apiError } from '../../../lib/errors';
import type { Reply } from '../../../lib/contracts/http';
import { anyone } from '../../../lib/resource/access';
import type { RestAction } from '../../../lib/resource/define';
import { f, readBoolean } from '../../../lib/resource/fields';
import { created, type RestRequest } from '../../../lib/resource/request';
import { hashPassword } from '../../../lib/passwords';
import type { AccountDocument } from '../accounts/account';
import { emailField, fullNameField, passwordField, readTexts, requiredText, usernameField } from '../accounts/fields';
import { announceAccount, createAccount, demandFree, withdrawAccount } from '../accounts/new-account';
import { mailRegistration } from '../mails';
import { authDetail } from './auth-detail';
import { checkCredentials, noteLogin } from './credentials';

const tokenField = f.text({ required: true, max: 255 });

/** POST /auth/register, with the checks in the order of auth.md §4. */
async function register(request: RestRequest): Promise<Reply> {
  const { accepted_terms: terms, type, existing } = request.body;
  if (terms === undefined || terms === null || terms === false)
    throw apiError('BAD_REQUEST', 'You must accept our terms of service and privacy policy');
  if (type !== 'public' && type !== 'private') throw apiError('BAD_REQUEST', 'invalid registration type');
  if (type === 'public') return created(await authDetail(request, await registerPublicly(request)));
  const account = readBoolean(existing) ? await joinExisting(request) : await registerInvited(request);
  return created(await authDetail(request, account));
}

async function registerPublicly(request: RestRequest): Promise<AccountDocument> {
  if (!request.node.config.accounts.publicRegister) throw apiError('BAD_REQUEST', 'Public registration is disabled.');
  const values = readTexts(fieldsOf(request), request.body);
  await demandFree(request.node, values.username, values.email);
  return welcome(request, await newAccount(request, values));
}

/** A new account that takes up an invitation; when somebody else was faster, it goes again. */
async function registerInvited(request: RestRequest): Promise<AccountDocument> {
  const { token, ...values } = readTexts({ ...fieldsOf(request), token: tokenField }, request.body);
  await demandFree(request.node, values.username, values.email);
  if (!(await request.call('memberships.isInvitation', { token })))
    throw apiError('NOT_FOUND', 'Token does not match any valid invitation.');
  const account = await newAccount(request, values);
  try {
    await request.call('memberships.accept', { token, user: account.id });
  } catch (error) {
    await withdrawAccount(request.node, account);
    throw error;
  }
  return welcome(request, account);
}

/** The invited person has an account already. */
async function joinExisting(request: RestRequest): Promise<AccountDocument> {
  const { username, password, token } = readTexts({ username: requiredText, password: requiredText, token: tokenField }, request.body);
  const account = await checkCredentials(request.node, username, password);
  await request.call('memberships.accept', { token, user: account.id });
  await noteLogin(request.node, account, password);
  return account;
}

const fieldsOf = ({ node }: RestRequest) => ({
  username: usernameField,
  email: emailField(node.config),
  password: passwordField,
  full_name: fullNameField(true),
});

async function newAccount(
  { node }: RestRequest,
  values: Record<'username' | 'email' | 'full_name' | 'password', string>,
): Promise<AccountDocument> {
  return createAccount(node, { ...values, password: await hashPassword(values.password) });
}

async function welcome({ node, call }: RestRequest, account: AccountDocument): Promise<AccountDocument> {
  await announceAccount(node, call, account);
  await mailRegistration(node, account);
  return account;
}

export const registerActions: readonly RestAction[] = [
  { name: 'register', rest: { method: 'POST', path: '/auth/register' }, access: anyone, handler: register, summary: 'Make an account' },
];
