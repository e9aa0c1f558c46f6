import autocannon from 'autocannon';

/** One request that is measured. */
export interface Target {
  name: string;
  method: 'GET' | 'POST' | 'PATCH';
  /** Below the origin; with a function, another one for every request. */
  path: string | (() => string);
  headers?: Record<string, string>;
  /** A new body for every request. */
  body?: () => string;
  /** Requests at a time; those of a whole list are measured one after another. */
  connections?: number;
}

export interface Figures {
  /** Answers a second. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Answers outside of 2xx, errors and time-outs. */
  failed: number;
}

/** Sends one kind of request over keep-alive connections for some seconds. */
export async function load(origin: string, target: Target, seconds = 4): Promise<Figures> {
  const { method, headers, body, path, connections = 16 } = target;
  const result = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    requests: [
      {
        method,
        headers,
        setupRequest: (request) => ({ ...request, path: pathOf(path), ...(body ? { body: body() } : {}) }),
      },
    ],
  });
  return {
    rate: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors + result.timeouts,
  };
}

export const pathOf = (path: Target['path']): string => (typeof path === 'string' ? path : path());
