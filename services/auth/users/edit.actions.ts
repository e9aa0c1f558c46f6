import { apiError, validationError } from '../../../lib/errors';
import type { Reply } from '../../../lib/contracts/http';
import { anyone, authenticated } from '../../../lib/resource/access';
import type { RestAction } from '../../../lib/resource/define';
import type { Operation } from '../../../lib/resource/read-body';
import { noContent, type RestRequest } from '../../../lib/resource/request';
import { refusingDuplicates } from '../../../lib/store/duplicates';
import { accountsOf, type AccountDocument } from '../accounts/account';
import { cancelAccount } from '../accounts/cancellation';
import { answerUser } from '../accounts/views';
import { mailChangeOfAddress } from '../mails';
import { readEdit } from './edit.rules';
import { changeableAccount } from './visibility';

async function edit(request: RestRequest, operation: Operation): Promise<Reply> {
  const account = await changeableAccount(request);
  const { values, address } = await readEdit(request, account, operation);
  const stored = await store(request, account, { ...values, ...address });
  if (address) await mailChangeOfAddress(request.node, stored, address.new_email, address.email_token);
  return answerUser(request, stored);
}

async function store(request: RestRequest, account: AccountDocument, values: Partial<AccountDocument>): Promise<AccountDocument> {
  const stored = await write(request, account.id, values);
  await request.node.invalidate({ users: [account.id] });
  const renamed = stored.username !== account.username || stored.full_name !== account.full_name;
  if (renamed) await request.call('memberships.renamed', { user: account.id });
  return stored;
}

async function write({ node }: RestRequest, id: number, values: Partial<AccountDocument>): Promise<AccountDocument> {
  const stored = await refusingDuplicates(
    () => accountsOf(node).findOneAndUpdate({ id }, { set: values }),
    () => validationError({ username: ['Invalid username. Try with a different one.'] }),
  );
  if (!stored) throw apiError('NOT_FOUND');
  return stored;
}

async function destroy(request: RestRequest): Promise<Reply> {
  const account = await changeableAccount(request);
  await cancelAccount(request.node, request.call, account);
  return noContent;
}

/** Cancels the account of a mailed token. @throws 400 for anything but a good token of an account that isn't cancelled */
async function cancel(request: RestRequest): Promise<Reply> {
  const { cancel_token: token } = request.body;
  const verified = typeof token === 'string' ? await request.node.tokens.verify(token, 'cancel_account') : null;
  const account = verified && (await accountsOf(request.node).findById(verified.userId));
  if (!account || account.date_cancelled !== null || account.is_system) {
    throw apiError('WRONG_ARGUMENTS', 'Invalid, are you sure the token is correct?');
  }
  await cancelAccount(request.node, request.call, account);
  return noContent;
}

const one = '/users/:id';

export const editActions: readonly RestAction[] = [
  {
    name: 'users.cancel',
    rest: { method: 'POST', path: '/users/cancel' },
    access: anyone,
    handler: cancel,
    summary: 'Close an account by its mailed token',
  },
  {
    name: 'users.replace',
    rest: { method: 'PUT', path: one },
    access: authenticated,
    handler: (request) => edit(request, 'replace'),
    summary: 'Edit an account',
  },
  {
    name: 'users.patch',
    rest: { method: 'PATCH', path: one },
    access: authenticated,
    handler: (request) => edit(request, 'patch'),
    summary: 'Edit an account',
  },
  { name: 'users.destroy', rest: { method: 'DELETE', path: one }, access: authenticated, handler: destroy, summary: 'Close an account' },
];
