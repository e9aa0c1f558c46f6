import { unzipSync } from 'fflate';
import sharp from 'sharp';
import type { ProjectContext } from '../../../lib/contracts/project-context';
import { plainBitmap, plainPhotoshop } from '../../support/pictures';
import { password, startInstallation, type Installation, type Person } from './support';

const role = (id: number, permissions: string[]) => ({
  id,
  name: `Role ${id}`,
  slug: `role-${id}`,
  order: id,
  computable: true,
  permissions,
});

/** Project 1 is private with alice (1) and bob; project 2 is open to everybody with alice alone. */
const project = (id: number, values: Partial<ProjectContext>): ProjectContext =>
  ({
    id,
    name: `Project ${id}`,
    slug: `p-${id}`,
    is_private: false,
    blocked_code: null,
    anon_permissions: [],
    public_permissions: [],
    roles: [],
    members: [],
    tags_colors: [],
    settings: {},
    ...values,
  }) as unknown as ProjectContext;

let here: Installation;
let alice: Person;
let bob: Person;
let stranger: Person;
let projects: ProjectContext[] = [];
const calls: string[] = [];

const membershipsOf = (user: number) =>
  projects.flatMap(({ id, members }) =>
    members
      .filter((one) => one.user === user)
      .map(({ membership, role, is_admin }) => ({ membership, project: id, role, permissions: [], is_admin, user_order: 0 })),
  );

beforeAll(async () => {
  here = await startInstallation({
    'projects.contexts': ({ ids }) => projects.filter(({ id }) => ids.includes(id)),
    'projects.visible': ({ user }) =>
      projects.filter((one) => one.anon_permissions.length > 0 || one.members.some((member) => member.user === user)).map(({ id }) => id),
    'projects.blockOwnedBy': ({ user }) => void calls.push(`block ${user}`),
    'projects.ownedCounts': ({ users }) => users.map((user) => ({ user, private: 1, public: 2 })),
    'memberships.roleNames': ({ users }) => users.map((user) => ({ user, roles: ['Zed', 'Back'] })),
    'memberships.usersOf': (query) =>
      projects.filter(({ id }) => query.projects.includes(id)).flatMap(({ members }) => members.map(({ user }) => user)),
    'memberships.ofUsers': ({ users }) => users.map((id) => ({ id, memberships: membershipsOf(id) })),
    'memberships.removeUser': ({ user }) => void calls.push(`remove ${user}`),
    'memberships.renamed': ({ user }) => void calls.push(`renamed ${user}`),
    'backlog.closedStoriesOf': (query) => query.projects.length * 10,
  });
  [alice, bob, stranger] = [await here.register('alice'), await here.register('bob'), await here.register('stranger')];
  const member = (membership: number, person: Person, id: number, is_admin = false) => ({
    membership,
    user: person.id,
    role: id,
    is_admin,
  });
  projects = [
    project(1, {
      is_private: true,
      roles: [role(1, ['view_project']), role(2, [])],
      members: [member(1, alice, 2, true), member(2, bob, 1)],
    }),
    project(2, {
      anon_permissions: ['view_project'],
      public_permissions: ['view_project'],
      roles: [role(3, [])],
      members: [member(3, alice, 3)],
    }),
  ];
});

afterAll(() => here.stop());

const names = (body: unknown) => (body as { username: string }[]).map(({ username }) => username);

