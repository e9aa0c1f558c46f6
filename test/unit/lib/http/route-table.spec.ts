import ApiGateway from 'moleculer-web';
import { ServiceBroker } from 'moleculer';
import { type Method, pathParams, RouteTable, type TableRoute } from '../../../../lib/http/route-table';
import { processorTime } from '../../../support/processor-time';

const route = (text: string): TableRoute => {
  const [method, path] = text.split(' ');
  return { method: method as Method, path: path as string };
};

function resolve(table: RouteTable<TableRoute>, method: string, path: string) {
  const match = table.match(path);
  const endpoint = match?.entry.endpoints.get(method);
  return match && endpoint ? { route: endpoint.route, params: pathParams(endpoint.names, match.values) } : null;
}

const table = new RouteTable(
  [
    'GET /users',
    'POST /users',
    'GET /users/me',
    'GET /users/:id',
    'PATCH /users/:id',
    'GET /users/:user/stats',
    'POST /users/me/photo',
    'GET /:kind/:id/voters',
    'POST /stories/bulk_create',
    'GET /stories/:id',
    'GET /media/*file',
  ].map(route),
);

describe('RouteTable', () => {
  it.each([
    ['GET /users/me', 'GET /users/me', {}],
    ['GET /users/7', 'GET /users/:id', { id: '7' }],
    ['HEAD /users/7', 'GET /users/:id', { id: '7' }],
    ['GET /users/me/stats', 'GET /users/:user/stats', { user: 'me' }],
    ['GET /users/me/voters', 'GET /:kind/:id/voters', { kind: 'users', id: 'me' }],
    ['GET /users/a%2Fb%20%C3%BC', 'GET /users/:id', { id: 'a/b ü' }],
    ['GET /media/a/b%20c.png', 'GET /media/*file', { file: 'a/b c.png' }],
  ])('resolves %s to %s', (request, expected, params) => {
    const [method = '', path = ''] = request.split(' ');
    expect(resolve(table, method, path)).toEqual({ route: route(expected), params });
  });

  it.each([
    '/users/',
    '/Users',
    '/users//stats',
    '/nothing',
    '/',
    '',
    '*',
    '/users/%zz',
    '/users/%00',
    '/users/%C3',
    '/media/',
    '/media/a/../b',
    '/users/__proto__/x',
  ])('knows nothing at %j', (path) => expect(table.match(path)).toBeNull());

  it('keeps a static path apart from a named one that serves another method', () => {
    expect(table.match('/stories/bulk_create')?.entry.allow).toBe('POST, OPTIONS');
    expect(resolve(table, 'GET', '/stories/bulk_create')).toBeNull();
    expect(table.match('/users/7')?.entry.allow).toBe('GET, HEAD, PATCH, OPTIONS');
  });

  it('tells routes that can never be reached', () => {
    expect(new RouteTable([route('GET /a/:id'), route('GET /a/:other')]).shadowed).toEqual([route('GET /a/:other')]);
  });

  it('names resources, and below prefixes and beside them those with elements of their own', () => {
    const paths = [
      '/api/epics',
      '/api/epics/:id',
      '/api/epics/by_ref',
      '/api/epics/attachments',
      '/api/epics/attachments/:id',
      '/api/epics/:id/stories/:story',
      '/api/history/epic/:id',
      '/api/importers/trello/auth_url',
      '/api/exporter/:id',
      '/api/users/me',
      '/api/users',
      '/api/',
    ];
    const names = new RouteTable(paths.map((path) => route(`GET ${path}`))).resourceNames('/api');
    expect(names.sort()).toEqual(['epics', 'epics/attachments', 'exporter', 'history/epic', 'importers/trello', 'users']);
  });
});

/** Some 500 routes of the kinds that the API has. */
function manyRoutes(): TableRoute[] {
  const kinds = Array.from({ length: 50 }, (_, index) => `/kind${index}`);
  const suffixes = [
    'GET ',
    'POST ',
    'GET /:id',
    'PUT /:id',
    'PATCH /:id',
    'DELETE /:id',
    'POST /:id/upvote',
    'GET /:id/voters/:user',
    'GET /by_ref',
    'POST /bulk/create',
  ];
  return kinds.flatMap((kind) => suffixes.map((suffix) => route(suffix.replace(' ', ` ${kind}`))));
}

interface StockAlias {
  alias: { method: string; path: string };
  params: Record<string, string>;
}

describe('RouteTable with 500 routes', () => {
  const routes = manyRoutes();
  const large = new RouteTable(routes);
  const requests = routes.map(({ method, path }, index) => ({ method, path: path.replaceAll(/:\w+/g, () => `v${index}%20x`) }));

  it('resolves as the stock resolver of moleculer-web does', () => {
    const aliases = Object.fromEntries(routes.map(({ method, path }, index) => [`${method} ${path}`, `any.action${index}`]));
    const broker = new ServiceBroker({ logger: false });
    const stock = broker.createService({
      name: 'api',
      mixins: [ApiGateway],
      settings: { server: false, logRouteRegistration: null, routes: [{ path: '/', aliases }] } as object,
    });
    const resolveStock = (stock as typeof stock & { resolveAlias(path: string, method: string): StockAlias | false }).resolveAlias;
    for (const { method, path } of [...requests, { method: 'GET', path: '/none' }, { method: 'PUT', path: '/kind3' }]) {
      const expected = resolveStock(path, method);
      const got = resolve(large, method, path);
      expect(got).toEqual(
        expected ? { route: { method, path: `/${expected.alias.path.replace(/^\//, '')}` }, params: expected.params } : null,
      );
    }
  });

  it('takes no longer than with ten routes', () => {
    const path = '/kind49/12/voters/7';
    const timeOf = (resolver: RouteTable<TableRoute>) =>
      processorTime(() => {
        for (let round = 0; round < 50_000; round++) resolver.match(path);
      });
    const small = new RouteTable(routes.slice(-10));
    timeOf(small);
    timeOf(large);
    // In turn, so that whatever else the machine does slows both alike.
    const times = [1, 2, 3, 4, 5].map(() => [timeOf(large), timeOf(small)] as const);
    expect(Math.min(...times.map(([time]) => time))).toBeLessThan(Math.min(...times.map(([, time]) => time)) * 3);
  });
});
