import type { ServiceBroker } from 'moleculer';
import type { RestRoute } from '../../lib/contracts/http';
import type { RequiredScope } from '../../lib/contracts/token-scopes';
import type { TableRoute } from '../../lib/http/route-table';
import { throttleRule, type ThrottleRule } from '../../lib/http/throttle-rules';

/** Where the API begins. */
export const apiPrefix = '/api/v1';

/** One path and method, and the action that serves it. */
export interface ApiRoute extends TableRoute {
  action: string;
  upload: boolean;
  rawBody: boolean;
  /** Request headers that the action is given. */
  headers: readonly string[];
  /** Outside of {@link apiPrefix}. */
  root: boolean;
  throttle: ThrottleRule;
  scope: RequiredScope;
}

interface ListedAction {
  name: string;
  action?: { rest?: RestRoute | readonly RestRoute[] };
}

/** The routes of all actions that are known to the registry now, by the action's name. */
export function registeredRoutes(broker: ServiceBroker): Map<string, ApiRoute[]> {
  const routes = new Map<string, ApiRoute[]>();
  for (const { name, action } of broker.registry.getActionList({}) as ListedAction[]) {
    if (action?.rest)
      routes.set(
        name,
        [action.rest].flat().map((rest) => apiRoute(name, rest)),
      );
  }
  return routes;
}

export function apiRoute(action: string, rest: RestRoute): ApiRoute {
  const root = rest.root === true;
  return {
    action,
    method: rest.method,
    path: root ? rest.path : apiPrefix + rest.path,
    upload: rest.upload === true,
    rawBody: rest.rawBody === true,
    headers: rest.headers ?? [],
    root,
    throttle: throttleRule(rest.method, rest.path),
    scope: rest.scope ?? (rest.method === 'GET' ? 'read' : 'admin'),
  };
}
