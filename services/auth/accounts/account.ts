import { createHash } from 'node:crypto';
import type { ChangeEntry } from '../../../lib/contracts/changes';
import type { NodeTools } from '../../../lib/contracts/node';
import type { Collection, CollectionDeclaration } from '../../../lib/contracts/store';
import { comparable } from '../../../lib/email-address';

/** Paths of an avatar in the file store. */
export interface Avatar {
  original: string;
  small: string;
  big: string;
}

/** An account as stored. Keys of the API have their wire names. */
export interface AccountDocument {
  id: number;
  username: string;
  /** Comparable forms of name and address, unique. */
  username_key: string;
  email: string;
  email_key: string;
  full_name: string;
  color: string;
  bio: string;
  lang: string;
  theme: string;
  timezone: string;
  is_active: boolean;
  is_superuser: boolean;
  is_system: boolean;
  /** Hash; null for accounts that log in by a code host only. */
  password: string | null;
  uuid: string;
  date_joined: string;
  /** The day of `date_joined`, by which registrations are counted. */
  joined_day: string;
  last_login: string | null;
  read_new_terms: boolean;
  accepted_terms: boolean;
  verified_email: boolean;
  max_private_projects: number | null;
  max_public_projects: number | null;
  max_memberships_private_projects: number | null;
  max_memberships_public_projects: number | null;
  avatar: Avatar | null;
  /** Address that waits for its confirmation. */
  new_email: string | null;
  /** Confirms `new_email`, or `email` while that isn't verified. Mailed again on demand, so kept as it is. */
  email_token: string | null;
  /** Hash of the token of the last password recovery. */
  recovery_key: string | null;
  /** The last archive of the profile, and when it was made. */
  export_path: string | null;
  exported_at: string | null;
  date_cancelled: string | null;
  /** The account is cancelled, but its projects and memberships aren't done with yet. */
  is_leaving: boolean;
  /** Change entries that are on their way. */
  outbox: ChangeEntry[];
  outbox_count: number;
}

export const accountsCollection: CollectionDeclaration = {
  name: 'users',
  indexes: [
    { fields: ['username_key'], unique: true },
    { fields: ['email_key'], unique: true },
    { fields: ['username'] },
    { fields: ['is_active', 'username'] },
    { fields: ['email_token'] },
    { fields: ['recovery_key'] },
    { fields: ['exported_at'] },
    { fields: ['joined_day'] },
    { fields: ['outbox_count'] },
    { fields: ['is_leaving'], where: { is_leaving: true } },
  ],
};

/** The accounts. */
export function accountsOf(node: Pick<NodeTools, 'store'>): Collection<AccountDocument> {
  return node.store.collection<AccountDocument>(accountsCollection.name);
}

/** The key of a mailed secret, so that whoever reads the store can't use it. */
export function keyOfSecret(secret: string): string {
  return createHash('sha256').update(secret, 'utf8').digest('hex');
}

/** The account that a name or address stands for, compared without case; of several the one that matches exactly. */
export async function findAccount(node: Pick<NodeTools, 'store'>, nameOrAddress: string): Promise<AccountDocument | null> {
  const key = comparable(nameOrAddress);
  const found = await accountsOf(node).find({ filter: { or: [{ username_key: key }, { email_key: key }] }, sort: ['id'], limit: 2 });
  const exact = found.find(({ username, email }) => username === nameOrAddress || email === nameOrAddress);
  return exact ?? found[0] ?? null;
}
