import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reply } from '../../lib/contracts/http';
import { mediaTypes } from '../../lib/http/body';
import type { PathMatch, RouteTable } from '../../lib/http/route-table';
import { apiPrefix, type ApiRoute } from './routes';

/** The answer to `OPTIONS` (conventions.md §1); for an unknown path, too, so that a browser sees the 404 itself. */
export function description(match: PathMatch<ApiRoute> | null): Reply {
  const path = match?.entry.endpoints.values().next().value?.route.path ?? '';
  const segments = path.slice(apiPrefix.length).split('/');
  const words = segments.filter((segment) => segment !== '' && !/^[:*]/.test(segment)).flatMap((segment) => segment.split(/[-_]/));
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
  const body = { name, description: '', renders: [mediaTypes.json], parses: [mediaTypes.json, mediaTypes.form, mediaTypes.multipart] };
  return { status: 200, body: JSON.stringify(body) };
}

/** The root document: the address of every resource by its name (conventions.md §9). */
export function rootDocument(table: RouteTable<ApiRoute>, origin: string): Reply {
  const entries = table.resourceNames(apiPrefix).map((name) => [name, `${origin}${apiPrefix}/${name}`]);
  return { status: 200, body: JSON.stringify(Object.fromEntries(entries)) };
}

let described: string | null = null;

/** The description of the whole API by OpenAPI, as it is shipped. */
export const describedApi = (): string =>
  (described ??= JSON.stringify(JSON.parse(readFileSync(join(__dirname, '..', '..', 'docs', 'openapi.json'), 'utf8'))));