describe('profiles', () => {
  it('have private fields for oneself and superusers only', async () => {
    const mine = (await here.send('GET', '/users/me', undefined, alice)).body;
    expect(mine).toMatchObject({ email: 'alice@example.com', roles: ['Back', 'Zed'], total_private_projects: 1, total_public_projects: 2 });
    expect(Object.keys(mine)).not.toEqual(expect.arrayContaining(['password']));
    expect((await here.send('GET', `/users/${alice.id}`, undefined, await here.admin())).body).toEqual(mine);
    for (const viewer of [bob, null]) {
      const seen = (await here.send('GET', `/users/${alice.id}`, undefined, viewer)).body;
      expect([seen.username, seen.email, seen.uuid]).toEqual(['alice', undefined, undefined]);
    }
  });

  it('are listed for those who share a project, and by project', async () => {
    const list = async (query: string, as: Person | null) => names((await here.send('GET', `/users${query}`, undefined, as)).body);
    expect(await list('', bob)).toEqual(['alice', 'bob']);
    expect(await list('', stranger)).toEqual(['alice', 'stranger']);
    expect(await list('', null)).toEqual(['alice']);
    expect(await list('', await here.admin())).toEqual(['admin', 'alice', 'bob', 'stranger']);
    expect(await list('?project=1', bob)).toEqual(['alice', 'bob']);
    expect(await list('?project=1', stranger)).toEqual([]);
    const status = async (query: string, as: Person | null) => (await here.send('GET', `/users${query}`, undefined, as)).status;
    expect([await status('?project=9', bob), await status('?project=9', null), await status('?project=x', bob)]).toEqual([404, 401, 400]);
  });

  it('cost one store operation and no calls to others once they were read', async () => {
    await here.send('GET', '/users/me', undefined, alice);
    const operations: string[] = [];
    const stop = here.node.store.onOperation((collection, operation) => operations.push(`${collection}.${operation}`));
    await here.send('GET', '/users/me', undefined, alice);
    stop();
    expect(operations).toHaveLength(1);
  });

  it('tell statistics and contacts of the projects that the viewer sees', async () => {
    const stats = async (as: Person | null) => (await here.send('GET', `/users/${alice.id}/stats`, undefined, as)).body;
    expect(await stats(bob)).toEqual({
      total_num_projects: 2,
      roles: ['Role 2', 'Role 3'],
      total_num_contacts: 1,
      total_num_closed_userstories: 20,
    });
    expect(await stats(null)).toEqual({
      total_num_projects: 1,
      roles: ['Role 3'],
      total_num_contacts: 0,
      total_num_closed_userstories: 10,
    });
    const contacts = async (query: string) => names((await here.send('GET', `/users/${alice.id}/contacts${query}`, undefined, bob)).body);
    expect([await contacts(''), await contacts('?q=bo'), await contacts('?q=xx'), await contacts('?exclude_project=1')]).toEqual([
      ['bob'],
      ['bob'],
      [],
      [],
    ]);
    expect((await here.send('GET', '/users/999/contacts', undefined, bob)).status).toBe(404);
  });
});

