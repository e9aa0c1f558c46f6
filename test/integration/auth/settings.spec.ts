import type { ProjectContext } from '../../../lib/contracts/project-context';
import { startInstallation, type Installation, type Person } from './support';

const modules = {
  is_epics_activated: true,
  is_backlog_activated: true,
  is_kanban_activated: false,
  is_wiki_activated: true,
  is_issues_activated: true,
};

const context = (id: number, user: number): ProjectContext => {
  const role = { id: 1, name: 'Back', slug: 'back', order: 1, computable: true, permissions: ['view_us', 'view_issues'] };
  const values = {
    id,
    name: `P${id}`,
    ...modules,
    anon_permissions: [],
    public_permissions: [],
    roles: [role],
    members: [{ membership: id, user, role: 1, is_admin: false }],
  };
  return values as unknown as ProjectContext;
};

let here: Installation;
let alice: Person;
let bob: Person;
let projects: number[] = [];

const membershipsOfAlice = () =>
  projects.map((project) => ({ membership: project, project, role: 1, permissions: [], is_admin: false, user_order: 0 }));

beforeAll(async () => {
  here = await startInstallation({
    'projects.contexts': ({ ids }) => ids.filter((id) => id < 10).map((id) => context(id, alice.id)),
    'memberships.ofUsers': ({ users }) => users.map((id) => ({ id, memberships: id === alice.id ? membershipsOfAlice() : [] })),
  });
  [alice, bob] = [await here.register('alice'), await here.register('bob')];
});

afterAll(() => here.stop());

type Settings = { id: number; project: number; homepage: number; allowed_sections: number[] };

const settings = async (query = '') =>
  (await here.send('GET', `/user-project-settings${query}`, undefined, alice)).body as unknown as Settings[];

describe('settings for projects', () => {
  it('are made once on demand, newest membership first, with the sections that module and role allow', async () => {
    projects = [1, 2];
    const lists = await Promise.all([settings(), settings(), settings()]);
    for (const list of lists) expect(list).toEqual(lists[0]);
    expect(lists[0]?.map(({ project, homepage, allowed_sections: allowed }) => [project, homepage, allowed])).toEqual([
      [2, 1, [1, 3, 5]],
      [1, 1, [1, 3, 5]],
    ]);
    expect((await settings('?project=1')).map(({ project }) => project)).toEqual([1]);
    expect((await here.send('GET', '/user-project-settings?project=x', undefined, alice)).status).toBe(400);
    expect((await here.send('GET', '/user-project-settings')).body).toEqual([]);
  });

  it('can be changed to an allowed section, by their user alone, while the user is in the project', async () => {
    const [first] = await settings();
    const path = `/user-project-settings/${first?.id ?? 0}`;
    const patch = (homepage: unknown, as: Person | null = alice) => here.send('PATCH', path, { homepage, project: 9, user: bob.id }, as);
    for (const wrong of [2, 4, 99, 'x', null, [3]]) expect(Object.keys((await patch(wrong)).body)).toEqual(['homepage']);
    expect((await patch(3)).body).toMatchObject({ homepage: 3, project: 2 });
    expect([(await patch(5, bob)).status, (await patch(5, null)).status]).toEqual([404, 401]);
    expect((await here.node.caches.userHomepages.one(alice.id))?.homepages).toMatchObject({ 2: 3 });
    await here.node.call('auth.removeProject', { project: 2 });
    expect((await patch(5)).status).toBe(404);
  });
});

describe('the user storage', () => {
  const storage = (method: string, key = '', body?: unknown, as: Person | null = alice) =>
    here.send(method, `/user-storage${key}`, body, as);

  it('keeps any JSON value by key, apart for each user', async () => {
    for (const value of [0, '', false, null, [], { a: { b: [1] } }]) {
      const key = `key ${JSON.stringify(value)}`;
      expect((await storage('POST', '', { key, value })).status).toBe(201);
      expect((await storage('GET', `/${encodeURIComponent(key)}`)).body.value).toEqual(value);
    }
    expect((await storage('GET', '/key%200', undefined, bob)).status).toBe(404);
    expect((await storage('GET', '', undefined, null)).body).toEqual([]);
  });

  it('refuses a key that is there, also of requests at once and of renaming', async () => {
    const answers = await Promise.all([1, 2, 3].map((value) => storage('POST', '', { key: 'same', value })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    await storage('POST', '', { key: 'other' });
    expect((await storage('PUT', '/other', { key: 'same' })).status).toBe(400);
    expect((await storage('PUT', '/other', { key: 'renamed', value: 1 })).body).toMatchObject({ key: 'renamed', value: 1 });
    expect((await storage('GET', '/other')).status).toBe(404);
  });

  it.each([{ key: '' }, { key: null }, {}, { key: 'k'.repeat(256) }, { key: ['a'] }])('refuses %j', async (body) => {
    expect(await storage('POST', '', body)).toMatchObject({ status: 400, body: { key: [expect.any(String)] } });
  });
});
