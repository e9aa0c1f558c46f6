import type { RestRequest } from '../../../lib/resource/request';
import type { AccountDocument } from '../accounts/account';
import { privateUser } from '../accounts/views';

export interface TokenPair {
  auth_token: string;
  refresh: string;
}

/** A new access token and a new refresh token. */
export async function tokenPair(request: RestRequest, userId: number): Promise<TokenPair> {
  const { tokens } = request.node;
  const [access, refresh] = await Promise.all([tokens.sign('access', userId), tokens.sign('refresh', userId)]);
  return { auth_token: access.token, refresh: refresh.token };
}

/** The user auth detail (auth.md §1). */
export async function authDetail(request: RestRequest, account: AccountDocument): Promise<Record<string, unknown>> {
  const { caches, config } = request.node;
  const [standing, tokens] = await Promise.all([caches.standings.one(account.id), tokenPair(request, account.id)]);
  return { ...privateUser(account, standing, config), ...tokens };
}
