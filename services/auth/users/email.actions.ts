import { apiError } from '../../../lib/errors';
import type { Reply } from '../../../lib/contracts/http';
import { comparable } from '../../../lib/email-address';
import { anyone, authenticated } from '../../../lib/resource/access';
import type { RestAction } from '../../../lib/resource/define';
import { noContent, ok, type RestRequest } from '../../../lib/resource/request';
import { refusingDuplicates } from '../../../lib/store/duplicates';
import { accountsOf, type AccountDocument } from '../accounts/account';
import { readTexts, requiredText } from '../accounts/fields';
import { mailVerification } from '../mails';
import { forgetEntry } from '../settings/user-storage';

/** The interface shows a hint as long as this entry of the user storage stands. */
const newsletterHint = 'dont_ask_premise_newsletter';

async function sendVerification(request: RestRequest): Promise<Reply> {
  const account = await accountsOf(request.node).findById(request.requireUser().id);
  if (!account || account.verified_email) throw apiError('BAD_REQUEST', 'Email address already verified');
  if (account.new_email !== null || account.email_token === null) throw apiError('BAD_REQUEST', 'A change of the address is pending');
  await mailVerification(request.node, account, account.email_token);
  // The API words it so.
  return ok({ detail: 'Mail sended successful!' });
}

/** Confirms an address; whoever has the token may (auth.md §5). */
async function changeEmail(request: RestRequest): Promise<Reply> {
  const { node } = request;
  const { email_token: token } = readTexts({ email_token: requiredText }, request.body);
  const account = await accountsOf(node).findOne({ email_token: token, is_active: true });
  if (!account || !(await confirm(request, account, token))) {
    throw apiError('WRONG_ARGUMENTS', "Invalid, are you sure the token is correct and you didn't use it before?");
  }
  await forgetEntry(node, account.id, newsletterHint);
  await node.invalidate({ users: [account.id] });
  if (account.new_email !== null) await request.call('memberships.renamed', { user: account.id });
  return noContent;
}

/** @returns false when the token was used meanwhile. @throws 400 when the address was taken meanwhile */
async function confirm({ node }: RestRequest, { id, email, new_email: pending }: AccountDocument, token: string): Promise<boolean> {
  const address = pending ?? email;
  const set = { email: address, email_key: comparable(address), verified_email: true, new_email: null, email_token: null };
  const confirmed = await refusingDuplicates(
    () => accountsOf(node).updateOne({ id, email_token: token }, { set }),
    () => apiError('WRONG_ARGUMENTS', 'Duplicated email'),
  );
  return confirmed > 0;
}

export const emailActions: readonly RestAction[] = [
  {
    name: 'users.sendVerificationEmail',
    rest: { method: 'POST', path: '/users/send_verification_email' },
    access: authenticated,
    handler: sendVerification,
    summary: 'Mail the link that confirms the address again',
  },
  {
    name: 'users.changeEmail',
    rest: { method: 'POST', path: '/users/change_email' },
    access: anyone,
    handler: changeEmail,
    summary: 'Confirm an address',
  },
];
