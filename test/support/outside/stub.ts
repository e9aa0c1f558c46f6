import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request that a stub was sent. */
export interface StubRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
  /** What the pattern of the route left open. */
  parts: string[];
}

/** What a stub answers: JSON unless it is text or bytes. */
export interface StubAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
}

export type StubRoute = [method: string, path: RegExp, answer: (request: StubRequest) => StubAnswer];

/** An outside system that stands in for the real one. */
export interface Stub {
  origin: string;
  /** All that was asked, oldest first. */
  requests: StubRequest[];
  /** Answers that the next requests get instead of their own, oldest first; null: the connection breaks. */
  instead: (StubAnswer | null)[];
  /** Answers what it gives instead, until the function returned is called. */
  intercept(answer: (request: StubRequest) => StubAnswer | undefined): () => void;
  stop(): void;
}

/** Serves these routes; the first that fits answers, and before any of them `gate` may refuse. */
export async function startStub(
  routes: readonly StubRoute[],
  gate: (request: StubRequest) => StubAnswer | null = () => null,
): Promise<Stub> {
  const requests: StubRequest[] = [];
  const instead: Stub['instead'] = [];
  let interceptor: ((request: StubRequest) => StubAnswer | undefined) | null = null;
  const server = createServer((incoming, response) => {
    void (async () => {
      const url = new URL(incoming.url ?? '/', 'http://stub');
      const request = { method: incoming.method ?? '', path: url.pathname, query: url.searchParams, headers: incoming.headers, parts: [] };
      const asked: StubRequest = { ...request, body: await text(incoming) };
      requests.push(asked);
      const forced = instead.shift();
      if (forced === null) return incoming.socket.destroy();
      send(response, forced ?? interceptor?.(asked) ?? gate(asked) ?? answerOf(routes, asked));
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    instead,
    intercept(answer) {
      interceptor = answer;
      return () => {
        interceptor = null;
      };
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function answerOf(routes: readonly StubRoute[], request: StubRequest): StubAnswer {
  for (const [method, path, answer] of routes) {
    const match = path.exec(request.path);
    if (method === request.method && match) return answer({ ...request, parts: match.slice(1).map(decodeURIComponent) });
  }
  return { status: 404, body: { message: 'Not Found' } };
}

function send(response: ServerResponse, { status = 200, headers = {}, body }: StubAnswer): void {
  const raw = typeof body === 'string' || Buffer.isBuffer(body);
  response.writeHead(status, { 'content-type': raw ? 'text/plain' : 'application/json', ...headers });
  response.end(raw ? body : JSON.stringify(body ?? {}));
}

/** The page of a list by the parameters of GitHub. */
export function pageOf<T>(items: readonly T[], query: URLSearchParams): T[] {
  const size = Math.min(Number(query.get('per_page') ?? 30), 100);
  const first = (Number(query.get('page') ?? 1) - 1) * size;
  return items.slice(first, first + size);
}

/** The fields of an `Authorization: OAuth …` header. */
export function oauthFields(header: string | undefined): Record<string, string> {
  const pairs = (header ?? '').replace(/^OAuth /, '').split(', ');
  return Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), decodeURIComponent(pair.slice(pair.indexOf('=') + 2, -1))]),
  );
}
