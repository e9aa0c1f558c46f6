import type { RequiredScope } from './token-scopes';

/**
 * What travels between the gateway and the services: the facts of a request in `ctx.meta`, the parsed
 * request in `ctx.params`, and the ready answer. Everything is plain JSON so that it may cross NATS.
 */

/** How a list is paged (conventions.md §5). */
export type PagingMode = 'counted' | 'lazy' | 'off';

/** The logged-in user of a request. */
export interface Requester {
  id: number;
  isSuperuser: boolean;
}

/** Facts of one HTTP request that every service may need; sent as `ctx.meta.request`. */
export interface RequestFacts {
  /** Request id, also in the log and in the answer's `X-Request-ID`. */
  id: string;
  /** Null for anonymous requests. */
  user: Requester | null;
  /** Negotiated language code, one of `GET /locales`. */
  language: string;
  paging: PagingMode;
  /** `X-Session-Id` of the client's window, copied into pushed events. */
  sessionId: string | null;
  /** Header `set-orders`, raw. */
  setOrders: string | null;
  /** Scheme, host and port under which the client reached the API, e.g. `http://127.0.0.1:8000`. */
  origin: string;
  /** Path and query as requested, e.g. `/api/v1/users?page=2`. */
  target: string;
  /** Address of the client. */
  address: string;
  /** `User-Agent` and `Referer`, for feedback mails. */
  userAgent: string | null;
  referrer: string | null;
}

/** A file part of a multipart body; its bytes come as the stream of the call. */
export interface UploadedFile {
  /** Name of the form field. */
  field: string;
  filename: string;
  contentType: string;
  /** Bytes. */
  size: number;
}

/** `ctx.params` of every action that is reachable by HTTP. */
export interface RestParams {
  /** Named segments of the path, percent-decoded. */
  path: Record<string, string>;
  /** Query parameters; of a repeated one the last counts. */
  query: Record<string, string>;
  /** Parsed body: an object for most requests, `{}` when there is none. */
  body: unknown;
  /** True when the body came as a form, so that all values are text. */
  form: boolean;
  /** The first file part, when the action is declared with `upload: true`. */
  file: UploadedFile | null;
  /** Raw bytes of the body as base64, when the action is declared with `rawBody: true`. */
  rawBody?: string;
  /** The headers that the action is declared to want, where they were sent; names in lower case. */
  headers?: Record<string, string>;
}

/** What an action that is reachable by HTTP returns. */
export interface Reply {
  status: number;
  /** Ready JSON text; null or absent for an empty answer without content type. */
  body?: string | null;
  headers?: Record<string, string>;
  /** For bodies that are no JSON (CSV): their content type. */
  contentType?: string;
}

/**
 * What a GET action that answers with a stream instead of a {@link Reply} leaves in `ctx.meta.$stream`. The gateway
 * pipes the stream with these headers, and destroys it when the client goes away.
 */
export interface StreamReply {
  status: number;
  headers: Record<string, string>;
}

/**
 * The `rest` key of an action: where it is reachable. Paths begin with `/` and are relative to `/api/v1`. Of two paths
 * that match, the one with a static segment further left wins, whatever its methods.
 */
export interface RestRoute {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `/userstories/:id/upvote`: static segments and `:named` ones; the last may be `*named`, all that follows. */
  path: string;
  /** The path is not under `/api/v1` (`/media/*file`); `Accept` isn't looked at. */
  root?: boolean;
  /** The action takes one file of a multipart body as the stream of the call. */
  upload?: boolean;
  /** The action wants the raw bytes of the body beside (or instead of) the parsed one; the gateway doesn't parse it. */
  rawBody?: boolean;
  /** Request headers that the action wants, in lower case: signatures and names of events of code hosts. */
  headers?: readonly string[];
  /** What a token must be good for; follows from the action (`lib/resource/scopes`). */
  scope?: RequiredScope;
}
