import type { Requester } from '../../lib/contracts/http';
import type { CardCache } from '../../lib/contracts/node';
import type { Grant, TokenCard } from '../../lib/contracts/token-scopes';
import type { UserCard } from '../../lib/contracts/user-card';
import { apiError, rawError, type ApiError } from '../../lib/errors';
import { isTokenOf, readOpaqueToken, type OpaqueKind } from '../../lib/opaque-tokens';
import type { Tokens } from '../../lib/tokens';

export interface CredentialSources {
  tokens: Pick<Tokens, 'verify'>;
  users: Pick<CardCache<UserCard>, 'one'>;
  applicationTokens: Pick<CardCache<TokenCard>, 'one'>;
  personalTokens: Pick<CardCache<TokenCard>, 'one'>;
}

/** Whom a request is from, and what its credentials are good for. */
export interface Identity {
  user: Requester;
  grant: Grant;
}

const blanks = /\s+/;

/**
 * Who an `Authorization` header stands for (auth.md §3); null is anonymous.
 * @throws ApiError 401 for what is wrong with `Bearer` and `Application` credentials.
 */
export async function identify(header: string | undefined, sources: CredentialSources): Promise<Identity | null> {
  if (!header) return null;
  const [scheme, token, ...more] = header.trim().split(blanks);
  if (scheme === 'Bearer') {
    if (!token || more.length > 0) throw badHeader();
    return readOpaqueToken(token)?.kind === 'pat' ? await byPersonalToken(token, sources) : await byLogin(token, sources);
  }
  if (scheme !== 'Application' || !token) return null;
  const card = more.length > 0 ? null : await cardOf(token, 'app', sources.applicationTokens);
  if (!card) throw apiError('NOT_AUTHENTICATED', 'Invalid token');
  return { user: await requesterOf(card.user, sources), grant: 'application' };
}

async function byLogin(token: string, sources: CredentialSources): Promise<Identity> {
  const verified = await sources.tokens.verify(token, 'access');
  if (!verified) throw badToken();
  return { user: await requesterOf(verified.userId, sources), grant: 'login' };
}

async function byPersonalToken(token: string, sources: CredentialSources): Promise<Identity> {
  const card = await cardOf(token, 'pat', sources.personalTokens);
  if (!card?.scopes) throw badToken();
  return { user: await requesterOf(card.user, sources), grant: card.scopes };
}

/** The card of a token that is the real one and hasn't expired. */
async function cardOf(token: string, kind: OpaqueKind, cards: Pick<CardCache<TokenCard>, 'one'>): Promise<TokenCard | null> {
  const named = readOpaqueToken(token);
  const card = named?.kind === kind ? await cards.one(named.id) : null;
  if (!card || !isTokenOf(token, card.hash)) return null;
  return card.expires === null || Date.parse(card.expires) > Date.now() ? card : null;
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
