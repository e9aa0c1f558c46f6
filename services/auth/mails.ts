import type { NodeTools } from '../../lib/contracts/node';
import type { MailName, MailValues } from '../../lib/mail';
import { displayName } from './accounts/views';
import type { AccountDocument } from './accounts/account';

/** Puts a mail into the queue in the account's language. */
function post<Name extends MailName>(node: NodeTools, name: Name, to: string, language: string, values: MailValues[Name]): Promise<void> {
  return node.mailer.sendTemplate(name, { to, language, values });
}

/** The mail after registration: its links confirm the address and cancel the account (auth.md §4). */
export async function mailRegistration(node: NodeTools, account: AccountDocument): Promise<void> {
  const { site } = node.config.addresses;
  const { token } = await node.tokens.sign('cancel_account', account.id);
  const verifyUrl = `${site}/verify-email/${account.email_token ?? ''}`;
  await post(node, 'registration', account.email, account.lang, {
    name: displayName(account),
    verifyUrl,
    cancelUrl: `${site}/cancel-account/${token}`,
  });
}

/** Asks to confirm the account's address. */
export function mailVerification(node: NodeTools, account: AccountDocument, token: string): Promise<void> {
  const verifyUrl = `${node.config.addresses.site}/verify-email/${token}`;
  return post(node, 'verify_email', account.email, account.lang, { name: displayName(account), verifyUrl });
}

/** Asks at the new address to confirm it. */
export function mailChangeOfAddress(node: NodeTools, account: AccountDocument, address: string, token: string): Promise<void> {
  const changeUrl = `${node.config.addresses.site}/change-email/${token}`;
  return post(node, 'change_email', address, account.lang, { name: displayName(account), changeUrl });
}

/** Lets the reader choose a new password. */
export function mailRecovery(node: NodeTools, account: AccountDocument, token: string): Promise<void> {
  const recoveryUrl = `${node.config.addresses.site}/change-password/${token}`;
  return post(node, 'password_recovery', account.email, account.lang, { name: displayName(account), recoveryUrl });
}
