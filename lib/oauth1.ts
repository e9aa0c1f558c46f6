import { createHmac, createSign, randomBytes } from 'node:crypto';

/** Who signs, and how: with shared secrets, or with a private RSA key in PEM. */
export interface Oauth1Signer {
  consumerKey: string;
  secret: { method: 'HMAC-SHA1'; consumerSecret: string; tokenSecret?: string } | { method: 'RSA-SHA1'; privateKey: string };
  /** A request token or an access token. */
  token?: string;
}

/** A request to be signed. A body that isn't a form isn't part of the signature. */
export interface Oauth1Request {
  method: string;
  address: string;
  /** Further protocol parameters: `oauth_callback`, `oauth_verifier`. */
  protocol?: Readonly<Record<string, string>>;
}

/** Against repetition: given in tests only. */
export interface Oauth1Moment {
  timestamp: string;
  nonce: string;
}

type Pair = readonly [string, string];

/** The `Authorization` header of a request by OAuth 1.0 (RFC 5849). */
export function oauth1Header(request: Oauth1Request, signer: Oauth1Signer, moment: Oauth1Moment = thisMoment()): string {
  const parameters: Pair[] = [
    ['oauth_consumer_key', signer.consumerKey],
    ['oauth_nonce', moment.nonce],
    ['oauth_signature_method', signer.secret.method],
    ['oauth_timestamp', moment.timestamp],
    ['oauth_version', '1.0'],
    ...(signer.token === undefined ? [] : [['oauth_token', signer.token] as const]),
    ...Object.entries(request.protocol ?? {}),
  ];
  const signature = signed(oauth1BaseText(request.method, request.address, parameters), signer.secret);
  const shown = [...parameters, ['oauth_signature', signature] as const];
  return `OAuth ${shown.map(([name, value]) => `${encode(name)}="${encode(value)}"`).join(', ')}`;
}

/** What is signed: method, address without query, and all parameters in order (RFC 5849, 3.4.1). */
export function oauth1BaseText(method: string, address: string, protocol: readonly Pair[]): string {
  const url = new URL(address);
  const parameters = [...url.searchParams, ...protocol].map(([name, value]) => [encode(name), encode(value)] as const);
  parameters.sort((one, other) => order(one[0], other[0]) || order(one[1], other[1]));
  const joined = parameters.map(([name, value]) => `${name}=${value}`).join('&');
  return [method.toUpperCase(), `${url.protocol}//${url.host}${url.pathname}`, joined].map(encode).join('&');
}

function signed(text: string, secret: Oauth1Signer['secret']): string {
  if (secret.method === 'RSA-SHA1') return createSign('RSA-SHA1').update(text).sign(secret.privateKey, 'base64');
  const key = `${encode(secret.consumerSecret)}&${encode(secret.tokenSecret ?? '')}`;
  return createHmac('sha1', key).update(text).digest('base64');
}

function thisMoment(): Oauth1Moment {
  return { timestamp: String(Math.floor(Date.now() / 1000)), nonce: randomBytes(16).toString('hex') };
}

/** `encodeURIComponent` leaves five characters that OAuth wants encoded. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

const order = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
