import { startInstallation, type Installation, type Person } from './support';

let here: Installation;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  here = await startInstallation();
  alice = await here.register('alice');
  bob = await here.register('bob');
});
afterAll(() => here.stop());

const path = '/personal-access-tokens';
const wanted = { name: 'Nightly report', scopes: ['read'] };
const make = async (values: object = {}, as: Pick<Person, 'token'> = alice) =>
  (await here.send('POST', path, { ...wanted, ...values }, as)).body;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const me = (token: unknown) => here.send('GET', '/users/me', undefined, { token: String(token) });

describe('a personal access token', () => {
  it('is shown once, is listed without itself, and acts as its user', async () => {
    const made = await here.send('POST', path, { ...wanted, expires_date: inDays(7) }, alice);
    expect(made.status).toBe(201);
    const { token, ...facts } = made.body as Record<string, unknown>;
    expect(facts).toMatchObject({ name: 'Nightly report', scopes: ['read'], expires_date: expect.stringMatching(/^\d{4}-.*Z$/) as string });
    expect((await here.send('GET', `${path}/${String(facts.id)}`, undefined, alice)).body).toEqual(facts);
    const listed = (await here.send('GET', path, undefined, alice)).body as unknown as object[];
    expect(listed).toContainEqual(facts);
    expect(JSON.stringify(listed)).not.toContain(String(token));
    expect((await me(token)).body).toMatchObject({ id: alice.id });
  });

  it('is not in the store', async () => {
    const { id, token } = await make();
    const kept = JSON.stringify(await here.node.store.collection('personal_tokens').findById(Number(id)));
    expect(kept).toContain('"hash"');
    const [, secret = ''] = /_([\w-]{43})$/.exec(String(token)) ?? [];
    expect([secret.length, kept.includes(secret)]).toEqual([43, false]);
  });

  it('belongs to its user alone, and stops working when it is taken back', async () => {
    const { id, token } = await make();
    for (const method of ['GET', 'DELETE']) {
      expect((await here.send(method, `${path}/${String(id)}`, undefined, bob)).status).toBe(404);
      expect((await here.send(method, `${path}/${String(id)}`)).status).toBe(401);
    }
    expect((await here.send('GET', path, undefined, bob)).body).toEqual([]);
    expect((await me(token)).status).toBe(200);
    expect((await here.send('DELETE', `${path}/${String(id)}`, undefined, alice)).status).toBe(204);
    const refused = await me(token);
    expect([refused.status, refused.body.code]).toEqual([401, 'token_not_valid']);
  });

  it('stops working when it expires', async () => {
    const { token } = await make({ expires_date: inDays(1) });
    expect((await me(token)).status).toBe(200);
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 86_400_001);
    expect((await me(token)).status).toBe(401);
    clock.mockRestore();
  });

  it('stops working with its account', async () => {
    const carol = await here.register('carol');
    const { token } = await make({}, carol);
    expect((await me(token)).status).toBe(200);
    expect((await here.send('DELETE', `/users/${carol.id}`, undefined, carol)).status).toBe(204);
    expect((await me(token)).status).toBe(401);
    expect(await here.node.store.collection('personal_tokens').count({ user: carol.id })).toBe(0);
  });

  it('costs no call between services once it is known', async () => {
    const { token } = await make();
    await me(token);
    const loads = jest.spyOn(here.broker, 'call');
    await me(token);
    expect(loads.mock.calls.map(([name]) => name)).toEqual(['auth.users.me']);
    loads.mockRestore();
  });

  it('can make no token of any kind, and so nothing that outlives it', async () => {
    const { token } = await make({ scopes: ['admin'] });
    const as = { token: String(token) };
    expect((await here.send('POST', path, wanted, as)).status).toBe(403);
    expect((await here.send('POST', '/application-tokens/authorize', { application: 'x' }, as)).status).toBe(403);
    expect((await here.send('GET', '/applications/x/token', undefined, as)).status).toBe(403);
  });

  it.each([
    [['read'], 200, 403, 403],
    [['write'], 200, 201, 403],
    [['admin'], 200, 201, 200],
    ['read write', 200, 201, 403],
  ])('made for %j may read, keep a value and change the profile: %d %d %d', async (scopes, reading, writing, administering) => {
    const as = { token: String((await make({ scopes })).token) };
    const key = `key-${JSON.stringify(scopes)}`;
    expect((await here.send('GET', '/users/me', undefined, as)).status).toBe(reading);
    expect((await here.send('POST', '/user-storage', { key, value: 1 }, as)).status).toBe(writing);
    expect((await here.send('PATCH', `/users/${alice.id}`, { bio: 'x' }, as)).status).toBe(administering);
  });

  it.each<[object, string]>([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(256) }, 'name'],
    [{ scopes: undefined }, 'scopes'],
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['read', 'root'] }, 'scopes'],
    [{ scopes: { read: true } }, 'scopes'],
    [{ expires_date: 'tomorrow' }, 'expires_date'],
    [{ expires_date: '2001-01-01' }, 'expires_date'],
    [{ expires_date: inDays(400) }, 'expires_date'],
    [{ expires_date: ['x'] }, 'expires_date'],
  ])('is refused for %j', async (values, field) => {
    const { status, body } = await here.send('POST', path, { ...wanted, ...values }, alice);
    expect([status, Object.keys(body)]).toEqual([400, [field]]);
  });

  it.each(['larch_pat_1_short', `larch_pat_999999_${'x'.repeat(43)}`, `larch_pat_1_${'x'.repeat(43)}`])('is not %s', async (token) => {
    expect((await me(token)).status).toBe(401);
  });
});
