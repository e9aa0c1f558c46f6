import ipaddr from 'ipaddr.js';
import type { Rate, ThrottleScope, ThrottleWhitelist } from '../config/throttles';
import { apiError, type ApiError } from '../errors';
import { record, slide } from './sliding-window';
import type { ThrottleRule } from './throttle-rules';
import type { WindowStore } from './window-store';

/** The rates by scope, and who is exempt. */
export interface ThrottleSettings {
  rates: Readonly<Record<ThrottleScope, readonly Rate[]>>;
  whitelist: ThrottleWhitelist;
}

/** Who asks for what. */
export interface ThrottleSubject {
  method: string;
  /** Id of the logged-in user. */
  user: number | null;
  address: string;
}

const readMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** @returns whether any rate is set; without one nothing needs counting. */
export function isThrottling({ rates }: ThrottleSettings): boolean {
  return Object.values(rates).some((list) => list.length > 0);
}

/** 429 with the seconds left (conventions.md §3). @param wait milliseconds. */
export function throttled(wait: number): ApiError {
  const seconds = Math.max(1, Math.ceil(wait / 1000));
  const message = `Request was throttled. Expected available in ${seconds} second${seconds === 1 ? '' : 's'}.`;
  return apiError('THROTTLED', message, { 'X-Throttle-Wait-Seconds': String(seconds) });
}

/** Limits requests per scope with sliding windows (conventions.md §12). */
export class Throttle {
  readonly #rates: ThrottleSettings['rates'];
  readonly #users: ReadonlySet<number>;
  readonly #networks: ReturnType<typeof ipaddr.parseCIDR>[];
  readonly #windows: WindowStore;

  constructor(settings: ThrottleSettings, windows: WindowStore) {
    this.#rates = settings.rates;
    this.#users = new Set(settings.whitelist.users);
    this.#networks = settings.whitelist.networks.map((network) => ipaddr.parseCIDR(network));
    this.#windows = windows;
  }

  /** Counts a request before it is served. @throws ApiError 429. */
  async admit(rule: ThrottleRule, subject: ThrottleSubject): Promise<void> {
    if (rule.general && !this.#isExempt(subject)) {
      const kind = readMethods.has(subject.method) ? 'read' : 'write';
      await (subject.user === null ? this.#take(`anon-${kind}`, subject.address, 1) : this.#take(`user-${kind}`, String(subject.user), 1));
    }
    for (const { scope, per } of rule.each) {
      const key = per === 'address' ? subject.address : subject.user;
      if (key !== null) await this.#take(scope, String(key), 1);
    }
    if (rule.outcome) await this.#take(rule.outcome.scope, subject.address, 0);
  }

  /** Counts an answer that has been given, where the rule counts those. */
  async settle(rule: ThrottleRule, subject: ThrottleSubject, status: number): Promise<void> {
    if (!rule.outcome?.statuses.includes(status)) return;
    const rates = this.#rates[rule.outcome.scope];
    if (rates.length === 0) return;
    await this.#windows.change(`${rule.outcome.scope}:${subject.address}`, lifetime(rates), (windows) => ({
      windows: record(windows, rates, Date.now(), 1),
      result: undefined,
    }));
  }

  /** Counts what the body of a request asks to make, all of it or nothing. @throws ApiError 429 when it doesn't fit. */
  async admitMade({ made }: ThrottleRule, user: number | null, body: unknown): Promise<void> {
    const count = made?.count(body) ?? 0;
    if (made && user !== null && count > 0) await this.#take(made.scope, String(user), count);
  }

  /** Forgets what has left all windows. */
  async sweep(): Promise<void> {
    await this.#windows.sweep(Date.now());
  }

  async #take(scope: ThrottleScope, subject: string, count: number): Promise<void> {
    const rates = this.#rates[scope];
    if (rates.length === 0) return;
    const wait = await this.#windows.change(`${scope}:${subject}`, lifetime(rates), (seen) => {
      const decision = slide(seen, rates, Date.now(), count);
      return { windows: decision.wait > 0 || count === 0 ? null : decision.windows, result: decision.wait };
    });
    if (wait > 0) throw throttled(wait);
  }

  #isExempt({ user, address }: ThrottleSubject): boolean {
    if (user !== null && this.#users.has(user)) return true;
    if (this.#networks.length === 0 || !ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    return this.#networks.some((network) => network[0].kind() === parsed.kind() && parsed.match(network));
  }
}

function lifetime(rates: readonly Rate[]): number {
  return Math.max(...rates.map(({ seconds }) => seconds)) * 1000;
}
