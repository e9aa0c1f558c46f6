import type { NodeTools } from '../../lib/contracts/node';
import type { MailName, MailValues } from '../../lib/mail';
import { displayName } from './accounts/views';
import type { AccountDocument } from './accounts/account';

/** Sends a mail in the account's language without making the request wait for the mail server. */
function post<Name extends MailName>(node: NodeTools, name: Name, to: string, language: string, values: MailValues[Name]): void {
  void node.mailer.sendTemplate(name, { to, language, values });
}

/** The mail after registration: its links confirm the address and cancel the account (auth.md §4). */
export async function mailRegistration(node: NodeTools, account: AccountDocument): Promise<void> {
  const { site } = node.config.addresses;
  const { token } = await node.tokens.sign('cancel_account', account.id);
  const verifyUrl = `${site}/verify-email/${account.email_token ?? ''}`;
  post(node, 'registration', account.email, account.lang, {
    name: displayName(account),
    verifyUrl,
    cancelUrl: `${site}/cancel-account/${token}`,
  });
}

/** Asks to confirm the account's address. */
export function mailVerification(node: NodeTools, account: AccountDocument, token: string): void {
  const verifyUrl = `${node.config.addresses.site}/verify-email/${token}`;
  post(node, 'verify_email', account.email, account.lang, { name: displayName(account), verifyUrl });
}

/** Asks at the new address to confirm it. */
export function mailChangeOfAddress(node: NodeTools, account: AccountDocument, address: string, token: string): void {
  const changeUrl = `${node.config.addresses.site}/change-email/${token}`;
  post(node, 'change_email', address, account.lang, { name: displayName(account), changeUrl });
}

/** Lets the reader choose a new password. */
export function mailRecovery(node: NodeTools, account: AccountDocument, token: string): void {
  const recoveryUrl = `${node.config.addresses.site}/change-password/${token}`;
  post(node, 'password_recovery', account.email, account.lang, { name: displayName(account), recoveryUrl });
}
