import { opaqueToken, startGateway, type TestGateway } from './support';
import { things } from './services';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway([things]);
});
afterAll(() => gateway.stop());

const get = (path: string, headers: Record<string, string> = {}) => gateway.fetch(path, { headers });
const send = (method: string, path: string, body: RequestInit['body'], type?: string) =>
  gateway.fetch(path, { method, body, headers: type ? { 'content-type': type } : {} });
const bodyOf = async (response: Response) => (await response.json()) as Record<string, unknown> & { params: Record<string, unknown> };

describe('paths and methods', () => {
  it('tells the methods of a path with every answer, and refuses others with 405', async () => {
    const known = await get('/things/7');
    expect([known.status, known.headers.get('allow')]).toEqual([200, 'GET, HEAD, PATCH, DELETE, OPTIONS']);
    const refused = await gateway.fetch('/things', { method: 'PUT' });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
    expect(await refused.json()).toEqual({
      _error_message: "Method 'PUT' not allowed.",
      _error_type: 'taiga.base.exceptions.MethodNotAllowed',
    });
  });

  it.each(['/nothing', '/things/', '/Things', '/things/%zz', '/things//x', '/media/../x'])('answers 404 to %s', async (path) => {
    const response = await get(path);
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/json']);
    expect(Object.keys(await bodyOf(response))).toEqual(['_error_message', '_error_type']);
  });

  it('serves HEAD like GET without a body', async () => {
    const response = await gateway.fetch('/things/csv', { method: 'HEAD' });
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([200, '5', '']);
  });

  it('describes a path on OPTIONS, and answers preflights whatever the path', async () => {
    const described = await gateway.fetch('/things', { method: 'OPTIONS' });
    expect(await described.json()).toEqual({
      name: 'Things',
      description: '',
      renders: ['application/json'],
      parses: ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
    });
    const preflight = { method: 'OPTIONS', headers: { origin: 'http://x.example', 'access-control-request-method': 'PATCH' } };
    expect((await gateway.fetch('/nothing', preflight)).status).toBe(200);
  });

  it('lists the resources in the root document, with and without a slash', async () => {
    for (const path of ['', '/'])
      expect(await (await get(path)).json()).toEqual({ things: `${gateway.base}/things`, 'things/fail': `${gateway.base}/things/fail` });
  });

  it('gives path, query and facts to the action', async () => {
    const { params, request } = await bodyOf(
      await get('/things/a%2Fb?x=1&x=2&y=%zz', {
        'x-disable-pagination': '',
        'x-session-id': 's',
        'x-request-id': 'id-1',
        'accept-language': 'es-MX',
      }),
    );
    expect(params).toEqual({ path: { id: 'a/b' }, query: { x: '2', y: '%zz' }, body: {}, form: false, file: null });
    expect(request).toMatchObject({
      id: 'id-1',
      paging: 'off',
      sessionId: 's',
      user: null,
      language: 'es',
      address: '127.0.0.1',
      target: '/api/v1/things/a%2Fb?x=1&x=2&y=%zz',
      origin: gateway.base.slice(0, -7),
    });
  });
});

describe('headers of every answer', () => {
  it.each(['/things', '/nothing', '/things/fail/denied', '/things/fail/defect', '/media/a'])('%s', async (path) => {
    const { headers } = await get(path, { 'accept-language': 'fr', 'x-request-id': 'bad id\u00ff' });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-credentials')).toBe('true');
    expect(headers.get('access-control-expose-headers')).toMatch(
      /x-pagination-next,.*taiga-info-order-updated.*service-info-order-updated/,
    );
    expect(headers.get('content-language')).toBe('fr');
    expect(headers.get('x-request-id')).toMatch(/^[\w-]{5,}$/);
  });

  it('sends both families of info headers, and other content types as the action says', async () => {
    const response = await get('/things/csv');
    const { headers } = response;
    expect([headers.get('taiga-info-order-updated'), headers.get('service-info-order-updated'), headers.get('content-type')]).toEqual([
      '{}',
      '{}',
      'text/csv; charset=utf-8',
    ]);
    expect(await response.text()).toBe('a,ü\n');
  });

  it('sends no content type with empty bodies', async () => {
    const touched = await gateway.fetch('/things/1/touch', { method: 'POST' });
    expect([touched.status, touched.headers.get('content-type'), touched.headers.get('content-length')]).toEqual([200, null, '0']);
    const removed = await gateway.fetch('/things/1', { method: 'DELETE' });
    expect([removed.status, removed.headers.get('content-type'), removed.headers.get('content-length')]).toEqual([204, null, null]);
  });
});

