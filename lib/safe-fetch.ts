import { lookup as resolve, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent, request } from 'undici';

/** A request to an address that came from outside. */
export interface OutgoingRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer;
  /** Milliseconds for everything; 10 seconds unless told. */
  timeout?: number;
  /** Bytes of the answer's body that are kept, the rest isn't read; 1 MiB unless told. */
  limit?: number;
  /** Private and loopback addresses too: for addresses that the operator has configured. */
  allowPrivate?: boolean;
}

export interface IncomingAnswer {
  status: number;
  /** As they came, with the spelling of the server. */
  rawHeaders: Record<string, string>;
  /** Lower-case names; of repeated headers all values, separated by commas. */
  headers: Record<string, string>;
  body: Buffer;
}

/** The address may not be asked: another scheme, a password in it, or a private network. */
export class UnsafeAddressError extends Error {
  override name = 'UnsafeAddressError';
}

/** The address is, or its name leads to, a private network. */
export class PrivateAddressError extends UnsafeAddressError {
  override name = 'PrivateAddressError';
}

const defaultTimeout = 10_000;
const defaultLimit = 1024 ** 2;

/** Whether an IP address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}

/** Checks what a name resolves to at the moment of connecting, so that it can't change after the check. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) callback(error, []);
    else if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address))) callback(refused(hostname), []);
    else if (options.all) callback(null, addresses);
    else callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
  });
};

const agents = { public: new Agent({ connect: { lookup: publicLookup } }), any: new Agent() };

/**
 * The only way out to HTTP servers. Redirects aren't followed: they would lead to addresses that nobody has checked.
 * @throws UnsafeAddressError; Error when the server can't be reached or takes too long
 */
export async function safeFetch(address: string, options: OutgoingRequest = {}): Promise<IncomingAnswer> {
  const { method = 'GET', headers = {}, body, timeout = defaultTimeout, limit = defaultLimit, allowPrivate = false } = options;
  const url = checkedUrl(address, allowPrivate);
  const answer = await request(url, {
    method,
    headers,
    body,
    signal: AbortSignal.timeout(timeout),
    dispatcher: allowPrivate ? agents.any : agents.public,
    responseHeaders: 'raw',
  });
  const rawHeaders = joined(answer.headers);
  const lowerCase = Object.fromEntries(Object.entries(rawHeaders).map(([name, value]) => [name.toLowerCase(), value]));
  return { status: answer.statusCode, headers: lowerCase, rawHeaders, body: await beginning(answer.body, limit) };
}

/** @throws UnsafeAddressError */
function checkedUrl(address: string, allowPrivate: boolean): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol)) throw new UnsafeAddressError('not an http or https address');
  if (url.username || url.password) throw new UnsafeAddressError('addresses with a password are not asked');
  // Literal addresses are never looked up, so they are checked here.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!allowPrivate && isIP(host) && !isPublicAddress(host)) throw refused(host);
  return url;
}

const refused = (host: string) => new PrivateAddressError(`${host} is not a public address`);

/** Raw headers come as a list of names and values in turn. */
function joined(raw: unknown): Record<string, string> {
  const list = Array.isArray(raw) ? raw.map(String) : [];
  const headers = new Map<string, { name: string; values: string[] }>();
  for (let index = 0; index + 1 < list.length; index += 2) {
    const [name = '', value = ''] = list.slice(index, index + 2);
    const known = headers.get(name.toLowerCase());
    if (known) known.values.push(value);
    else headers.set(name.toLowerCase(), { name, values: [value] });
  }
  return Object.fromEntries([...headers.values()].map(({ name, values }) => [name, values.join(', ')]));
}

async function beginning(body: AsyncIterable<Buffer>, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= limit) break;
  }
  return Buffer.concat(chunks).subarray(0, limit);
}
