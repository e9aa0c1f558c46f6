import { setTimeout as pause } from 'node:timers/promises';
import type { Readable } from 'node:stream';
import { safeFetch, safeStream, UnsafeAddressError, type IncomingAnswer, type OutgoingRequest } from '../../../lib/safe-fetch';
import { waitOf } from './rate-limits';

/** An outside system refused a request, can't be reached, or answered what nobody can read. */
export class OutsideFailure extends Error {
  override name = 'OutsideFailure';

  /**
   * @param status of its answer; null when there was none that could be read
   * @param isFinal asking again wouldn't help
   */
  constructor(
    readonly status: number | null,
    message: string,
    readonly isFinal = false,
  ) {
    super(message);
  }
}

/** How long an outside system may keep us. Milliseconds. */
export interface AskLimits {
  /** For waiting in all, when the system limits rates or stumbles. */
  patience: number;
  /** For everything: whoever answers slowly enough could hold us for ever. */
  lifetime: number;
}

/** An outside system, asked on behalf of one user. */
export interface OutsideServer extends AskLimits {
  /** Of its API, without trailing slash. */
  base: string;
  /** Another address of the system, that files come from. */
  files?: string;
  /** Whether it may have a private address: only where the operator says so. */
  allowPrivate: boolean;
  /** Headers that show who asks. Sent to the origins of `base` and `files` alone. */
  credentials(method: string, address: string): Readonly<Record<string, string>>;
}

interface AskOptions {
  method?: 'GET' | 'POST';
  body?: string;
  headers?: Readonly<Record<string, string>>;
}

/** Milliseconds for one answer. */
const timeout = 30_000;
/** Bytes of one answer: the largest is a whole Trello board. */
const limit = 128 * 1024 ** 2;
const stumbles = new Set([500, 502, 503, 504]);
const pausesAfterStumbles = [500, 2000];
const mostRedirects = 3;

/** Asks one outside system; waits when it is told to, and tries reads again. */
export class OutsideClient {
  #patience: number;
  readonly #end: number;

  constructor(private readonly server: OutsideServer) {
    this.#patience = server.patience;
    this.#end = Date.now() + server.lifetime;
  }

  /** The JSON of an address below the base. @throws OutsideFailure */
  async json(path: string, query: Readonly<Record<string, string | number>> = {}, options: AskOptions = {}): Promise<unknown> {
    return parsed(await this.text(addressOf(this.server.base, path, query), options));
  }

  /** The text of an answer with status 200 or 201. @throws OutsideFailure */
  async text(address: string, options: AskOptions = {}): Promise<string> {
    const { status, body } = await this.#patiently(() => this.#ask(address, options), options.method !== 'POST');
    if (status !== 200 && status !== 201) throw new OutsideFailure(status, `${hostOf(address)} answered ${status}`);
    if (body.length >= limit) throw new OutsideFailure(null, `The answer of ${hostOf(address)} is too large`);
    return body.toString('utf8');
  }

  /**
   * A file at any address that the system has named; its redirects are followed, each checked as the first.
   * @returns null when the file can't be had
   */
  async file(address: string): Promise<Readable | null> {
    let next = address;
    for (let hop = 0; hop <= mostRedirects; hop++) {
      const answer = await safeStream(next, { ...this.#request(next, {}), timeout }).catch(() => null);
      if (answer?.status === 200) return answer.body;
      answer?.body.on('error', () => undefined).destroy();
      const { location } = answer?.headers ?? {};
      if (!answer || answer.status < 300 || answer.status >= 400 || !location || !URL.canParse(location, next)) return null;
      next = new URL(location, next).href;
    }
    return null;
  }

  async #ask(address: string, options: AskOptions): Promise<IncomingAnswer> {
    const left = this.#end - Date.now();
    if (left <= 0) throw new OutsideFailure(null, `${hostOf(address)} takes too long`, true);
    try {
      return await safeFetch(address, { ...this.#request(address, options), timeout: Math.min(timeout, left), limit });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new OutsideFailure(null, `${hostOf(address)} can't be reached: ${reason}`, error instanceof UnsafeAddressError);
    }
  }

  /** Who asks, and the right to a private address, are for the system itself and nobody else. */
  #request(address: string, { method = 'GET', body, headers }: AskOptions): OutgoingRequest {
    const { base, files = base } = this.server;
    const own = [base, files].some((known) => originOf(known) === originOf(address));
    const shown = own ? this.server.credentials(method, address) : {};
    return {
      method,
      body,
      headers: { accept: 'application/json', 'user-agent': 'larch', ...shown, ...headers },
      allowPrivate: own && this.server.allowPrivate,
    };
  }

  async #patiently(ask: () => Promise<IncomingAnswer>, mayRepeat: boolean): Promise<IncomingAnswer> {
    for (let stumbled = 0; ;) {
      const answer = await ask().catch((error: unknown) => error as OutsideFailure);
      const wait = answer instanceof OutsideFailure ? null : waitOf(answer.status, answer.headers, Date.now());
      const isStumble = wait === null && (answer instanceof OutsideFailure ? !answer.isFinal : stumbles.has(answer.status));
      const delay = wait ?? (isStumble && mayRepeat ? (pausesAfterStumbles[stumbled++] ?? null) : null);
      if (delay === null || delay > this.#patience || Date.now() + delay > this.#end) {
        if (answer instanceof OutsideFailure) throw answer;
        return answer;
      }
      this.#patience -= delay;
      await pause(delay);
    }
  }
}

/** An address below a base, with a query. Segments of the path must be encoded already. */
export function addressOf(base: string, path: string, query: Readonly<Record<string, string | number>> = {}): string {
  const parameters = Object.entries(query).map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return `${base}${path}${parameters.length === 0 ? '' : `?${parameters.join('&')}`}`;
}

const originOf = (address: string): string | null => (URL.canParse(address) ? new URL(address).origin : null);

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : 'The address');

/** @throws OutsideFailure */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new OutsideFailure(null, 'The answer is no JSON');
  }
}
