import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { ServiceBroker } from 'moleculer';
import type { Reply, RequestFacts, Requester, StreamReply } from '../../lib/contracts/http';
import { apiError } from '../../lib/errors';
import { errorReply } from '../../lib/http/error-reply';
import { acceptsJson, memoizeHeader } from '../../lib/http/negotiation';
import { pathParams, RouteTable } from '../../lib/http/route-table';
import type { Throttle } from '../../lib/http/throttle';
import { demandScope } from '../../lib/resource/scopes';
import { sendReply, sendStream } from './answer';
import { identify, type CredentialSources } from './credentials';
import { description } from './description';
import { openExchange, requestFacts, type AddressSettings, type Exchange } from './exchange';
import { readRequest, type BodyLimits, type ReadRequest } from './params';
import { registeredRoutes, type ApiRoute } from './routes';

export interface GatewaySettings extends AddressSettings, BodyLimits {}

export interface GatewayParts {
  broker: ServiceBroker;
  settings: GatewaySettings;
  credentials: CredentialSources;
  /** Null when no rate is set. */
  throttle: Throttle | null;
}

interface CallMeta {
  request: RequestFacts;
  $stream?: StreamReply;
}

type Outcome = { reply: Reply } | { stream: Readable; head: StreamReply };

const accepts = memoizeHeader(acceptsJson);

/** Turns HTTP requests into calls of actions, in the order of checks of conventions.md §2. */
export class Gateway {
  /** Set when the server stops: connections end with their next answer. */
  stopping = false;
  readonly #parts: GatewayParts;
  readonly #routes = new Map<string, ApiRoute[]>();
  readonly #services = new Set<string>();
  #table: RouteTable<ApiRoute> | null = null;

  constructor(parts: GatewayParts) {
    this.#parts = parts;
  }

  /** To be called when services have come or gone. */
  forgetRoutes(): void {
    this.#table = null;
  }

  /**
   * The routes of all services seen so far, read from the registry when it has changed. Those of a service that is
   * away stay, so that it is answered with 503 and not as an unknown path.
   */
  get table(): RouteTable<ApiRoute> {
    if (this.#table) return this.#table;
    const { broker } = this.#parts;
    for (const [action, routes] of registeredRoutes(broker)) this.#routes.set(action, routes);
    for (const { name } of broker.registry.getServiceList({})) this.#services.add(name);
    this.#table = new RouteTable([...this.#routes.values()].flat());
    for (const { method, path, action } of this.#table.shadowed)
      broker.logger.warn(`${method} ${path} of ${action} is taken by another action`);
    return this.#table;
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    const exchange = openExchange(request, response, this.table);
    this.#answer(exchange)
      .then((outcome) => this.#send(exchange, outcome))
      .catch((error: unknown) => this.#refuse(exchange, error));
  }

  /** Until every service that the process needs was seen, nobody knows whether a path exists. */
  #knowsAll(): boolean {
    const { needs = [] } = this.#parts.broker.metadata as { needs?: readonly string[] };
    return needs.every((name) => this.#services.has(name));
  }

  async #answer(exchange: Exchange): Promise<Outcome> {
    const { method, match, request } = exchange;
    if (method === 'OPTIONS' && (!match || request.headers['access-control-request-method'])) return { reply: description(match) };
    if (!match) throw apiError(this.#knowsAll() ? 'NOT_FOUND' : 'UNAVAILABLE');
    const identity = await identify(request.headers.authorization, this.#parts.credentials);
    const user = identity?.user ?? null;
    const endpoint = match.entry.endpoints.get(method);
    const route = endpoint?.route ?? match.entry.endpoints.values().next().value?.route;
    const serve = async (): Promise<Outcome> => {
      const { accept } = request.headers;
      if (accept && !route?.root && !accepts(accept)) throw apiError('NOT_ACCEPTABLE');
      if (method === 'OPTIONS') return { reply: description(match) };
      if (!endpoint) throw apiError('METHOD_NOT_ALLOWED', `Method '${method}' not allowed.`);
      if (identity) demandScope(endpoint.route.scope, identity.grant);
      return await this.#call(exchange, endpoint.route, pathParams(endpoint.names, match.values), user);
    };
    const { throttle } = this.#parts;
    return throttle && route ? await this.#throttled(exchange, { throttle, route, user }, serve) : await serve();
  }

  async #throttled(
    exchange: Exchange,
    { throttle, route, user }: { throttle: Throttle; route: ApiRoute; user: Requester | null },
    serve: () => Promise<Outcome>,
  ): Promise<Outcome> {
    const { address } = requestFacts(exchange, user, this.#parts.settings);
    const subject = { method: exchange.method, user: user?.id ?? null, address };
    await throttle.admit(route.throttle, subject);
    try {
      const outcome = await serve();
      await throttle.settle(route.throttle, subject, 'reply' in outcome ? outcome.reply.status : outcome.head.status);
      return outcome;
    } catch (error) {
      await throttle.settle(route.throttle, subject, errorReply(error, exchange.language).status);
      throw error;
    }
  }

  async #call(exchange: Exchange, route: ApiRoute, path: Record<string, string>, user: Requester | null): Promise<Outcome> {
    const { settings, throttle } = this.#parts;
    const read = await readRequest(exchange, route, path, settings);
    await throttle?.admitMade(route.throttle, user?.id ?? null, read.params.body);
    const meta: CallMeta = { request: requestFacts(exchange, user, settings) };
    const result = read.spool ? await this.#callWithFile(route, read, read.spool, meta) : await this.#callAction(route, read, meta);
    if (!(result instanceof Readable)) return { reply: result };
    return { stream: result, head: meta.$stream ?? { status: 200, headers: {} } };
  }

  async #callWithFile(route: ApiRoute, read: ReadRequest, spool: string, meta: CallMeta): Promise<Reply | Readable> {
    const stream = createReadStream(spool);
    // An action that refuses the request may leave the stream unread.
    stream.on('error', () => undefined);
    try {
      return await this.#callAction(route, read, meta, stream);
    } finally {
      stream.destroy();
      await rm(spool, { force: true });
    }
  }

  #callAction(route: ApiRoute, { params }: ReadRequest, meta: CallMeta, stream?: Readable): Promise<Reply | Readable> {
    const options = stream ? { meta, requestID: meta.request.id, stream } : { meta, requestID: meta.request.id };
    return this.#parts.broker.call<Reply | Readable, typeof params>(route.action, params, options);
  }

  async #send(exchange: Exchange, outcome: Outcome): Promise<void> {
    if ('reply' in outcome) sendReply(exchange, outcome.reply, this.stopping);
    else await sendStream(exchange, outcome.stream, outcome.head, this.stopping);
  }

  #refuse(exchange: Exchange, error: unknown): void {
    const { request, response, id, method } = exchange;
    if (response.destroyed || (request.destroyed && !request.complete)) return;
    const reply = errorReply(error, exchange.language);
    const path = (request.url ?? '').split('?', 1)[0];
    if (reply.unexpected) this.#parts.broker.logger.error(`${method} ${path} failed, request ${id}: ${stackOf(error)}`);
    if (response.headersSent) response.destroy();
    else sendReply(exchange, reply, this.stopping);
  }
}

/** For logs as JSON, which take one text. */
const stackOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error));
