import type { NodeTools } from '../../../lib/contracts/node';
import { rawError } from '../../../lib/errors';
import { hashPassword, needsRehash, verifyPassword } from '../../../lib/passwords';
import { now } from '../../../lib/resource/values';
import { accountsOf, findAccount, type AccountDocument } from '../accounts/account';

/** Whether somebody may act as this account. */
export const isUsable = (account: AccountDocument): boolean => account.is_active && !account.is_system;

/**
 * The account of a name or address and a password. Takes the same time whether the account exists or not.
 * @throws 401 for an unknown or unusable account or a wrong password
 */
export async function checkCredentials(node: NodeTools, username: string, password: string): Promise<AccountDocument> {
  const account = await findAccount(node, username);
  const matches = await verifyPassword(password, account?.password ?? null);
  if (!account || !matches || !isUsable(account)) throw invalidCredentials();
  return account;
}

/** Notes a login, and replaces a password hash of an older kind while the password is known. */
export async function noteLogin(node: NodeTools, account: AccountDocument, password: string | null): Promise<void> {
  const outdated = password !== null && account.password !== null && needsRehash(account.password);
  const renewed = outdated ? { password: await hashPassword(password) } : {};
  // A password that was changed meanwhile stays.
  const filter = outdated ? { id: account.id, password: account.password } : { id: account.id };
  await accountsOf(node).updateOne(filter, { set: { last_login: now(), ...renewed } });
}

function invalidCredentials() {
  const detail = 'No active account found with the given credentials';
  return rawError(401, 'INVALID_CREDENTIALS', { detail, code: 'invalid_credentials' });
}
