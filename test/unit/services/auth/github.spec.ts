import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fetchProfile } from '../../../../services/auth/login/github';

const json = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const user = { id: 7, login: 'ann', name: null, bio: null };
const addresses = [{ email: 'ann@example.com', primary: true, verified: true }];
const tokenPath = '/login/oauth/access_token';

let answer: RequestListener;
let server: Server;
let url: string;

beforeAll(async () => {
  server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const ask = (settings: { url?: string; patience?: number } = {}) =>
  fetchProfile({ clientId: 'client', clientSecret: 'secret', url, apiUrl: url, ...settings }, 'code');

/** A host that answers as it should, save on one path. */
const troubled =
  (path: string, trouble: RequestListener): RequestListener =>
  (request, response) => {
    if (request.url === path) return trouble(request, response);
    if (request.url === tokenPath) return json(response, 200, { access_token: 'token' });
    return json(response, 200, request.url === '/user' ? user : addresses);
  };

const silence = 'The code host cannot be reached';

const troubles: [string, RequestListener, string][] = [
  ['fails', (_, response) => json(response, 500, { message: 'Out of order' }), 'Out of order'],
  ['limits requests', (_, response) => response.writeHead(429).end(), 'The code host answered 429'],
  ['sends elsewhere', (_, response) => response.writeHead(302, { location: '/user' }).end(), 'The code host answered 302'],
  ['breaks off', (_, response) => void response.destroy(), 'host cannot be reached'],
  ['breaks off its answer', (_, response) => void response.writeHead(200).write('{"id"', () => response.destroy()), 'cannot be reached'],
  ['never answers', () => undefined, silence],
];

describe('the profile at the code host', () => {
  it('has the login where there is no name', async () => {
    answer = troubled('', () => undefined);
    await expect(ask()).resolves.toEqual({ id: '7', login: 'ann', name: 'ann', bio: '', email: 'ann@example.com' });
  });

  describe.each([tokenPath, '/user', '/user/emails'])('when %s', (path) => {
    it.each(troubles)('%s is a bad request that says so', async (_, trouble, message) => {
      answer = troubled(path, trouble);
      const patience = message === silence ? 300 : 60_000;
      await expect(ask({ patience })).rejects.toMatchObject({ code: 400, message: expect.stringContaining(message) as string });
    });
  });

  it.each(['', 'null', '[]', '"text"', '<html>', '{"access_token":7}'])('is a bad request when the token is %j', async (text) => {
    answer = troubled(tokenPath, (_, response) => response.end(text));
    await expect(ask()).rejects.toMatchObject({ code: 400, message: 'The code host gave no token' });
  });

  it('is a bad request when nothing listens', async () => {
    await expect(ask({ url: 'http://127.0.0.1:1' })).rejects.toMatchObject({ code: 400, message: 'The code host cannot be reached' });
  });
});
