import { createHash, createSecretKey, randomBytes } from 'node:crypto';
import { CompactEncrypt, SignJWT, errors, jwtVerify } from 'jose';

/** A token is good for its own type only (auth.md §3). */
export type TokenType = 'access' | 'refresh' | 'cancel_account' | 'transfer';

/** What a good token says. */
export interface VerifiedToken {
  userId: number;
  /** 32 hex digits. */
  jti: string;
  /** Unix seconds. */
  expires: number;
}

/** A new token. */
export interface IssuedToken {
  token: string;
  jti: string;
  /** Unix seconds. */
  expires: number;
}

/** Signs and verifies the tokens of accounts (auth.md). */
export interface Tokens {
  sign(type: TokenType, userId: number): Promise<IssuedToken>;
  /** Null when it isn't a valid, unexpired token of this type. Says nothing of deny lists and inactive users. */
  verify(token: string, type: TokenType): Promise<VerifiedToken | null>;
}

/** Seconds. */
export interface TokenLifetimes {
  access: number;
  refresh: number;
}

const day = 86400;
const rememberedTokens = 10_000;

/** Signs and verifies the JWTs of the API with one secret (HS256 only, auth.md §3). */
export function createTokens(secret: string, lifetimes: TokenLifetimes): Tokens {
  const key = createSecretKey(Buffer.from(secret, 'utf8'));
  const seconds: Record<TokenType, number> = { ...lifetimes, cancel_account: 365 * day, transfer: 7 * day };
  const known = new RecentMap<VerifiedToken>(rememberedTokens);

  return {
    async sign(type, userId) {
      const jti = randomBytes(16).toString('hex');
      const expires = now() + seconds[type];
      const claims = { token_type: type, exp: expires, jti, user_id: userId };
      const token = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(key);
      return { token, jti, expires };
    },
    async verify(token, type) {
      // Only access tokens come with every request; keeping the others would only fill the memory.
      if (type !== 'access') return await check(key, token, type);
      const remembered = known.get(token);
      if (remembered) return remembered.expires > now() ? remembered : null;
      const verified = await check(key, token, type);
      if (verified) known.set(token, verified);
      return verified;
    },
  };
}

/**
 * The `cyphered_token` of an application: compact JWE, A128KW with the first 16 bytes of the SHA-256 of the
 * application's key, A256GCM (applications.md §4).
 */
export async function cypherApplicationToken(token: string, applicationKey: string): Promise<string> {
  const wrappingKey = createHash('sha256').update(applicationKey, 'utf8').digest().subarray(0, 16);
  return await new CompactEncrypt(Buffer.from(JSON.stringify({ token }), 'utf8'))
    .setProtectedHeader({ enc: 'A256GCM', alg: 'A128KW' })
    .encrypt(wrappingKey);
}

async function check(key: ReturnType<typeof createSecretKey>, token: string, type: TokenType): Promise<VerifiedToken | null> {
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'] });
    const { token_type: tokenType, exp, jti, user_id: userId } = payload;
    if (tokenType !== type || !exp || !jti || typeof userId !== 'number' || !Number.isSafeInteger(userId)) return null;
    return { userId, jti, expires: exp };
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

function now(): number {
  return Math.floor(Date.now() / 1000);
}

/** A map that forgets what was least recently used. */
class RecentMap<V> {
  private readonly entries = new Map<string, V>();

  constructor(private readonly limit: number) {}

  get(key: string): V | undefined {
    const value = this.entries.get(key);
    if (value === undefined) return undefined;
    this.entries.delete(key);
    this.entries.set(key, value);
    return value;
  }

  set(key: string, value: V): void {
    this.entries.set(key, value);
    const oldest = this.entries.keys().next();
    if (this.entries.size > this.limit && !oldest.done) this.entries.delete(oldest.value);
  }
}
