import { asanaToken } from '../../support/outside/asana';
import { githubToken } from '../../support/outside/github';
import { jiraToken } from '../../support/outside/jira';
import { oauthFields, type Stub, type StubAnswer } from '../../support/outside/stub';
import { trelloToken } from '../../support/outside/trello';
import type { Person } from '../../support/installation';
import { startOutside, type Outside } from './outside-support';

let outside: Outside;
let ann: Person;

// All services start with the first test.
const startLimit = 60_000;

beforeAll(async () => {
  outside = await startOutside();
  ann = outside.ann;
}, startLimit);

afterAll(() => outside.stop(), startLimit);

const get = (path: string, as: Person | undefined = ann) => outside.here.send('GET', `/importers/${path}`, undefined, as);
const post = <Body = Record<string, unknown>>(path: string, body: unknown, as: Person | undefined = ann) =>
  outside.here.send<Body>('POST', `/importers/${path}`, body, as);

const systems = ['github', 'trello', 'jira', 'asana'] as const;

/** With what each system is asked once the user has let Larch in. */
const access = () => ({
  github: { token: githubToken },
  trello: { token: trelloToken },
  jira: { token: jiraToken, url: outside.jira.origin },
  asana: { token: asanaToken },
});
const projects = { github: 'octo/rocket', trello: 'board1', jira: '10000', asana: '501' };

describe('an importer', () => {
  it.each(systems)('%s wants a login for everything', async (system) => {
    const paths = ['authorize', 'list_projects', 'list_users', 'import_project'];
    const anonymous = { token: '' } as Person;
    const answers = await Promise.all([
      outside.here.send('GET', `/importers/${system}/auth_url`),
      ...paths.map((path) => outside.here.send('POST', `/importers/${system}/${path}`, {})),
    ]);
    expect(anonymous.token).toBe('');
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
  });

  it.each(systems)('%s asks for the project first', async (system) => {
    for (const path of ['list_users', 'import_project']) {
      const { status, body } = await post(`${system}/${path}`, {});
      expect([status, body._error_message]).toEqual([400, 'The project param is needed']);
    }
  });

  it.each(systems)('%s answers 400 for a token that is none', async (system) => {
    for (const token of [undefined, '', 'with\r\nX-Header: 1', 'a b', { a: 1 }, 'x'.repeat(5000)]) {
      const { status } = await post(`${system}/list_projects`, { url: outside.jira.origin, token });
      expect(status).toBe(400);
    }
  });
});

describe('an importer that is off', () => {
  it(
    'has no paths, whoever asks',
    async () => {
      const other = await startOutside({ LARCH_IMPORTERS: 'github' });
      try {
        const statuses = async (as?: Person) => {
          const paths = systems.map((system) =>
            other.here.send('GET', `/importers/${system}/auth_url?url=http://127.0.0.1:1`, undefined, as),
          );
          return (await Promise.all(paths)).map(({ status }) => status);
        };
        expect(await statuses(other.ann)).toEqual([200, 404, 404, 404]);
        expect(await statuses()).toEqual([401, 404, 404, 404]);
      } finally {
        await other.stop();
      }
    },
    startLimit,
  );
});

