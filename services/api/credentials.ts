import type { Requester } from '../../lib/contracts/http';
import type { CardCache } from '../../lib/contracts/node';
import type { UserCard } from '../../lib/contracts/user-card';
import { apiError, rawError, type ApiError } from '../../lib/errors';
import type { Tokens } from '../../lib/tokens';

export interface CredentialSources {
  tokens: Pick<Tokens, 'verify'>;
  users: Pick<CardCache<UserCard>, 'one'>;
  /** The user of an application token, null for an unknown one. */
  identifyApplication(token: string): Promise<{ userId: number } | null>;
}

const blanks = /\s+/;

/**
 * Who an `Authorization` header stands for (auth.md §3); null is anonymous.
 * @throws ApiError 401 for what is wrong with `Bearer` and `Application` credentials.
 */
export async function identify(header: string | undefined, sources: CredentialSources): Promise<Requester | null> {
  if (!header) return null;
  const [scheme, token, ...more] = header.trim().split(blanks);
  if (scheme === 'Bearer') {
    if (!token || more.length > 0) throw badHeader();
    const verified = await sources.tokens.verify(token, 'access');
    if (!verified) throw badToken();
    return await requesterOf(verified.userId, sources);
  }
  if (scheme !== 'Application' || !token) return null;
  const identified = more.length > 0 ? null : await sources.identifyApplication(token);
  if (!identified) throw apiError('AUTHENTICATION_FAILED');
  return await requesterOf(identified.userId, sources);
}

async function requesterOf(id: number, { users }: CredentialSources): Promise<Requester> {
  const card = await users.one(id);
  if (!card) throw refusal('user_not_found', 'User not found');
  if (!card.is_active || card.is_system) throw refusal('user_inactive', 'User is inactive');
  return { id, isSuperuser: card.is_superuser };
}

function badHeader(): ApiError {
  return refusal('bad_authorization_header', 'Authorization header must contain two space-delimited values');
}

function badToken(): ApiError {
  const messages = [{ token_class: 'AccessToken', token_type: 'access', message: 'Token is invalid or expired' }];
  return refusal('token_not_valid', 'Given token not valid for any token type', { messages });
}

function refusal(code: string, detail: string, more: Record<string, unknown> = {}): ApiError {
  return rawError(401, code.toUpperCase(), { detail, code, ...more });
}
