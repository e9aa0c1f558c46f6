import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { password, startInstallation, type Installation } from './support';

interface Profile {
  id: number;
  login: string;
  name: string | null;
  bio: string | null;
  emails: { email: string; primary: boolean; verified: boolean }[];
}

const mailOf = (email: string, verified = true) => [
  { email: `other-${email}`, primary: false, verified: true },
  { email, primary: true, verified },
];

/** What the provider knows, by the code that it handed out. */
const profiles: Record<string, Profile> = {
  ann: { id: 1, login: 'Ann.Lee', name: 'Ann Lee', bio: 'Writes', emails: mailOf('ann@example.com') },
  ann2: { id: 2, login: 'Ann.Lee', name: null, bio: null, emails: mailOf('ann2@example.com') },
  alice: { id: 3, login: 'whoever', name: 'A', bio: null, emails: mailOf('ALICE@example.com') },
  nomail: { id: 4, login: 'nomail', name: null, bio: null, emails: [] },
  lookalike: { id: 6, login: 'lookalike', name: null, bio: null, emails: mailOf('ａlice@example.com') },
  unverified: { id: 5, login: 'unverified', name: null, bio: null, emails: mailOf('alice@example.com', false) },
};

const accepted: unknown[] = [];
let provider: Server;
let here: Installation;

/** A stub of the provider: the code is the access token, too. */
function startProvider(): Server {
  return createServer((request, response) => {
    void (async () => {
      const answer = (status: number, body: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      if (request.method === 'POST' && request.url === '/login/oauth/access_token') {
        const { client_id: id, client_secret: secret, code } = (await json(request)) as Record<string, string>;
        const known =
          id === 'client' && secret === 'secret' && request.headers.accept === 'application/json' && code !== undefined && code in profiles;
        return answer(
          200,
          known ? { access_token: code } : { error: 'bad_verification_code', error_description: 'The code is incorrect.' },
        );
      }
      const profile = profiles[request.headers.authorization?.replace('Bearer ', '') ?? ''];
      if (!profile) return answer(401, { message: 'Bad credentials' });
      const { emails, ...user } = profile;
      return answer(200, request.url === '/api/user/emails' ? emails : user);
    })();
  });
}

beforeAll(async () => {
  provider = startProvider().listen(0, '127.0.0.1');
  await once(provider, 'listening');
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  here = await startInstallation(
    { 'memberships.accept': (params) => void accepted.push(params) },
    { LARCH_GITHUB_CLIENT_ID: 'client', LARCH_GITHUB_CLIENT_SECRET: 'secret', LARCH_GITHUB_URL: url, LARCH_GITHUB_API_URL: `${url}/api` },
  );
});

afterAll(async () => {
  await here.stop();
  provider.closeAllConnections();
  provider.close();
});

const login = (code: unknown, type = 'github') => here.send('POST', '/auth', { type, code });

describe('a login by the code host', () => {
  it('makes an account from the profile, once', async () => {
    const answers = await Promise.all([login('ann'), login('ann', 'code_host')]);
    const [first] = answers.filter(({ status }) => status === 200);
    expect(first?.body).toMatchObject({
      username: 'annlee',
      full_name: 'Ann Lee',
      bio: 'Writes',
      email: 'ann@example.com',
      verified_email: true,
    });
    expect((await login('ann')).body.id).toBe(first?.body.id);
    expect(await here.mail('ann@example.com', /Taigatized/)).toContain('/cancel-account/');
  });

  it('makes names unique', async () => {
    expect((await login('ann2')).body).toMatchObject({ username: 'annlee-1', full_name: 'Ann.Lee' });
  });

  it('finds the account of the address, and the linked one after the address has changed', async () => {
    const alice = await here.register('alice');
    expect((await login('alice')).body.id).toBe(alice.id);
    profiles.alice = { ...(profiles.alice as Profile), emails: mailOf('elsewhere@example.com') };
    expect((await login('alice')).body.id).toBe(alice.id);
  });

  it.each(['unknown', '', null, ['ann'], 'nomail', 'unverified', 'lookalike'])('with the code %j is refused with 400', async (code) => {
    expect((await login(code)).status).toBe(400);
  });

  it.each(['token', 'invitation_token'])('takes up the invitation given as %s', async (parameter) => {
    const { status, body } = await here.send('POST', '/auth', { type: 'github', code: 'ann', [parameter]: 'an invitation' });
    expect([status, accepted.splice(0)]).toEqual([200, [{ token: 'an invitation', user: body.id }]]);
  });

  it('tells what the provider says', async () => {
    expect((await login('unknown')).body._error_message).toBe('The code is incorrect.');
  });

  it('lets the user set a first password without the current one', async () => {
    const { body } = await login('ann');
    const as = { token: String(body.auth_token) };
    expect((await here.send('POST', '/users/change_password', { password }, as)).status).toBe(204);
    expect((await here.send('POST', '/users/change_password', { password }, as)).status).toBe(400);
    expect((await here.send('POST', '/auth', { type: 'normal', username: 'annlee', password })).status).toBe(200);
  });

  it('gives a new account to somebody whose old one was closed', async () => {
    const { body: before } = await login('ann2');
    await here.send('DELETE', `/users/${Number(before.id)}`, undefined, { token: String(before.auth_token) });
    const { status, body } = await login('ann2');
    expect(status).toBe(200);
    expect(body.id).not.toBe(before.id);
  });
});
