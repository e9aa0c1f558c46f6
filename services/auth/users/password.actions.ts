import { randomUUID } from 'node:crypto';
import { apiError } from '../../../lib/errors';
import type { Reply } from '../../../lib/contracts/http';
import { hashPassword, verifyPassword } from '../../../lib/passwords';
import { anyone, authenticated } from '../../../lib/resource/access';
import type { RestAction } from '../../../lib/resource/define';
import { noContent, ok, type RestRequest } from '../../../lib/resource/request';
import { accountsOf, findAccount, keyOfSecret } from '../accounts/account';
import { passwordField, readTexts, requiredText, shortestPassword } from '../accounts/fields';
import { mailRecovery } from '../mails';

const wrong = (message: string) => apiError('WRONG_ARGUMENTS', message);
const textIn = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

/** The checks are in the order of auth.md §5. */
async function changePassword(request: RestRequest): Promise<Reply> {
  const accounts = accountsOf(request.node);
  const account = await accounts.findById(request.requireUser().id);
  if (!account) throw apiError('NOT_FOUND');
  const current = textIn(request.body.current_password);
  const password = textIn(request.body.password);
  const stored = account.password;
  if (stored !== null && current === null) throw wrong('Current password parameter needed');
  if (password === null) throw wrong('New password parameter needed');
  if (password.length < shortestPassword) throw wrong('Invalid password length at least 6 characters needed');
  if (stored !== null && !(await verifyPassword(current ?? '', stored))) throw wrong('Invalid current password');
  const changed = await accounts.updateOne({ id: account.id, password: stored }, { set: { password: await hashPassword(password) } });
  if (changed === 0) throw wrong('Invalid current password');
  return noContent;
}

/** Mails a token; a new one replaces the older. */
async function recover(request: RestRequest): Promise<Reply> {
  const name = textIn(request.body.username);
  if (name === null) throw wrong('Invalid username or email');
  const account = await findAccount(request.node, name);
  if (!account || account.is_system || account.date_cancelled !== null) throw wrong('Username or password does not matches user.');
  const token = randomUUID();
  await accountsOf(request.node).updateOne({ id: account.id }, { set: { recovery_key: keyOfSecret(token) } });
  await mailRecovery(request.node, account, token);
  return ok({ detail: 'Mail sent successfully!' });
}

async function changeFromRecovery(request: RestRequest): Promise<Reply> {
  const { token, password } = readTexts({ token: requiredText, password: passwordField }, request.body);
  const accounts = accountsOf(request.node);
  const key = keyOfSecret(token);
  if (!(await accounts.findOne({ recovery_key: key }, { fields: ['id'] }))) throw wrong('Token is invalid');
  const set = { password: await hashPassword(password), recovery_key: null };
  if ((await accounts.updateOne({ recovery_key: key }, { set })) === 0) throw wrong('Token is invalid');
  return noContent;
}

export const passwordActions: readonly RestAction[] = [
  {
    name: 'users.changePassword',
    rest: { method: 'POST', path: '/users/change_password' },
    access: authenticated,
    handler: changePassword,
    summary: 'Change the password',
  },
  {
    name: 'users.passwordRecovery',
    rest: { method: 'POST', path: '/users/password_recovery' },
    access: anyone,
    handler: recover,
    summary: 'Mail a link to choose a new password',
  },
  {
    name: 'users.changePasswordFromRecovery',
    rest: { method: 'POST', path: '/users/change_password_from_recovery' },
    access: anyone,
    handler: changeFromRecovery,
    summary: 'Choose a new password by the mailed link',
  },
];