describe('the way in', () => {
  it('to GitHub leads over its login and trades the code for the token', async () => {
    const { origin } = outside.github;
    expect((await get('github/auth_url')).body).toEqual({ url: `${origin}/login/oauth/authorize?client_id=client&scope=user,repo` });
    const withReturn = await get('github/auth_url?uri=http://front.example.com/back%3Fa=1');
    expect(new URL(String(withReturn.body.url)).searchParams.get('redirect_uri')).toBe('http://front.example.com/back?a=1');
    expect(await post('github/authorize', { code: 'good' })).toMatchObject({ status: 200, body: { token: githubToken } });
    expect(await post('github/authorize', {})).toMatchObject({ status: 400, body: { _error_message: 'Code param needed' } });
    expect(await post('github/authorize', { code: 'bad' })).toMatchObject({ status: 400, body: { _error_message: 'Invalid auth data' } });
    outside.github.instead.push({ status: 500 });
    expect(await post('github/authorize', { code: 'good' })).toMatchObject({
      status: 400,
      body: { _error_message: 'Third party service failing' },
    });
  });

  it('to Trello is begun and ended by the same user, once', async () => {
    const bert = await outside.here.register('bert');
    const { body } = await get('trello/auth_url');
    const url = new URL(String(body.url));
    expect(url.pathname).toBe('/1/OAuthAuthorizeToken');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      oauth_token: 'asked',
      scope: 'read,account',
      expiration: '1day',
      name: 'Taiga',
      return_url: 'http://front.example.com/project/new/import/trello',
    });
    const expired = { status: 400, body: { _error_message: 'Invalid or expired auth token' } };
    expect(await post('trello/authorize', { code: 'good' }, bert)).toMatchObject(expired);
    expect(await post('trello/authorize', { code: 'good' })).toMatchObject({ status: 200, body: { token: trelloToken } });
    expect(await post('trello/authorize', { code: 'good' })).toMatchObject(expired);
    await get('trello/auth_url');
    expect(await post('trello/authorize', { code: 'bad' })).toMatchObject(expired);
  });

  it('to Jira goes to the server that the user names, signed with the key', async () => {
    const server = outside.jira.origin;
    const { status, body } = await get(`jira/auth_url?url=${encodeURIComponent(`${server}/`)}`);
    expect([status, body]).toEqual([200, { url: `${server}/plugins/servlet/oauth/authorize?oauth_token=asked` }]);
    const asked = oauthFields(outside.jira.requests.at(-1)?.headers.authorization);
    expect(asked).toMatchObject({
      oauth_signature_method: 'RSA-SHA1',
      oauth_callback: `http://front.example.com/project/new/import/jira?url=${encodeURIComponent(server)}`,
    });
    expect(await post('jira/authorize', { oauth_verifier: 'good' })).toMatchObject({
      status: 200,
      body: { token: jiraToken, url: server },
    });
    const expired = { status: 400, body: { _error_message: 'Invalid or expired auth token' } };
    expect(await post('jira/authorize', { oauth_verifier: 'good' })).toMatchObject(expired);
    expect((await get('jira/auth_url')).body._error_message).toBe('The url param is needed');
    for (const url of ['nonsense', 'ftp://example.com', 'http://user:word@example.com', 'http://127.0.0.1:1']) {
      const refused = await get(`jira/auth_url?url=${encodeURIComponent(url)}`);
      expect([refused.status, refused.body._error_message]).toEqual([400, 'Invalid Jira server configuration.']);
    }
  });

  it('to Asana leads over its login and trades the code for the token', async () => {
    const { body } = await get('asana/auth_url');
    const url = new URL(String(body.url));
    expect(`${url.origin}${url.pathname}`).toBe(`${outside.asana.origin}/-/oauth_authorize`);
    expect(url.searchParams.get('redirect_uri')).toBe('http://front.example.com/project/new/import/asana');
    expect(await post('asana/authorize', { code: 'good' })).toMatchObject({ status: 200, body: { token: asanaToken } });
    expect((await post('asana/authorize', {})).body._error_message).toBe('Code param needed');
    expect((await post('asana/authorize', { code: 'bad' })).body._error_message).toBe('Invalid Asana API request');
    outside.asana.instead.push({ status: 500 });
    expect((await post('asana/authorize', { code: 'good' })).body._error_message).toBe('Failed to make the request to Asana API');
  });
});

describe('the list of projects', () => {
  it('of GitHub has all pages, named by their full name', async () => {
    const { body } = await post<Record<string, unknown>[]>('github/list_projects', { token: githubToken });
    expect(body).toHaveLength(101);
    expect(body[0]).toEqual({ id: 'octo/rocket', name: 'octo/rocket', description: 'To the moon', is_private: true });
  });

  it('of Trello knows which boards are private', async () => {
    const { body } = await post<{ id: string; is_private: boolean }[]>('trello/list_projects', { token: trelloToken });
    expect(body.map(({ id, is_private }) => [id, is_private])).toEqual([
      ['board1', true],
      ['board2', false],
      ['board3', true],
      ['board4', false],
    ]);
  });

  it('of Jira joins projects and boards by name', async () => {
    const { body } = await post<{ name: string; importer_type: string; is_private: boolean }[]>('jira/list_projects', access().jira);
    expect(body.map(({ name, importer_type }) => [name, importer_type])).toEqual([
      ['A board', 'agile'],
      ['Anvil', 'normal'],
      ['Rocket', 'normal'],
      ['Rocket board', 'agile'],
      ['Zoo', 'agile'],
    ]);
    expect(body.every(({ is_private }) => is_private)).toBe(true);
  });

  it('of Asana names projects with their workspace', async () => {
    const { body } = await post('asana/list_projects', { token: asanaToken });
    expect(body).toEqual([
      { id: '501', name: 'Space/Moon', description: 'Go there', is_private: true },
      { id: '502', name: 'Space/Mars', description: '', is_private: false },
      { id: '503', name: 'Space/Sun', description: '', is_private: true },
    ]);
  });
});

