import { randomBytes } from 'node:crypto';
import type { NodeTools } from '../../../lib/contracts/node';
import { apiErrorOf } from '../../../lib/errors';
import { hashPassword } from '../../../lib/passwords';
import { accountsOf } from './account';
import { createAccount } from './new-account';

const name = 'admin';

/**
 * Makes the first account of an installation, a superuser. Of several processes that start at once one makes it: the
 * others are refused by the unique name.
 */
export async function createAdministrator(node: NodeTools): Promise<void> {
  if ((await accountsOf(node).findOne({}, { fields: ['id'] })) !== null) return;
  const { adminPassword: given, adminEmail: email } = node.config.accounts;
  const password = given ?? randomBytes(12).toString('base64url');
  try {
    await createAccount(node, {
      ...{ username: name, email, full_name: 'Administrator', password: await hashPassword(password) },
      ...{ is_superuser: true, verified_email: true, email_token: null },
    });
  } catch (error) {
    if (apiErrorOf(error)) return;
    throw error;
  }
  // The only time that a password is logged: nobody could log in otherwise.
  if (given === null) node.log.warn(`The administrator ${name} was made with the password ${password} - change it`);
}
