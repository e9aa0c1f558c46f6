import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestFacts, Requester } from '../../lib/contracts/http';
import type { PathMatch, RouteTable } from '../../lib/http/route-table';
import { negotiateLanguage } from '../../lib/text/language';
import { memoizeHeader } from '../../lib/http/negotiation';
import type { ApiRoute } from './routes';

/** One request and its answer while they are under way. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly id: string;
  readonly method: string;
  readonly language: string;
  /** Without the leading `?`. */
  readonly query: string;
  /** Null for an unknown path. */
  readonly match: PathMatch<ApiRoute> | null;
}

/** How the gateway learns under which address it was reached. */
export interface AddressSettings {
  /** Believe `X-Forwarded-*`. */
  trustProxy: boolean;
  /** Used when the request names no usable host. */
  fallbackOrigin: string;
}

const languageOf = memoizeHeader(negotiateLanguage);
const idPattern = /^[\w.-]{1,64}$/;
const hostPattern = /^(\[[0-9a-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i;
const idPrefix = `${process.pid.toString(36)}${Date.now().toString(36)}-`;
let lastId = 0;

export function openExchange(request: IncomingMessage, response: ServerResponse, table: RouteTable<ApiRoute>): Exchange {
  const target = request.url ?? '/';
  const mark = target.indexOf('?');
  const { headers } = request;
  const acceptLanguage = headers['accept-language'];
  return {
    request,
    response,
    id: requestId(headers['x-request-id']),
    method: request.method ?? 'GET',
    language: acceptLanguage ? languageOf(acceptLanguage) : 'en',
    query: mark < 0 ? '' : target.slice(mark + 1),
    match: table.match(mark < 0 ? target : target.slice(0, mark)),
  };
}

/** The facts that go with the call of an action. */
export function requestFacts(exchange: Exchange, user: Requester | null, settings: AddressSettings): RequestFacts {
  const { headers, url } = exchange.request;
  return {
    id: exchange.id,
    user,
    language: exchange.language,
    paging: 'x-disable-pagination' in headers ? 'off' : 'x-lazy-pagination' in headers ? 'lazy' : 'counted',
    sessionId: headerText(headers['x-session-id']),
    setOrders: headerText(headers['set-orders']),
    origin: originOf(exchange.request, settings),
    target: url ?? '/',
    address: addressOf(exchange.request, settings.trustProxy),
    userAgent: headers['user-agent'] ?? null,
    referrer: headers.referer ?? null,
  };
}

/** The client's address: of a trusted proxy's list the last entry, which the proxy itself has added. */
export function addressOf(request: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? lastOf(request.headers['x-forwarded-for']) : null;
  const address = forwarded ?? request.socket.remoteAddress ?? '';
  return address.startsWith('::ffff:') ? address.slice(7) : address;
}

function originOf(request: IncomingMessage, { trustProxy, fallbackOrigin }: AddressSettings): string {
  const { headers } = request;
  const host = (trustProxy ? lastOf(headers['x-forwarded-host']) : null) ?? headers.host;
  if (!host || !hostPattern.test(host)) return fallbackOrigin;
  const isSecure = trustProxy && lastOf(headers['x-forwarded-proto']) === 'https';
  return `${isSecure ? 'https' : 'http'}://${host}`;
}

function requestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && idPattern.test(given) ? given : `${idPrefix}${(++lastId).toString(36)}`;
}

function headerText(value: string | string[] | undefined): string | null {
  return value === undefined ? null : String(value);
}

function lastOf(value: string | string[] | undefined): string | null {
  return value === undefined ? null : (String(value).split(',').at(-1)?.trim() ?? null) || null;
}
