import { randomBytes, randomUUID } from 'node:crypto';
import type { ChangeEntry } from '../../../lib/contracts/changes';
import type { Caller, NodeTools } from '../../../lib/contracts/node';
import { comparable } from '../../../lib/email-address';
import { apiError } from '../../../lib/errors';
import { now } from '../../../lib/resource/values';
import { duplicateKeyOf } from '../../../lib/store/errors';
import { randomColour } from '../../../lib/text/colours';
import { accountsCollection, accountsOf, type AccountDocument } from './account';

/** What a new account is made of; the rest has defaults (auth.md §4). */
export type NewAccount = Pick<AccountDocument, 'username' | 'email' | 'full_name' | 'password'> & Partial<AccountDocument>;

/**
 * Stores a new account. What follows from it begins with {@link announceAccount}, once it's certain that it stays.
 * @throws 400 when the name or the address is taken
 */
export async function createAccount(node: NodeTools, values: NewAccount): Promise<AccountDocument> {
  const id = await node.store.take('users');
  const account: AccountDocument = { ...defaultsOf(node), ...values, ...keysOf(values), id };
  account.outbox.push(creationEntry(account));
  try {
    await accountsOf(node).insert(account);
  } catch (error) {
    throw takenError(error);
  }
  // Somebody may have asked for this id before it existed.
  await node.invalidate({ users: [id] });
  return account;
}

/** Brings the creation to the timeline. Left out after a crash, the sweeper does it. */
export async function announceAccount(node: NodeTools, call: Caller, account: AccountDocument): Promise<void> {
  await node.changes.deliver(accountsCollection.name, account.id, account.outbox, call);
}

/** Takes an account back that never came to be used. */
export async function withdrawAccount(node: NodeTools, { id }: AccountDocument): Promise<void> {
  await accountsOf(node).remove({ id });
  await node.invalidate({ users: [id] });
}

function creationEntry({ id, username, full_name, date_joined }: AccountDocument): ChangeEntry {
  return {
    ...{ id: randomUUID(), kind: 'user', object: id, project: null, action: 'create', actor: id, at: date_joined, version: null },
    ...{ diff: {}, names: {}, snapshot: { username, full_name }, comment: '', hidden: false, sessionId: null, sent: [], related: {} },
    document: { id, username, full_name },
  };
}

/** @throws 400 when the name is taken, else when the address is */
export async function demandFree(node: NodeTools, username: string, email: string): Promise<void> {
  const keys = keysOf({ username, email });
  const filter = { or: [{ username_key: keys.username_key }, { email_key: keys.email_key }] };
  const found = await accountsOf(node).find({ filter, fields: ['username_key'] });
  if (found.some(({ username_key: key }) => key === keys.username_key)) throw usernameTaken();
  if (found.length > 0) throw emailTaken();
}

/** The comparable forms of a name and an address. */
export function keysOf({ username, email }: Pick<AccountDocument, 'username' | 'email'>) {
  return { username_key: comparable(username), email_key: comparable(email) };
}

/** The API's error for a refusal of a unique index; other errors stay. */
function takenError(error: unknown): unknown {
  const duplicate = duplicateKeyOf(error);
  if (!duplicate) return error;
  return duplicate.fields.includes('username_key') ? usernameTaken() : emailTaken();
}

const usernameTaken = () => apiError('WRONG_ARGUMENTS', 'Username is already in use.');
const emailTaken = () => apiError('WRONG_ARGUMENTS', 'Email is already in use.');

function defaultsOf({
  config,
}: NodeTools): Omit<AccountDocument, 'id' | 'username' | 'username_key' | 'email' | 'email_key' | 'full_name' | 'password'> {
  const { limits } = config.accounts;
  const joined = now();
  return {
    color: randomColour(),
    bio: '',
    lang: '',
    theme: '',
    timezone: '',
    is_active: true,
    is_superuser: false,
    is_system: false,
    uuid: randomBytes(16).toString('hex'),
    date_joined: joined,
    joined_day: joined.slice(0, 10),
    last_login: null,
    read_new_terms: true,
    accepted_terms: true,
    verified_email: false,
    max_private_projects: limits.privateProjects,
    max_public_projects: limits.publicProjects,
    max_memberships_private_projects: limits.membershipsPrivate,
    max_memberships_public_projects: limits.membershipsPublic,
    avatar: null,
    new_email: null,
    email_token: randomUUID(),
    recovery_key: null,
    export_path: null,
    exported_at: null,
    date_cancelled: null,
    is_leaving: false,
    outbox: [],
    outbox_count: 1,
  };
}
