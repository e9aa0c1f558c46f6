import fc from 'fast-check';
import { Pool, type Dispatcher } from 'undici';
import type { Resource } from '../../../lib/resource/define';
import type { ApiRoute } from '../../../services/api/routes';
import { allResources } from '../../support/all-services';
import { originOf, type Installation, type Person } from '../../support/installation';
import { hostileParameters, hostileSegments } from './hostile';
import type { Ground } from './world';

const resources = new Map(allResources().map((resource) => [resource.path, resource]));

/** The resource that a route is about. */
export function resourceOf({ path }: ApiRoute): Resource | undefined {
  const [first = '', second = ''] = path.split('/').slice(3);
  return resources.get(`${first}/${second}`) ?? resources.get(first);
}

/** Fields that are read from requests of a route. */
export function declaredIn(route: ApiRoute): string[] {
  const { fields = {} } = resourceOf(route) ?? {};
  return Object.keys(fields).filter((name) => !fields[name]?.readOnly);
}

/** Those that end an account or a project come last. */
export function inOrder(routes: readonly ApiRoute[]): ApiRoute[] {
  const rank = ({ method, path }: ApiRoute) => {
    if (/users\/cancel|projects\/:id\/(leave|transfer)/.test(path)) return 2;
    if (method !== 'DELETE') return 0;
    return /\/(users|projects)\/:id$/.test(path) ? 2 : 1;
  };
  return [...routes].sort((left, right) => rank(left) - rank(right));
}

const historyKinds: Record<string, string> = { userstory: 'userstories', task: 'tasks', issue: 'issues', epic: 'epics' };

/** The id that a route's path asks for. */
function idIn(route: ApiRoute, ground: Ground): string {
  const [kind = '', sub = ''] = route.path.split('/').slice(3);
  const named = historyKinds[sub] ?? (kind === 'history' ? sub : null) ?? resourceOf(route)?.path ?? kind;
  return String(ground.ids[named] ?? ground.project);
}

/** The route's path with the ids of a ground. */
export const pathIn = (route: ApiRoute, ground: Ground): string => route.path.replaceAll(/[:*]\w+/g, idIn(route, ground));

/** Paths with ids of things that exist, or with what is no id. */
export function paths(route: ApiRoute, grounds: readonly Ground[]): fc.Arbitrary<string> {
  const ids = fc.constantFrom(...grounds.map((ground) => idIn(route, ground)));
  const wrong = fc.constantFrom('999999', ...hostileSegments);
  const segment = fc.oneof({ weight: 6, arbitrary: ids }, { weight: 1, arbitrary: wrong });
  const parts = route.path.split('/').map((part) => (/^[:*]/.test(part) ? segment : fc.constant(part)));
  return fc.tuple(...parts).map((segments) => segments.join('/'));
}

const otherParameters = [
  ...['project', 'page', 'page_size', 'order_by', 'project__slug', 'slug', 'ref', 'us', 'task', 'issue', 'epic', 'milestone', 'wikipage'],
  ...['text', 'count', 'get_all', 'uuid', 'type', 'id', 'object_id', 'moveTo', 'username', 'member', 'only_relevant', 'include_tasks'],
  ...['include_attachments', 'exclude_project', 'q', 'keys', 'application', 'discover_mode', '__proto__', 'constructor'],
];

/** Queries of declared and other parameters with values that may be wrong. */
export function queries(route: ApiRoute): fc.Arbitrary<string> {
  const declared = Object.keys(resourceOf(route)?.filters ?? {});
  const names = [...declared, ...declared.map((name) => `exclude_${name}`), ...otherParameters];
  const pair = fc.tuple(fc.constantFrom(...names), fc.constantFrom(...hostileParameters));
  return fc.array(pair, { maxLength: 3 }).map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'));
}

export interface RawRequest {
  method: string;
  path: string;
  as?: Person;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

export interface RawAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Sends requests as they are, also those whose paths other clients would mend. */
export class RawClient {
  readonly #pool: Pool;

  constructor(here: Installation) {
    this.#pool = new Pool(originOf(here), { connections: 1 });
  }

  async send({ method, path, as, headers, body }: RawRequest): Promise<RawAnswer> {
    const authorization = as && { authorization: `Bearer ${as.token}` };
    const answer = await this.#pool.request({
      method: method as Dispatcher.HttpMethod,
      path,
      headers: { 'content-type': 'application/json', ...authorization, ...headers },
      body,
    });
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }
}
