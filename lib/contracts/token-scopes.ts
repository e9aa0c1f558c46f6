/** What a personal access token may be made for; each includes those before it. */
export const tokenScopes = ['read', 'write', 'admin'] as const;

/** One of {@link tokenScopes}. */
export type TokenScope = (typeof tokenScopes)[number];

/**
 * What a token must be good for to reach a route: a scope; `unscoped`, which no personal access token is; or `login`,
 * which only the token of a login is.
 */
export type RequiredScope = TokenScope | 'unscoped' | 'login';

/** What the credentials of a request are good for: everything (a login, an application's token), or some scopes. */
export type Grant = 'login' | 'application' | readonly TokenScope[];

/** What a gateway needs to check a token without asking; whoever makes or removes the token drops it. */
export interface TokenCard {
  id: number;
  user: number;
  /** SHA-256 of the token in hexadecimal. */
  hash: string;
  /** Null: everything that the user may do. */
  scopes: readonly TokenScope[] | null;
  /** ISO 8601; null: until it is taken back. */
  expires: string | null;
}
