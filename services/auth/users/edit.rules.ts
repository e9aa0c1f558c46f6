import { randomUUID } from 'node:crypto';
import { apiError } from '../../../lib/errors';
import { comparable, isAllowedDomain, isEmailAddress } from '../../../lib/email-address';
import { f, FieldProblem, messages, readBoolean, type Field } from '../../../lib/resource/fields';
import { readBody, refuse, type Operation } from '../../../lib/resource/read-body';
import type { RestRequest } from '../../../lib/resource/request';
import { randomColour } from '../../../lib/text/colours';
import { accountsOf, type AccountDocument } from '../accounts/account';
import { fullNameField, usernameField } from '../accounts/fields';

const newTermsMessage = 'Read new terms has to be true';

const readNewTerms = f.custom('boolean', { type: 'boolean' }, { required: true, initial: true }, (value) => {
  if (!readBoolean(value)) throw new FieldProblem([newTermsMessage]);
  return true;
});

/** What may be edited, beside the address (users.md §4). */
const fields: Record<string, Field> = {
  username: usernameField,
  full_name: fullNameField(false),
  color: f.text({ max: 9, initial: randomColour }),
  bio: f.text(),
  lang: f.text({ max: 20 }),
  theme: f.text({ max: 100 }),
  timezone: f.text({ max: 20 }),
  is_active: f.boolean({ keptByPut: true, initial: true }),
  read_new_terms: readNewTerms,
};

/** Values to store, and the new address with its token when one has to be confirmed. */
export interface Edit {
  values: Partial<AccountDocument>;
  address: { new_email: string; email_token: string } | null;
}

/** Reads and checks a PUT or PATCH of an account. @throws 400 */
export async function readEdit(request: RestRequest, account: AccountDocument, operation: Operation): Promise<Edit> {
  const { body } = request;
  const { values, errors } = readBody(fields, body, operation);
  const { email } = body;
  if (operation === 'replace' && (email === undefined || email === null || email === '')) errors.email = [messages.required];
  if (errors.read_new_terms) errors.read_new_terms = [newTermsMessage];
  refuse(errors);
  const { is_active: active, username, ...others } = values as Partial<AccountDocument>;
  const activity = active !== undefined && request.user?.isSuperuser === true ? { is_active: active } : {};
  const name = username === undefined ? {} : { username, username_key: comparable(username) };
  return { values: { ...others, ...activity, ...name }, address: await readAddress(request, account, operation) };
}

/** A changed address isn't taken over before it is confirmed. @throws 400 for an invalid or used one */
async function readAddress(request: RestRequest, account: AccountDocument, operation: Operation): Promise<Edit['address']> {
  const { email } = request.body;
  if (email === undefined || email === null) return null;
  if (operation === 'replace' && email === account.email) return null;
  const { allowedEmailDomains } = request.node.config.accounts;
  if (typeof email !== 'string' || !isEmailAddress(email) || !isAllowedDomain(email, allowedEmailDomains)) {
    throw apiError('WRONG_ARGUMENTS', 'Invalid email');
  }
  const owner = await accountsOf(request.node).findOne({ email_key: comparable(email) }, { fields: ['id'] });
  if (operation === 'replace' && owner?.id === account.id) return null;
  if (owner) throw apiError('WRONG_ARGUMENTS', 'Duplicated email');
  return { new_email: email, email_token: randomUUID() };
}
