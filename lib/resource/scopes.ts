import { apiError } from '../errors';
import { tokenScopes, type Grant, type RequiredScope } from '../contracts/token-scopes';
import type { RestRoute } from '../contracts/http';
import type { RestAction } from './define';

/**
 * What a token must be good for to reach a route of an action: what the action declares, else `read` for a GET, else
 * what its access rule is about: permissions on elements need `write`, all others `admin`.
 */
export function scopeOf({ scope, access }: Pick<RestAction, 'scope' | 'access'>, method: RestRoute['method']): RequiredScope {
  if (scope !== undefined) return scope;
  return method === 'GET' ? 'read' : access.scope;
}

/** @throws 403 when the credentials aren't good for what the route needs */
export function demandScope(required: RequiredScope, grant: Grant): void {
  if (grant === 'login' || (grant === 'application' && required !== 'login')) return;
  if (grant !== 'application' && includes(grant, required)) return;
  throw apiError('PERMISSION_DENIED', `The token doesn't have the scope that this needs: ${required}`);
}

function includes(scopes: readonly string[], required: RequiredScope): boolean {
  const needed = tokenScopes.findIndex((scope) => scope === required);
  return needed >= 0 && tokenScopes.slice(needed).some((scope) => scopes.includes(scope));
}
