import { oauth1Header, type Oauth1Signer } from '../../../lib/oauth1';
import { OutsideClient, OutsideFailure } from './ask';
import { requestLimits } from './inquiries';

/** A token of OAuth 1 with its secret. */
export interface Oauth1Token {
  token: string;
  secret: string;
}

/** Where and how to ask for a token. */
export interface TokenRequest {
  address: string;
  signer: Oauth1Signer;
  /** `oauth_callback` for a request token, `oauth_verifier` for an access token. */
  protocol: Readonly<Record<string, string>>;
  allowPrivate: boolean;
}

/** Asks for a request token or an access token (RFC 5849, 2.1 and 2.3). @throws OutsideFailure */
export async function askToken({ address, signer, protocol, allowPrivate }: TokenRequest): Promise<Oauth1Token> {
  const credentials = () => ({ authorization: oauth1Header({ method: 'POST', address, protocol }, signer) });
  const client = new OutsideClient({ base: address, allowPrivate, credentials, ...requestLimits });
  const answer = new URLSearchParams(await client.text(address, { method: 'POST', headers: { accept: '*/*' } }));
  const token = answer.get('oauth_token');
  if (!token) throw new OutsideFailure(null, 'The answer has no token');
  return { token, secret: answer.get('oauth_token_secret') ?? '' };
}

/** An access token with its secret as one text, and back; systems that need no secret have tokens without a dot. */
export const joinedToken = ({ token, secret }: Oauth1Token): string => `${token}.${secret}`;

export function splitToken(joined: string): Oauth1Token {
  const dot = joined.indexOf('.');
  return dot < 0 ? { token: joined, secret: '' } : { token: joined.slice(0, dot), secret: joined.slice(dot + 1) };
}
