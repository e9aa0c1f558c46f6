import { rawError } from '../../../lib/errors';
import type { Reply } from '../../../lib/contracts/http';
import { anyone } from '../../../lib/resource/access';
import type { RestAction } from '../../../lib/resource/define';
import { ok, type RestRequest } from '../../../lib/resource/request';
import { accountsOf } from '../accounts/account';
import { readTexts, requiredText } from '../accounts/fields';
import { tokenPair } from './auth-detail';
import { isUsable } from './credentials';
import { spend } from './denied-tokens';

/** Gives a new pair of tokens for a refresh token, which is used up (auth.md §3). */
async function refresh(request: RestRequest): Promise<Reply> {
  const { node } = request;
  const { refresh: token } = readTexts({ refresh: requiredText }, request.body);
  const verified = await node.tokens.verify(token, 'refresh');
  const account = verified && (await accountsOf(node).findById(verified.userId));
  if (!verified || !account || !isUsable(account) || !(await spend(node, verified))) {
    throw rawError(401, 'TOKEN_NOT_VALID', { detail: 'Token is invalid or expired', code: 'token_not_valid' });
  }
  return ok(await tokenPair(request, account.id));
}

export const refreshActions: readonly RestAction[] = [
  {
    name: 'refresh',
    rest: { method: 'POST', path: '/auth/refresh' },
    access: anyone,
    handler: refresh,
    summary: 'New tokens for a refresh token',
  },
  {
    name: 'verify',
    rest: { method: 'POST', path: '/auth/verify' },
    access: anyone,
    handler: () => Promise.reject(rawError(403, 'SWITCHED_OFF', null)),
    summary: 'Switched off',
  },
];
