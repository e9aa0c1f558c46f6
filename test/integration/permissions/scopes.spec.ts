import type { RestRoute } from '../../../lib/contracts/http';
import type { RequiredScope } from '../../../lib/contracts/token-scopes';
import { allServices } from '../../support/all-services';
import { startInstallation, type Installation, type Person } from '../../support/installation';

interface Route extends RestRoute {
  scope: RequiredScope;
  access: string;
}

let here: Installation;
let person: Person;
let routes: Route[];

beforeAll(async () => {
  here = await startInstallation(allServices(), {}, { LARCH_THROTTLE_IMPORT_DUMP_MODE: 'none' });
  person = await here.register('person');
  const listed = here.broker.registry.getActionList({}) as { action?: { rest?: Route[]; access: string } }[];
  routes = listed.flatMap(({ action }) => [action?.rest ?? []].flat().map((rest) => ({ ...rest, access: action?.access ?? '' })));
  routes = routes.filter(({ root, path }) => !root && path.length > 1);
}, 60_000);
afterAll(() => here.stop());

const tokenFor = async (scope: string) => ({
  token: (await here.send<{ token: string }>('POST', '/personal-access-tokens', { name: scope, scopes: [scope] }, person)).body.token,
});

/** The routes that a token of this scope doesn't reach, as `METHOD path`. */
async function refusedFor(scope: string): Promise<string[]> {
  const as = await tokenFor(scope);
  const refused: string[] = [];
  for (const { method, path } of routes) {
    // No such element: whoever is let through changes nothing.
    const { status, body } = await here.send<{ _error_message?: string } | null>(
      method,
      path.replaceAll(/:\w+/g, '0'),
      method === 'GET' ? undefined : {},
      as,
    );
    if (status === 403 && body?._error_message?.includes('scope')) refused.push(`${method} ${path}`);
  }
  return refused.sort();
}

const named = (wanted: (route: Route) => boolean) =>
  routes
    .filter(wanted)
    .map(({ method, path }) => `${method} ${path}`)
    .sort();

describe('the scope of a token', () => {
  it('is asked for on every route', async () => {
    expect(routes.length).toBeGreaterThan(400);
    expect(named(({ scope }) => !(scope as string | undefined))).toEqual([]);
    expect(await refusedFor('read')).toEqual(named(({ scope }) => scope !== 'read'));
    expect(await refusedFor('write')).toEqual(named(({ scope }) => !['read', 'write'].includes(scope)));
  }, 60_000);

  it('lets read reach nothing that changes anything', () => {
    const reading = named(({ scope, method }) => scope === 'read' && method !== 'GET');
    expect(reading.filter((route) => !/^POST \/(history\/\w+\/:id\/comment_?[vV]ersions|wiki\/render)$/.test(route))).toEqual([]);
  });

  it('is not read for what begins something, though it is a GET', () => {
    const beginning = routes.filter(
      ({ method, path }) => method === 'GET' && /^\/(exporter|importers|applications\/:id\/token)/.test(path),
    );
    expect(beginning.length).toBeGreaterThan(1);
    expect(beginning.filter(({ scope }) => scope === 'read')).toEqual([]);
  });

  it('lets write reach no setting of a project and nothing of an account', () => {
    const administration = /project administrator|project owner|superuser/;
    expect(named(({ scope, access, method }) => method !== 'GET' && administration.test(access) && scope !== 'admin')).toEqual([]);
    const writing = routes.filter(
      ({ scope, path }) => scope === 'write' && /^\/(users|auth|memberships|roles|application-tokens)(\/|$)/.test(path),
    );
    expect(writing).toEqual([]);
  });
});
