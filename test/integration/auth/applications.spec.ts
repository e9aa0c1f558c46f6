import { deciphered, startInstallation, userOfApplicationToken, type Installation, type Person } from './support';

const application = {
  id: '5c8515c2-4fc4-11e5-9a5e-68f72800aadd',
  key: 'this-is-the-secret-key',
  name: 'App',
  next_url: 'http://app.example.com/cb',
};

let here: Installation;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  here = await startInstallation({}, { LARCH_APPLICATIONS: JSON.stringify([application]) });
  alice = await here.register('alice');
  bob = await here.register('bob');
});

afterAll(() => here.stop());

const authorize = async (state: unknown = 'state') =>
  (await here.send('POST', '/application-tokens/authorize', { application: application.id, state }, alice)).body;
const validate = (values: object) =>
  here.send('POST', '/application-tokens/validate', { application: application.id, state: 'state', ...values });

const decipher = (cyphered: unknown) => deciphered(cyphered, application.key);
const asApplication = (token: string) => userOfApplicationToken(here, token);

describe('a token for an application', () => {
  it('comes for a code once, acts as the user, and stays the same in later rounds', async () => {
    const { auth_code: code, next_url: next } = await authorize();
    expect(next).toBe(`${application.next_url}?auth_code=${String(code)}`);
    const answers = await Promise.all(Array.from({ length: 5 }, () => validate({ auth_code: code })));
    const good = answers.filter(({ status }) => status === 200);
    expect([good.length, answers.filter(({ status }) => status === 404).length]).toEqual([1, 4]);
    const token = await decipher(good[0]?.body.cyphered_token);
    expect(await asApplication(token)).toBe(alice.id);
    const again = await validate({ auth_code: (await authorize()).auth_code });
    expect(await decipher(again.body.cyphered_token)).toBe(token);
  });

  it.each([
    {},
    { auth_code: null },
    { auth_code: '' },
    { auth_code: ['x'] },
    { auth_code: { $ne: null } },
    { auth_code: null, state: null },
  ])('never comes for %j', async (values) => {
    await authorize(null);
    expect((await validate(values)).status).toBe(404);
  });

  it('needs the state of its round', async () => {
    const { auth_code: code } = await authorize('one');
    for (const state of ['two', null, ['one'], {}]) expect((await validate({ auth_code: code, state })).status).toBe(404);
    expect((await validate({ auth_code: code, state: 'one' })).status).toBe(200);
  });

  it('belongs to its user alone and stops working when it is deleted', async () => {
    const { auth_code: code } = await authorize();
    const token = await decipher((await validate({ auth_code: code })).body.cyphered_token);
    const [row] = (await here.send('GET', '/application-tokens', undefined, alice)).body as unknown as { id: number }[];
    const path = `/application-tokens/${row?.id ?? 0}`;
    expect((await here.send('GET', path, undefined, bob)).status).toBe(404);
    expect((await here.send('DELETE', path, undefined, bob)).status).toBe(403);
    expect((await here.send('DELETE', path)).status).toBe(401);
    expect((await here.send('DELETE', path, undefined, alice)).status).toBe(204);
    expect(await asApplication(token)).toBe(0);
    expect((await here.send('GET', `/applications/${application.id}/token`, undefined, alice)).body).toMatchObject({
      id: null,
      auth_code: null,
    });
  });

  it('shows nothing to anybody who is not logged in', async () => {
    for (const path of [`/applications/${application.id}`, `/applications/${application.id}/token`, '/application-tokens']) {
      expect((await here.send('GET', path)).status).toBe(401);
    }
    expect((await here.send('GET', '/applications/none', undefined, alice)).status).toBe(404);
    expect((await here.send('POST', '/application-tokens', {}, alice)).status).toBe(405);
  });
});