describe('credentials', () => {
  it.each([
    ['Bearer token-1', 1],
    ['Bearer   token-9', 9],
    [`Application ${opaqueToken('app', 1)}`, 1],
    [`Bearer ${opaqueToken('pat', 1)}`, 1],
    ['', null],
    ['bearer token-1', null],
    ['Token token-1', null],
    ['token-1', null],
    ['Basic eDp5', null],
  ])('%j stands for user %s', async (authorization, id) => {
    const { request } = await bodyOf(await get('/things', { authorization }));
    expect((request as { user: { id: number } | null }).user?.id ?? null).toBe(id);
  });

  it.each([
    ['Bearer', 'bad_authorization_header'],
    ['Bearer token-1 more', 'bad_authorization_header'],
    ['Bearer garbage', 'token_not_valid'],
    ['Bearer token-2', 'user_inactive'],
    ['Bearer token-3', 'user_inactive'],
    ['Bearer token-4', 'user_not_found'],
    ['Application other', undefined],
    [`Application ${opaqueToken('app', 1).slice(0, -1)}x`, undefined],
    [`Application ${opaqueToken('app', 2)}`, undefined],
    [`Application ${opaqueToken('pat', 1)}`, undefined],
    [`Bearer ${opaqueToken('pat', 1).slice(0, -1)}x`, 'token_not_valid'],
    [`Bearer ${opaqueToken('pat', 2)}`, 'token_not_valid'],
    [`Bearer ${opaqueToken('app', 1)}`, 'token_not_valid'],
  ])('%j is refused everywhere with %s', async (authorization, code) => {
    const response = await get('/things', { authorization });
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="api"']);
    expect((await bodyOf(response))['code']).toBe(code);
  });
});

describe('bodies', () => {
  const field = (name: string, value: string) => {
    const form = new FormData();
    form.set(name, value);
    return form;
  };

  it.each([
    ['{"a": 1}', 'application/json; charset=latin1', { a: 1 }, false],
    ['[1]', 'APPLICATION/JSON', [1], false],
    ['a=1&b=x+y', 'application/x-www-form-urlencoded', { a: '1', b: 'x y' }, true],
    [field('a', '1'), undefined, { a: '1' }, true],
    ['', 'text/xml', {}, false],
  ])('reads %p (%s)', async (body, type, expected, form) => {
    const { params } = await bodyOf(await send('POST', '/things', body, type));
    expect([params['body'], params['form']]).toEqual([expected, form]);
  });

  it.each([
    ['{"broken": ', 'application/json', 400, 'ParseError'],
    ['{"a": "\\u0000"}', 'application/json', 400, 'ParseError'],
    [Buffer.from([0x22, 0xff, 0x22]), 'application/json', 400, 'ParseError'],
    ['a=%FF', 'application/x-www-form-urlencoded', 400, 'ParseError'],
    ['--x\r\nbroken', 'multipart/form-data; boundary=x', 400, 'ParseError'],
    ['no boundary', 'multipart/form-data', 400, 'ParseError'],
    ['<a/>', 'text/xml', 415, 'UnsupportedMediaType'],
    ['hello', 'text/plain', 415, 'UnsupportedMediaType'],
  ])('refuses %p (%s) with %s', async (body, type, status, name) => {
    const response = await send('POST', '/things', body, type);
    expect([response.status, (await bodyOf(response))['_error_type']]).toEqual([status, `taiga.base.exceptions.${name}`]);
  });

  it('gives raw bytes to actions that want them', async () => {
    const { params } = await bodyOf(await send('POST', '/things/hook', Buffer.from([0, 255]), 'text/anything'));
    expect(params['rawBody']).toBe('AP8=');
  });

  it('judges Accept before the body, and credentials before both', async () => {
    const statusOf = async (headers: Record<string, string>) =>
      (await gateway.fetch('/things', { method: 'POST', body: '{', headers: { 'content-type': 'application/json', ...headers } })).status;
    expect(await statusOf({ accept: 'text/html', authorization: 'Bearer x' })).toBe(401);
    expect(await statusOf({ accept: 'text/html' })).toBe(406);
    expect(await statusOf({ accept: 'application/*' })).toBe(400);
  });
});

describe('failures', () => {
  it.each([
    [
      'denied',
      403,
      { _error_message: 'You do not have permission to perform this action.', _error_type: 'taiga.base.exceptions.PermissionDenied' },
    ],
    ['invalid', 400, { subject: ['This field is required.'] }],
    ['travelled', 451, { _error_message: 'Blocked element' }],
    ['defect', 500, { error: 'Server application error' }],
    ['typed', 500, { error: 'Server application error' }],
  ])('%s: %s', async (how, status, body) => {
    const response = await get(`/things/fail/${how}`);
    expect([response.status, await response.json()]).toEqual([status, body]);
  });

  it.each(['store', 'timeout'])('asks to try again later when it is %s', async (how) => {
    const response = await get(`/things/fail/${how}`);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
  });

  it('answers 500, not nothing, when an action returns no reply', async () => {
    expect((await get('/things/wrong')).status).toBe(500);
  });

  it('logs a defect with the id of the request and without its query', async () => {
    const log = jest.spyOn(gateway.broker.logger, 'error').mockImplementation(() => undefined);
    await get('/things/fail/defect?token=secret', { 'x-request-id': 'id-7' });
    const lines = log.mock.calls.map(([line]) => String(line));
    expect(lines).toEqual([expect.stringMatching(/^GET \/api\/v1\/things\/fail\/defect failed, request id-7: Error: /)]);
    expect(lines.join()).not.toContain('token=');
    log.mockRestore();
  });

  it('keeps the paths of a service that has gone, with 503', async () => {
    const extra = gateway.broker.createService({
      name: 'extra',
      actions: { list: { rest: { method: 'GET', path: '/extra' }, handler: () => ({ status: 200, body: '1' }) } },
    } as object & { name: string });
    await gateway.broker.waitForServices('extra');
    expect((await get('/extra')).status).toBe(200);
    await gateway.broker.destroyService(extra);
    expect((await get('/extra')).status).toBe(503);
  });
});
