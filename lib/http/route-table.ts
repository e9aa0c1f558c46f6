import type { RestRoute } from '../contracts/http';

/** Method of a request. */
export type Method = RestRoute['method'];

/** The least a route must say; `path` is absolute, with `:named` segments and perhaps a last `*named` one. */
export interface TableRoute {
  method: Method;
  path: string;
}

interface Endpoint<R> {
  route: R;
  /** Names of the open segments, from the left. */
  names: readonly string[];
}

/** Everything served under one path. */
export interface PathEntry<R> {
  readonly endpoints: ReadonlyMap<string, Endpoint<R>>;
  /** Value of the `Allow` header. */
  readonly allow: string;
}

/** What a path leads to. */
export interface PathMatch<R> {
  entry: PathEntry<R>;
  /** Decoded values of the open segments, from the left. */
  values: readonly string[];
}

interface Node<R> {
  fixed: Map<string, Node<R>>;
  named: Node<R> | null;
  rest: PathEntry<R> | null;
  entry: PathEntry<R> | null;
}

/**
 * Finds what a path serves by walking its segments, so that the cost depends on the path and not on the number of
 * routes. Static segments win over named ones, whatever the method: a path that is known under another method is no
 * other resource (conventions.md §1, 405).
 */
export class RouteTable<R extends TableRoute> {
  /** Routes left out because an earlier one has their method and path. */
  readonly shadowed: R[] = [];
  readonly #root: Node<R> = emptyNode();

  constructor(routes: Iterable<R>) {
    for (const route of routes) if (!this.#add(route)) this.shadowed.push(route);
  }

  /** @param path as requested, still percent-encoded, without query. @returns null when nothing is served there. */
  match(path: string): PathMatch<R> | null {
    const segments = splitPath(path);
    if (!segments) return null;
    const values: string[] = [];
    const entry = find(this.#root, segments, 0, values);
    return entry && { entry, values };
  }

  /**
   * Names of the resources under a prefix, as the root document lists them: `users`, `history/epic`. A static segment
   * names a resource when it is served itself or has elements below; where it is a mere prefix, its children are; and
   * a second segment counts beside its parent when it has elements of its own (`epics/attachments`).
   */
  resourceNames(prefix: string): string[] {
    let node: Node<R> | undefined = this.#root;
    for (const segment of prefix.split('/').slice(1)) node = node?.fixed.get(segment);
    return node ? [...node.fixed].filter(([name]) => name !== '').flatMap(([name, child]) => resourcesAt(name, child)) : [];
  }

  #add(route: R): boolean {
    const names: string[] = [];
    let node = this.#root;
    for (const segment of route.path.split('/').slice(1)) {
      if (segment.startsWith('*')) {
        names.push(segment.slice(1));
        node.rest ??= newEntry();
        return addEndpoint(node.rest, route, names);
      }
      if (segment.startsWith(':')) {
        names.push(segment.slice(1));
        node = node.named ??= emptyNode();
      } else {
        const next = node.fixed.get(segment) ?? emptyNode();
        node.fixed.set(segment, next);
        node = next;
      }
    }
    node.entry ??= newEntry();
    return addEndpoint(node.entry, route, names);
  }
}

/** Puts names and values of the open segments together. */
export function pathParams(names: readonly string[], values: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {};
  for (let index = 0; index < names.length; index++) params[names[index] as string] = values[index] as string;
  return params;
}

function emptyNode<R>(): Node<R> {
  return { fixed: new Map(), named: null, rest: null, entry: null };
}

class Entry<R> implements PathEntry<R> {
  readonly endpoints = new Map<string, Endpoint<R>>();
  allow = 'OPTIONS';
}

function newEntry<R>(): PathEntry<R> {
  return new Entry<R>();
}

function addEndpoint<R extends TableRoute>(entry: PathEntry<R>, route: R, names: readonly string[]): boolean {
  if (!(entry instanceof Entry) || entry.endpoints.has(route.method)) return false;
  const endpoint = { route, names };
  entry.endpoints.set(route.method, endpoint);
  if (route.method === 'GET') entry.endpoints.set('HEAD', endpoint);
  entry.allow = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
    .filter((method) => entry.endpoints.has(method))
    .concat('OPTIONS')
    .join(', ');
  return true;
}

function splitPath(path: string): string[] | null {
  const segments = path.split('/');
  segments.shift();
  if (!path.includes('%')) return segments;
  try {
    const decoded = segments.map(decodeURIComponent);
    return decoded.some((segment) => segment.includes('\0')) ? null : decoded;
  } catch {
    return null;
  }
}

function find<R>(node: Node<R>, segments: readonly string[], index: number, values: string[]): PathEntry<R> | null {
  if (index === segments.length) return node.entry;
  const segment = segments[index] as string;
  const fixed = node.fixed.get(segment);
  const found = fixed ? find(fixed, segments, index + 1, values) : null;
  if (found) return found;
  if (node.named && segment !== '') {
    values.push(segment);
    const deeper = find(node.named, segments, index + 1, values);
    if (deeper) return deeper;
    values.pop();
  }
  return node.rest ? restOf(node.rest, segments.slice(index), values) : null;
}

function restOf<R>(entry: PathEntry<R>, remaining: readonly string[], values: string[]): PathEntry<R> | null {
  if (remaining.some((segment) => segment === '' || segment === '.' || segment === '..')) return null;
  values.push(remaining.join('/'));
  return entry;
}

function resourcesAt<R>(name: string, node: Node<R>): string[] {
  const isResource = node.entry !== null || node.named !== null;
  const children = [...node.fixed].filter(([, child]) => !isResource || child.named !== null);
  return [...(isResource ? [name] : []), ...children.map(([child]) => `${name}/${child}`)];
}
