import type { GithubConfig } from '../../../lib/config';
import type { NodeTools } from '../../../lib/contracts/node';
import { comparable } from '../../../lib/email-address';
import { rawError } from '../../../lib/errors';
import type { RestRequest } from '../../../lib/resource/request';
import { slugOrNull, uniqueSlug } from '../../../lib/text/slug';
import { accountsOf, type AccountDocument } from '../accounts/account';
import { readTexts, requiredText } from '../accounts/fields';
import { announceAccount, createAccount } from '../accounts/new-account';
import { mailRegistration } from '../mails';
import { isUsable } from './credentials';
import { fetchProfile, type CodeHostProfile } from './github';
import { link, linkedUser } from './provider-links';

const provider = 'github';

/** The login is offered when the operator has registered the installation at the provider. */
export const isCodeHostOn = ({ clientId, clientSecret }: GithubConfig): boolean => clientId !== null && clientSecret !== null;

/**
 * The account of a code that the code host gave: linked to the identity, else of the same address, else a new one
 * (auth.md §2).
 * @throws 400 for failures at the provider, 401 for a closed account
 */
export async function codeHostAccount(request: RestRequest): Promise<AccountDocument> {
  const { node } = request;
  const { code } = readTexts({ code: requiredText }, request.body);
  const profile = await fetchProfile(node.config.github, code);
  const user = (await linkedUser(node, provider, profile.id)) ?? (await linkAccount(request, profile));
  const account = await accountsOf(node).findById(user);
  if (!account || !isUsable(account)) throw rawError(401, 'USER_INACTIVE', { detail: 'User is inactive', code: 'user_inactive' });
  return account;
}

async function linkAccount(request: RestRequest, profile: CodeHostProfile): Promise<number> {
  const { node } = request;
  const account = (await accountOfAddress(node, profile.email)) ?? (await register(request, profile));
  return link(node, { user: account.id, provider, provider_user: profile.id, extra: { login: profile.login } });
}

/** Addresses that only look alike belong to different people: nobody may take over an account by one. */
async function accountOfAddress(node: NodeTools, email: string): Promise<AccountDocument | null> {
  const account = await accountsOf(node).findOne({ email_key: comparable(email) });
  return account?.email.toLowerCase() === email.toLowerCase() ? account : null;
}

async function register({ node, call }: RestRequest, { login, name, bio, email }: CodeHostProfile): Promise<AccountDocument> {
  const isTaken = async (slug: string) => (await accountsOf(node).findOne({ username_key: comparable(slug) }, { fields: ['id'] })) !== null;
  const username = await uniqueSlug(slugOrNull(login), isTaken);
  const account = await createAccount(node, {
    username,
    email,
    full_name: name,
    bio,
    password: null,
    verified_email: true,
    email_token: null,
  });
  await announceAccount(node, call, account);
  await mailRegistration(node, account);
  return account;
}
