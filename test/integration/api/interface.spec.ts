import { readFileSync } from 'node:fs';
import { RouteTable } from '../../../lib/http/route-table';
import { apiPrefix, registeredRoutes, type ApiRoute } from '../../../services/api/routes';
import { allServices } from '../../support/all-services';
import { startInstallation, type Installation } from '../../support/installation';
import { besideProject, recordedRoutes, routesOfTables, type ListedRoute } from '../../support/interface-tables';

let here: Installation;
let table: RouteTable<ApiRoute>;

beforeAll(async () => {
  here = await startInstallation(allServices());
  table = new RouteTable([...registeredRoutes(here.broker).values()].flat());
}, 60_000);
afterAll(() => here.stop());

/** A listed kind stands for each of these; any other open segment for an id. */
const kinds: Record<string, string[]> = {
  '{kind}': ['userstory', 'issue', 'task', 'wiki'],
  '{importer}': ['trello', 'github', 'jira', 'asana'],
};

function examplesOf({ path }: ListedRoute): string[] {
  const kind = Object.keys(kinds).find((name) => path.includes(name));
  const paths = kind ? (kinds[kind] ?? []).map((value) => path.replace(kind, value)) : [path];
  return paths.map((one) => one.replace(/\{\w+\}/g, '1'));
}

const isServed = (method: string, path: string) => table.match(apiPrefix + path)?.entry.endpoints.has(method) ?? false;

const missing = (routes: readonly ListedRoute[]) =>
  routes
    .flatMap((route) =>
      examplesOf(route)
        .filter((path) => !isServed(route.method, path))
        .map((path) => `${route.method} ${path}`),
    )
    .sort();

describe('the routes', () => {
  it('serve every method and path that the interface lists', () => {
    const file = besideProject('spec', 'interface.md');
    const listed = file === null ? [] : routesOfTables(readFileSync(file, 'utf8'));
    expect(file === null || listed.length > 250).toBe(true);
    expect(missing(listed)).toEqual([]);
  });

  it('serve every method and path that was recorded', () => {
    const folder = besideProject('conformance', 'recorded');
    const recorded = folder === null ? [] : recordedRoutes(folder);
    expect(folder === null || recorded.length > 300).toBe(true);
    expect(missing(recorded)).toEqual([]);
  });

  it('are each taken by one action', () => {
    expect(table.shadowed.map(({ method, path, action }) => `${method} ${path} of ${action}`)).toEqual([]);
  });
});
