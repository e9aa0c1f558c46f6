import { createHash } from 'node:crypto';
import type { Config } from '../../../lib/config';
import type { Account } from '../../../lib/contracts/account-actions';
import type { Reply } from '../../../lib/contracts/http';
import type { Standing, UserCard } from '../../../lib/contracts/user-card';
import { KeptJson } from '../../../lib/resource/json-forms';
import type { RestRequest } from '../../../lib/resource/request';
import type { AccountDocument } from './account';

/** The full name, or the username when that is empty. */
export const displayName = (account: Pick<AccountDocument, 'full_name' | 'username'>): string => account.full_name || account.username;

/** The absolute address of a stored file. */
export const mediaAddress = (config: Config, path: string): string => `${config.addresses.api}/media/${path}`;

const gravatarId = (email: string) => createHash('md5').update(email.toLowerCase(), 'utf8').digest('hex');

function photosOf({ avatar }: AccountDocument, config: Config) {
  if (avatar === null) return { photo: null, big_photo: null };
  return { photo: mediaAddress(config, avatar.small), big_photo: mediaAddress(config, avatar.big) };
}

/** What other services keep of an account. */
export function cardOf(account: AccountDocument, config: Config): UserCard {
  const { id, username, full_name, color, lang, is_active, is_system, is_superuser, verified_email, date_joined } = account;
  return {
    ...{ id, username, full_name, full_name_display: displayName(account) },
    ...photosOf(account, config),
    ...{ gravatar_id: gravatarId(account.email), color, lang, is_active, is_system, is_superuser, verified_email, date_joined },
    ...limitsOf(account),
  };
}

/** Facts of an account that only services see. */
export function accountFacts(account: AccountDocument): Account {
  const { id, username, email, verified_email, lang, is_active } = account;
  return { id, username, full_name_display: displayName(account), email, verified_email, lang, is_active, ...limitsOf(account) };
}

/** Limits of the projects that the user owns; null is none. */
function limitsOf(account: AccountDocument) {
  const { max_private_projects, max_public_projects, max_memberships_private_projects, max_memberships_public_projects } = account;
  return { max_private_projects, max_public_projects, max_memberships_private_projects, max_memberships_public_projects };
}

/** The public user object (users.md §1). */
export function publicUser(account: AccountDocument, standing: Standing | null | undefined, config: Config): Record<string, unknown> {
  const { id, username, full_name, color, bio, lang, theme, timezone, is_active } = account;
  return {
    ...{ id, username, full_name, full_name_display: displayName(account), color, bio, lang, theme, timezone, is_active },
    ...photosOf(account, config),
    gravatar_id: gravatarId(account.email),
    roles: standing?.roles.toSorted() ?? [],
  };
}

/** The private user object (users.md §1). */
export function privateUser(account: AccountDocument, standing: Standing | null | undefined, config: Config): Record<string, unknown> {
  return {
    ...publicUser(account, standing, config),
    total_private_projects: standing?.total_private_projects ?? 0,
    total_public_projects: standing?.total_public_projects ?? 0,
    email: account.email,
    uuid: account.uuid,
    date_joined: account.date_joined,
    read_new_terms: account.read_new_terms,
    accepted_terms: account.accepted_terms,
    ...limitsOf(account),
    verified_email: account.verified_email,
  };
}

const kept = { private: new KeptJson(), public: new KeptJson() };

/** 200 with the form of an account that the requester may see. */
export async function answerUser(request: RestRequest, account: AccountDocument): Promise<Reply> {
  const { user, node } = request;
  const standing = await node.caches.standings.one(account.id);
  const own = user !== null && (user.isSuperuser || user.id === account.id);
  const body = kept[own ? 'private' : 'public'].of(account, [standing], () =>
    (own ? privateUser : publicUser)(account, standing, node.config),
  );
  return { status: 200, body };
}

/** Public forms of accounts, in one batch. */
export async function publicUsers(request: RestRequest, accounts: readonly AccountDocument[]): Promise<Record<string, unknown>[]> {
  const { caches, config } = request.node;
  const standings = await caches.standings.many(accounts.map(({ id }) => id));
  return accounts.map((account) => publicUser(account, standings.get(account.id), config));
}
