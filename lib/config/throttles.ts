import ipaddr from 'ipaddr.js';
import { secondsOf } from '../duration';
import { refuse, setting, splitList, type Setting } from './kinds';

/** At most `limit` in any `seconds`. */
export interface Rate {
  limit: number;
  seconds: number;
}

/** What is limited separately (conventions.md §12). */
export const throttleScopes = [
  'anon-read',
  'anon-write',
  'user-read',
  'user-write',
  'login-fail',
  'register-success',
  'user-detail',
  'user-update',
  'create-memberships',
  'import-mode',
  'import-dump-mode',
] as const;

/** What a rate limits: one of {@link throttleScopes}. */
export type ThrottleScope = (typeof throttleScopes)[number];

/** Who is exempt from the four general scopes: user ids, and networks in CIDR notation. */
export interface ThrottleWhitelist {
  users: readonly number[];
  networks: readonly string[];
}

/** Rates such as `10/minute`; `none` switches a scope off. */
export function rates(scope: ThrottleScope, meaning: string, fallback = ''): Setting<readonly Rate[]> {
  const many = /^(anon|user)-(read|write)$/.test(scope);
  const parse = (value: string): Rate[] => parseRates(value, many);
  return setting<readonly Rate[]>(many ? 'list of rates' : 'rate', parse, {
    meaning,
    fallback: parse(fallback),
    shown: fallback || 'none',
  });
}

/** User ids, addresses and CIDR ranges. */
export function whitelist(meaning: string): Setting<ThrottleWhitelist> {
  const fallback = { users: [], networks: [] };
  return setting('list of user ids, addresses, CIDR ranges', parseWhitelist, { meaning, fallback, shown: '' });
}

function parseRates(value: string, many: boolean): Rate[] {
  if (value.toLowerCase() === 'none') return [];
  const parsed = splitList(value).map(parseRate);
  return parsed.length > 1 && !many ? refuse('takes one rate only') : parsed;
}

function parseRate(value: string): Rate {
  const [, digits, unit = ''] = /^(\d{1,9})\/([a-z])[a-z]*$/i.exec(value) ?? [];
  const seconds = secondsOf(unit.toLowerCase());
  if (seconds === null) return refuse('must be a rate such as 10/minute (second, minute, hour, day), or none');
  return { limit: Number(digits), seconds };
}

function parseWhitelist(value: string): ThrottleWhitelist {
  const entries = splitList(value);
  const isUser = (entry: string): boolean => /^\d+$/.test(entry);
  return {
    users: entries.filter(isUser).map(Number),
    networks: entries.filter((entry) => !isUser(entry)).map(parseNetwork),
  };
}

function parseNetwork(entry: string): string {
  if (ipaddr.isValidCIDR(entry)) return entry;
  if (!ipaddr.isValid(entry)) return refuse(`${entry} is neither a user id nor an address nor a CIDR range`);
  return `${entry}/${entry.includes(':') ? 128 : 32}`;
}
