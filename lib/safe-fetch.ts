import { lookup as resolve, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
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

/** What an address answered. */
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

/** The beginning of an answer whose body is read as a stream; it must be read to its end or destroyed. */
export interface StreamedAnswer {
  status: number;
  /** Lower-case names. */
  headers: Record<string, string>;
  body: Readable;
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
  const { timeout = defaultTimeout, limit = defaultLimit } = options;
  const answer = await send(address, options, { signal: AbortSignal.timeout(timeout) });
  return { ...answer, body: await beginning(answer.body, limit) };
}

/**
 * As {@link safeFetch} for bodies that are too large for memory: `timeout` holds for the beginning of the answer and for
 * each pause in its body, `limit` doesn't.
 * @throws UnsafeAddressError; Error when the server can't be reached or takes too long
 */
export async function safeStream(address: string, options: Omit<OutgoingRequest, 'limit'> = {}): Promise<StreamedAnswer> {
  const { timeout = defaultTimeout } = options;
  const { status, headers, body } = await send(address, options, { headersTimeout: timeout, bodyTimeout: timeout });
  return { status, headers, body };
}

type Limits = { signal: AbortSignal } | { headersTimeout: number; bodyTimeout: number };

async function send(address: string, options: OutgoingRequest, limits: Limits) {
  const { method = 'GET', headers = {}, body, allowPrivate = false } = options;
  const answer = await request(checkedUrl(address, allowPrivate), {
    method,
    headers,
    body,
    ...limits,
    dispatcher: allowPrivate ? agents.any : agents.public,
    responseHeaders: 'raw',
  });
  const rawHeaders = joined(answer.headers);
  const lowerCase = Object.fromEntries(Object.entries(rawHeaders).map(([name, value]) => [name.toLowerCase(), value]));
  return { status: answer.statusCode, headers: lowerCase, rawHeaders, body: answer.body };
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