describe('the list of users', () => {
  const known = () => expect.objectContaining({ id: ann.id, full_name: 'ann Tester', gravatar_id: expect.any(String) as string }) as object;

  it('of GitHub finds accounts by their identity, then by address', async () => {
    const { body } = await post('github/list_users', { token: githubToken, project: projects.github });
    expect(body).toEqual([
      { id: 11, username: 'ann-out', full_name: 'Ann Outside', avatar: 'https://avatars.example.com/11', user: known() },
      { id: 12, username: 'bob-out', full_name: 'bob-out', avatar: 'https://avatars.example.com/12' },
    ]);
    const links = outside.here.node.store.collection('provider_links');
    await links.insert({ id: 900, user: ann.id, provider: 'github', provider_user: '12' } as { id: number });
    const again = await post<{ user?: { id: number } }[]>('github/list_users', { token: githubToken, project: projects.github });
    expect(again.body[1]?.user?.id).toBe(ann.id);
  });

  it('of Trello, Jira and Asana finds accounts by address', async () => {
    const { trello, jira, asana } = access();
    expect((await post('trello/list_users', { ...trello, project: projects.trello })).body).toEqual([
      {
        id: expect.any(String) as string,
        full_name: 'Ann',
        email: 'ann@example.com',
        avatar: 'https://avatars.example.com/a/50.png',
        user: known(),
      },
      { id: expect.any(String) as string, full_name: 'Bob', email: null, avatar: null, user: null },
    ]);
    for (const project of [{ project: '10000' }, { project: '7', importer_type: 'agile' }, { project: '7' }]) {
      expect((await post('jira/list_users', { ...jira, ...project })).body).toEqual([
        { id: 'ann-j', full_name: 'Ann', email: 'ann@example.com', avatar: 'https://a/ann', user: known() },
        { id: 'bob-j', full_name: 'Bob', email: 'bob.elsewhere@example.com', avatar: null, user: null },
      ]);
    }
    expect((await post('asana/list_users', { ...asana, project: projects.asana })).body).toEqual([
      { id: '71', full_name: 'Ann', avatar: 'https://avatars.example.com/71', user: known() },
      { id: '72', full_name: 'Bob', avatar: null },
      { id: '73', full_name: 'Carl', avatar: null },
    ]);
  });
});

describe('an outside system that fails', () => {
  const failures: [string, StubAnswer | null][] = [
    ['refuses the token', { status: 401, body: {} }],
    ['forbids it', { status: 403, body: {} }],
    ['knows no such thing', { status: 404, body: {} }],
    ['talks nonsense', { status: 200, body: '<html>' }],
  ];

  it.each(failures)('and %s is answered for as each importer does', async (_name, answer) => {
    const messages: Record<string, unknown> = {};
    for (const system of systems) {
      const stub: Stub = outside[system];
      stub.instead.push(answer);
      const { status, body } = await post(`${system}/list_projects`, access()[system]);
      messages[system] = [status, body._error_message];
      stub.instead.length = 0;
    }
    const passed = [401, 403, 404].includes(answer?.status ?? 0);
    expect(messages).toMatchObject({
      github: [400, 'Third party service failing'],
      trello: passed ? [answer?.status, expect.any(String)] : [400, 'Third party service failing'],
      jira: [400, 'Third party service failing'],
      asana: [400, passed ? 'Invalid Asana API request' : 'Failed to make the request to Asana API'],
    });
  });

  it('by not listing users is said to be too new, of Jira', async () => {
    outside.jira.instead.push({ status: 404 }, { status: 404 });
    const { status, body } = await post('jira/list_users', { ...access().jira, project: '7' });
    expect([status, body._error_message]).toEqual([400, 'Users are listed of Jira servers before version 8.6 only']);
    outside.jira.instead.length = 0;
  });

  it('only for a moment is asked again', async () => {
    outside.github.instead.push({ status: 502 }, null);
    expect((await post('github/list_users', { token: githubToken, project: projects.github })).status).toBe(200);
  });

  it.each<StubAnswer>([
    { status: 429, headers: { 'retry-after': '1' } },
    { status: 403, headers: { 'retry-after': '0.1' } },
    { status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1' } },
  ])('by a limit of rates is waited for: %j', async (answer) => {
    outside.github.instead.push(answer);
    const before = outside.github.requests.length;
    const { status, body } = await post<unknown[]>('github/list_projects', { token: githubToken });
    expect([status, body.length]).toEqual([200, 101]);
    expect(outside.github.requests.length - before).toBe(3);
  });

  it('by a limit that lasts longer than a request may wait is given up', async () => {
    outside.github.instead.push({ status: 429, headers: { 'retry-after': '3600' } });
    expect((await post('github/list_projects', { token: githubToken })).status).toBe(400);
  });
});

describe('a Jira server at a private address', () => {
  it(
    'is never asked unless a setting allows it',
    async () => {
      const other = await startOutside({ LARCH_JIRA_ALLOW_PRIVATE: 'off' });
      try {
        const url = other.jira.origin;
        const answers = await Promise.all([
          other.here.send('GET', `/importers/jira/auth_url?url=${encodeURIComponent(url)}`, undefined, other.ann),
          other.here.send('POST', '/importers/jira/list_projects', { token: jiraToken, url }, other.ann),
          other.here.send('POST', '/importers/jira/list_users', { token: jiraToken, url, project: '1' }, other.ann),
        ]);
        expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
        expect(other.jira.requests).toEqual([]);
      } finally {
        await other.stop();
      }
    },
    startLimit,
  );
});
