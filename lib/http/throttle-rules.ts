import type { ThrottleScope } from '../config/throttles';

/** What a route counts for beside or instead of the four general scopes (conventions.md §12). */
export interface ThrottleRule {
  /** Counts in `anon-*` or `user-*`. */
  general: boolean;
  /** Every request counts, per address or per user. */
  each: readonly { scope: ThrottleScope; per: 'address' | 'user' }[];
  /** Only requests that end with one of these statuses count, per address. */
  outcome: { scope: ThrottleScope; statuses: readonly number[] } | null;
  /** What the body asks to make counts, per user, each thing by itself. */
  made: { scope: ThrottleScope; count: (body: unknown) => number } | null;
}

const inOwnScopes = new Set(['auth', 'users']);
const loginPaths = new Set(['/auth', '/auth/refresh']);
const transferPrefixes = new Set(['importer', 'exporter']);

/** @param path relative to the API's root, with `:named` segments. */
export function throttleRule(method: string, path: string): ThrottleRule {
  const segments = path.split('/').slice(1);
  return {
    general: !inOwnScopes.has(segments[0] ?? ''),
    each: eachScopes(method, path, segments),
    outcome: outcomeScope(method, path),
    made: madeScope(method, path),
  };
}

function eachScopes(method: string, path: string, segments: readonly string[]): ThrottleRule['each'] {
  const [first = '', second = ''] = segments;
  if (first === 'users') {
    const isOneUser = segments.length === 2 && (second.startsWith(':') || second === 'by_username');
    return isOneUser ? userScopes(method) : [];
  }
  if (first === 'importers' && segments.at(-1) === 'import_project') return [{ scope: 'import-mode', per: 'user' }];
  // Asking how far one's job is isn't another import.
  if (!transferPrefixes.has(first) || second === 'jobs') return [];
  const isDump = first === 'exporter' || path === '/importer/load_dump';
  const scopes: ThrottleScope[] = isDump ? ['import-mode', 'import-dump-mode'] : ['import-mode'];
  return scopes.map((scope) => ({ scope, per: 'user' }));
}

function userScopes(method: string): ThrottleRule['each'] {
  if (method === 'GET') return [{ scope: 'user-detail', per: 'address' }];
  return method === 'PUT' || method === 'PATCH' ? [{ scope: 'user-update', per: 'user' }] : [];
}

function outcomeScope(method: string, path: string): ThrottleRule['outcome'] {
  if (method !== 'POST') return null;
  if (loginPaths.has(path)) return { scope: 'login-fail', statuses: [400, 401] };
  return path === '/auth/register' ? { scope: 'register-success', statuses: [201] } : null;
}

function madeScope(method: string, path: string): ThrottleRule['made'] {
  const count = method === 'POST' ? membershipsIn[path] : undefined;
  return count ? { scope: 'create-memberships', count } : null;
}

const membershipsIn: Record<string, (body: unknown) => number> = {
  '/memberships': () => 1,
  '/memberships/bulk_create': (body) => {
    const list = isObject(body) ? body.bulk_memberships : null;
    return Array.isArray(list) ? list.length : 0;
  },
};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