describe('editing an account', () => {
  const patch = (body: unknown, as: Person | null = alice, id = alice.id) => here.send('PATCH', `/users/${id}`, body, as);

  it('is for oneself: others get 403 where they see the account, else 404', async () => {
    expect([(await patch({ bio: 'x' }, null)).status, (await patch({ bio: 'x' }, bob)).status]).toEqual([401, 403]);
    expect([(await patch({ bio: 'x' }, alice, stranger.id)).status, (await patch({ bio: 'x' }, alice, 999)).status]).toEqual([404, 404]);
  });

  it.each([
    ['username', 'BOB'],
    ['username', null],
    ['full_name', '<i>x</i>'],
    ['lang', 'x'.repeat(21)],
    ['color', '#1234567890'],
    ['read_new_terms', false],
    ['bio', { a: 1 }],
  ])('refuses %s %j by field', async (name, value) => {
    const { status, body } = await patch({ [name]: value });
    expect([status, Object.keys(body)]).toEqual([400, [name]]);
  });

  it('as a whole wants name, address and the new terms', async () => {
    const { status, body } = await here.send('PUT', `/users/${alice.id}`, {}, alice);
    expect([status, body.read_new_terms]).toEqual([400, ['Read new terms has to be true']]);
    expect(Object.keys(body).sort()).toEqual(['email', 'read_new_terms', 'username']);
  });

  it('ignores what may not be written', async () => {
    const { status, body } = await patch({
      is_superuser: true,
      is_active: false,
      verified_email: true,
      password: 'x',
      uuid: 'x',
      roles: [],
      id: 5,
    });
    expect([status, body.id, body.is_active, body.verified_email]).toEqual([200, alice.id, true, false]);
  });

  it('reaches those who keep the name at once', async () => {
    await here.node.caches.users.one(alice.id);
    expect((await patch({ full_name: 'Änn O’Neil' })).status).toBe(200);
    expect(here.node.caches.users.peek(alice.id)?.full_name).not.toBe('alice Tester');
    expect(calls).toContain(`renamed ${alice.id}`);
  });

  it('changes the address only once it is confirmed', async () => {
    for (const email of ['nonsense', 'BOB@example.com', 'alice@example.com', 7, ['a@example.com']])
      expect((await patch({ email })).status).toBe(400);
    expect((await patch({ email: 'new@example.com', bio: 'kept' })).body).toMatchObject({ email: 'alice@example.com', bio: 'kept' });
    const token = /change-email\/([\w-]+)/.exec(await here.mail('new@example.com'))?.[1];
    expect((await here.send('POST', '/users/change_email', { email_token: 'x' })).status).toBe(400);
    expect((await here.send('POST', '/users/change_email', { email_token: token }, bob)).status).toBe(204);
    expect((await here.send('POST', '/users/change_email', { email_token: token })).status).toBe(400);
    expect((await here.send('GET', '/users/me', undefined, alice)).body).toMatchObject({ email: 'new@example.com', verified_email: true });
  });

  it('gives the address to one of two who want it at once', async () => {
    const confirm = async (person: Person) => {
      await patch({ email: 'wanted@example.com' }, person, person.id);
      const users = here.node.store.collection<{ id: number; email_token: string }>('users');
      return (await users.findById(person.id))?.email_token;
    };
    const tokens = [await confirm(bob), await confirm(stranger)];
    const answers = await Promise.all(tokens.map((token) => here.send('POST', '/users/change_email', { email_token: token })));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400]);
  });
});

describe('a password', () => {
  it('is recovered by a token that works once and is kept as a hash', async () => {
    const carol = await here.register('carol');
    expect((await here.send('POST', '/users/password_recovery', { username: 'CAROL' })).status).toBe(200);
    const mail = await here.mail('carol@example.com', /recovery/);
    const token = /change-password\/([\w-]+)/.exec(mail)?.[1] ?? '';
    expect(JSON.stringify(await here.node.store.collection('users').findById(carol.id))).not.toContain(token);
    const change = (values: object) => here.send('POST', '/users/change_password_from_recovery', values);
    expect((await change({ token, password: '12345' })).body).toEqual({ password: [expect.any(String)] });
    const answers = await Promise.all([change({ token, password: 'Other-12345' }), change({ token, password: 'Other-67890' })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400]);
    for (const username of [undefined, '', 'nobody', ['carol']]) {
      expect((await here.send('POST', '/users/password_recovery', { username })).status).toBe(400);
    }
  });
});

