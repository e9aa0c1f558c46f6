import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A method and a path below `/api/v1` that must be served. */
export interface ListedRoute {
  method: string;
  /** Open segments are `{named}`, or literal where they were recorded. */
  path: string;
}

const shared = join(process.cwd(), '..', 'shared');
const prefix = '/api/v1';
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * What stands beside the project, or null with the reason printed.
 * @throws Error in CI, where it has to be there
 */
export function besideProject(...path: string[]): string | null {
  const place = join(shared, ...path);
  if (existsSync(place)) return place;
  const reason = `${place} isn't there: what it lists isn't compared.`;
  if (process.env.CI) throw new Error(reason);
  console.warn(reason);
  return null;
}

/** Every method and path of the tables of a page in Markdown: columns `Method`, `Methods`, `Path` in any order. */
export function routesOfTables(markdown: string): ListedRoute[] {
  const found = new Map<string, ListedRoute>();
  let columns: { method: number; path: number } | null = null;
  for (const line of markdown.split('\n')) {
    if (!line.startsWith('|')) {
      columns = null;
      continue;
    }
    const cells = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    const header = columnsOf(cells);
    if (header) columns = header;
    else if (columns)
      for (const route of routesOfRow(cells[columns.method] ?? '', cells[columns.path] ?? ''))
        found.set(`${route.method} ${route.path}`, route);
  }
  return [...found.values()];
}

function columnsOf(cells: readonly string[]): { method: number; path: number } | null {
  const method = cells.findIndex((cell) => /^Methods?$/.test(cell));
  const path = cells.findIndex((cell) => /^Path/.test(cell) || cell === 'Method, path');
  return method < 0 || path < 0 ? null : { method, path };
}

function routesOfRow(methodCell: string, pathCell: string): ListedRoute[] {
  const wanted = methodCell.split(/[,\s]+/).filter((word) => methods.includes(word));
  return wanted.flatMap((method) => pathsIn(pathCell).map((path) => ({ method, path })));
}

/** `/a/{id}/x, /y, /a/z`: what begins as the first does is a path of its own, the rest differ in the last segment. */
function pathsIn(cell: string): string[] {
  const text = cell.replace(/\s\(.*\)$/, '').replace(/\?\S*/g, '');
  const [first = '', ...others] = text.split(/,\s*(?=\/)/).map((part) => part.trim().replace(prefix, ''));
  if (!text.startsWith(prefix)) return [];
  const [, resource] = first.split('/');
  const parent = first.slice(0, first.lastIndexOf('/'));
  return [first, ...others.map((part) => (part.split('/')[1] === resource ? part : parent + part))].flatMap(alternatives);
}

function alternatives(path: string): string[] {
  const choice = /\{([^{}]*,[^{}]*)\}/.exec(path);
  if (!choice) return [path];
  return (choice[1] ?? '').split(',').flatMap((name) => alternatives(path.replace(choice[0], name.trim())));
}

interface Exchange {
  request: { method?: string; path?: string };
  response: { status: number };
}

/** Every method and path that the recordings show to be served: answered with something else than 404 and 405. */
export function recordedRoutes(folder: string): ListedRoute[] {
  const found = new Map<string, ListedRoute>();
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    for (const { request, response } of JSON.parse(readFileSync(join(folder, file), 'utf8')) as Exchange[]) {
      const { method = '', path = '' } = request;
      if (!methods.includes(method) || [404, 405].includes(response.status)) continue;
      const route = { method, path: path.split('?', 1)[0] as string };
      found.set(`${method} ${route.path.replace(/\d+/g, '0')}`, route);
    }
  }
  return [...found.values()];
}
