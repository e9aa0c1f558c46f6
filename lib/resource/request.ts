import type { Readable } from 'node:stream';
import { apiError, validationError } from '../errors';
import type { Reply, StreamReply, RequestFacts, Requester, RestParams } from '../contracts/http';
import type { Caller, NodeTools } from '../contracts/node';
import type { ProjectContext } from '../contracts/project-context';
import { messages } from './fields';
import { parsedId } from './values';

/** Facts of work that no request asked for. */
const nobody: RequestFacts = Object.freeze({
  id: '',
  user: null,
  language: 'en',
  paging: 'off',
  sessionId: null,
  setOrders: null,
  origin: '',
  target: '',
  address: '',
  userAgent: null,
  referrer: null,
});

/** One HTTP request as the actions of a service see it. */
export class RestRequest {
  readonly query: Record<string, string>;
  readonly path: Record<string, string>;

  constructor(
    readonly node: NodeTools,
    readonly facts: RequestFacts,
    readonly params: RestParams,
    /** Calls other services on behalf of this request. */
    readonly call: Caller,
    /** Bytes of the uploaded file, for actions declared with `upload`. */
    readonly stream: Readable | null = null,
  ) {
    this.query = params.query;
    this.path = params.path;
  }

  /** What an internal action does on behalf of the request that led to it, or of nobody: it has no path and body, and seldom a query. */
  static inside(
    { node, facts, call }: { node: NodeTools; facts: RequestFacts | null; call: Caller },
    query: Record<string, string> = {},
  ): RestRequest {
    return new RestRequest(node, facts ?? nobody, { path: {}, query, body: {}, form: false, file: null }, call);
  }

  get user(): Requester | null {
    return this.facts.user;
  }

  /** @throws 401 for anonymous requests */
  requireUser(): Requester {
    if (this.facts.user === null) throw apiError('NOT_AUTHENTICATED');
    return this.facts.user;
  }

  /** The body as an object. @throws 400 for lists and scalars */
  get body(): Record<string, unknown> {
    const { body } = this.params;
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      throw validationError({ non_field_errors: ['Invalid data'] });
    }
    return body as Record<string, unknown>;
  }

  /** The `:id` of the path; null when it can't be an id. */
  get id(): number | null {
    return parsedId(this.path.id);
  }

  /** The project's context, or null for a missing project or a malformed id. */
  context(project: number | null): Promise<ProjectContext | null> {
    return project === null ? Promise.resolve(null) : this.node.caches.projects.one(project);
  }

  /** A query parameter that must be an integer when it is sent. @throws 400 */
  integerInQuery(name: string): number | null {
    const text = this.query[name];
    if (text === undefined || text === '') return null;
    // Any integer will do; what is too large for an id, or negative, is the id of nothing.
    const number = parsedId(text) ?? (/^\s*[+-]?\d+\s*$/.test(text) ? 0 : null);
    if (number === null) throw apiError('BAD_REQUEST', `'${name}' must be an integer value.`);
    return number;
  }

  /** An id in the body. @throws 400 by field when it is missing or no id */
  idInBody(name: string): number {
    const value = this.body[name];
    if (value === undefined || value === null || value === '') throw validationError({ [name]: [messages.required] });
    const id = parsedId(value);
    if (id === null) throw validationError({ [name]: [messages.whole] });
    return id;
  }
}

/** An answer whose body is a stream, e.g. of a file. */
export interface StreamedReply extends StreamReply {
  stream: Readable;
}

/** 200 with a JSON value. */
export const ok = (value: unknown, headers?: Record<string, string>): Reply => ({ status: 200, body: JSON.stringify(value), headers });

/** 201 with the new element. */
export const created = (value: unknown, headers?: Record<string, string>): Reply => ({ status: 201, body: JSON.stringify(value), headers });

/** 200 without body ("empty" in the interface). */
export const empty: Reply = Object.freeze({ status: 200, body: null });

/** 204. */
export const noContent: Reply = Object.freeze({ status: 204, body: null });