describe('an avatar', () => {
  const upload = (content: Buffer | string, name = 'me.png', field = 'avatar') => {
    const form = new FormData();
    form.set(field, new Blob([content], { type: 'image/png' }), name);
    return here.send('POST', '/users/change_avatar', form, alice);
  };

  it('is what can be read as an image, and leaves no files behind', async () => {
    const picture = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#0f0' } })
      .png()
      .toBuffer();
    for (const answer of [
      await upload('not an image'),
      await upload('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      await upload(picture, 'x.png', 'other'),
    ]) {
      expect(answer.status).toBe(400);
    }
    expect((await upload(picture, 'first.gif')).status).toBe(200);
    const { body } = await upload(picture, '../../ünï me.php');
    const path = new URL(String(body.photo)).pathname.replace('/media/', '');
    expect(path).toMatch(/^user\/[0-9a-f/]+\/uni-me-80x80\.png$/);
    const stored: string[] = [];
    for await (const file of here.node.files.list('user')) stored.push(file);
    expect(stored).toHaveLength(3);
    const shown = await fetch(`${here.origin}/media/${path}`);
    expect([shown.status, shown.headers.get('content-type'), shown.headers.get('x-content-type-options')]).toEqual([
      200,
      'image/png',
      'nosniff',
    ]);
    expect((await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).width).toBe(80);
    for (const [name, content] of [
      ['me.bmp', plainBitmap()],
      ['me.psd', plainPhotoshop()],
    ] as const) {
      expect([(await upload(content, name)).status, name]).toEqual([200, name]);
    }
    expect((await fetch(`${here.origin}/media/${path}`)).status).toBe(404);
    const removed = await here.send('POST', '/users/remove_avatar', {}, alice);
    expect(removed.body).toMatchObject({ photo: null, big_photo: null });
    expect((await fetch(`${here.origin}/media/${path}`)).status).toBe(404);
    for (const wrong of ['user/..%2Fx.png', 'user/..%2f..%2flarch.sqlite', 'user/x.html']) {
      expect((await fetch(`${here.origin}/media/${wrong}`)).status).toBe(404);
    }
  });
});

describe('an export', () => {
  it('is an archive of the profile in which no cell is a formula; the one before goes', async () => {
    await here.send('PATCH', `/users/${bob.id}`, { bio: '=1+1' }, bob);
    const urls: string[] = [];
    for (let time = 0; time < 2; time++) urls.push(String((await here.send('POST', '/users/export', {}, bob)).body.url));
    const [old, current] = await Promise.all(urls.map((url) => fetch(here.origin + new URL(url).pathname)));
    expect([old?.status, current?.status, current?.headers.get('content-disposition')]).toEqual([404, 200, 'attachment']);
    const [[name, content] = []] = Object.entries(unzipSync(new Uint8Array((await current?.arrayBuffer()) ?? [])));
    expect(name).toMatch(/^bob-[0-9a-f]{32}-profile\.csv$/);
    expect(Buffer.from(content ?? []).toString()).toMatch(/^username,email,full_name,bio\nbob,.+,bob Tester,'=1\+1\n$/);
    expect((await here.send('POST', '/users/export', {})).status).toBe(401);
  });
});

describe('closing an account', () => {
  it('ends everything that the person had', async () => {
    const dan = await here.register('dan');
    const token = /cancel-account\/([\w.-]+)/.exec(await here.mail('dan@example.com'))?.[1];
    await here.send('POST', '/user-storage', { key: 'a', value: 1 }, dan);
    for (const wrong of [undefined, 'x', dan.token, [token]])
      expect((await here.send('POST', '/users/cancel', { cancel_token: wrong })).status).toBe(400);
    expect((await here.send('POST', '/users/cancel', { cancel_token: token })).status).toBe(204);
    expect((await here.send('POST', '/users/cancel', { cancel_token: token })).status).toBe(400);
    expect(calls).toEqual(expect.arrayContaining([`block ${dan.id}`, `remove ${dan.id}`]));
    expect((await here.send('GET', '/users/me', undefined, dan)).body.code).toBe('user_inactive');
    expect((await here.send('POST', '/auth/refresh', { refresh: dan.refresh })).status).toBe(401);
    const gone = await here.node.store.collection<{ id: number; password: null; email: string }>('users').findById(dan.id);
    expect(gone).toMatchObject({ password: null, full_name: 'Deleted user', is_active: false, is_leaving: false });
    expect(gone?.email).toMatch(/^deleted-user-\d+@taiga\.io$/);
    expect(await here.node.store.collection('user_storage').count({ user: dan.id })).toBe(0);
    expect((await here.register('dan')).id).not.toBe(dan.id);
  });

  it('is for oneself and superusers', async () => {
    const status = async (as: Person | null, id: number) => (await here.send('DELETE', `/users/${id}`, undefined, as)).status;
    expect([await status(null, bob.id), await status(alice, bob.id), await status(stranger, bob.id), await status(alice, 999)]).toEqual([
      401, 403, 404, 404,
    ]);
    expect(await status(await here.admin(), stranger.id)).toBe(204);
    expect((await here.send('POST', '/auth', { type: 'normal', username: 'stranger', password })).status).toBe(401);
  });
});
