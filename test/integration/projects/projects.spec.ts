import { startInstallation, type Installation, type Person } from '../../support/installation';
import { plainBitmap, plainPhotoshop } from '../../support/pictures';
import { permissionsOf } from '../../../lib/resource/permissions';
import authService from '../../../services/auth/auth.service';
import membershipsService from '../../../services/memberships/memberships.service';
import notificationsService from '../../../services/notifications/notifications.service';
import projectsService from '../../../services/projects/projects.service';

interface Project extends Record<string, unknown> {
  id: number;
  slug: string;
  roles: { id: number; slug: string }[];
  members: unknown[];
}

let here: Installation;
let alice: Person;
let bob: Person;
const removed: string[] = [];
const renamed: unknown[] = [];
const remove = (name: string) => () => void removed.push(name);

beforeAll(async () => {
  here = await startInstallation([authService, projectsService, membershipsService, notificationsService], {
    'backlog.milestonesOf': ({ projects }) =>
      projects.map((project) => ({ id: project * 10, project, slug: 'one', name: 'One', closed: project % 2 === 0 })),
    'backlog.membersLeft': () => undefined,
    'issues.membersLeft': () => undefined,
    'wiki.membersLeft': () => undefined,
    'backlog.rolesChanged': () => undefined,
    'backlog.renameTags': (replacement) => void renamed.push(replacement),
    'issues.renameTags': () => undefined,
    'history.record': () => undefined,
    'backlog.removeProject': remove('backlog'),
    'issues.removeProject': remove('issues'),
    'wiki.removeProject': remove('wiki'),
    'attachments.removeProject': remove('attachments'),
    'history.removeProject': remove('history'),
    'webhooks.removeProject': remove('webhooks'),
  });
  [alice, bob] = (await Promise.all(['alice', 'bob'].map((name) => here.register(name)))) as [Person, Person];
});
afterAll(() => here.stop());

const create = (values: object = {}, as = alice) =>
  here.send<Project>('POST', '/projects', { name: 'Garden', description: 'Grow', ...values }, as);
const get = (id: number, as?: Person) => here.send<Project>('GET', `/projects/${id}`, undefined, as);

describe('access', () => {
  it('is refused with 401 to nobody, and hides what a stranger may not see', async () => {
    const { body } = await create();
    const path = `/projects/${body.id}`;
    const statuses = async (as?: Person) =>
      Promise.all(
        [
          ['GET', path],
          ['PATCH', path, { name: 'Mine' }],
          ['DELETE', path],
          ['POST', `${path}/like`],
          ['GET', `${path}/fans`],
          ['GET', `/projects/by_slug?slug=${body.slug}`],
        ].map(async ([method, url, sent]) => (await here.send(method as string, url as string, sent, as)).status),
      );
    expect(await statuses()).toEqual([401, 401, 401, 401, 401, 401]);
    expect(await statuses(bob)).toEqual([403, 403, 403, 404, 403, 404]);
  });

  it('refuses a creation without login, after its validation', async () => {
    const invalid = await here.send('POST', '/projects', {});
    expect([invalid.status, Object.keys(invalid.body)]).toEqual([400, ['name', 'description']]);
    expect((await here.send('POST', '/projects', { name: 'A', description: 'B' })).status).toBe(401);
  });
});

describe('a new project', () => {
  it('has what its template gives, and its owner as administrator and watcher', async () => {
    const { status, body } = await create({ is_kanban_activated: true, tags: ['Red'], owner: bob.id, transfer_token: 'mine' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      is_kanban_activated: false,
      tags: ['red'],
      i_am_owner: true,
      i_am_admin: true,
      notify_level: 1,
      total_memberships: 1,
      total_watchers: 1,
      transfer_token: null,
      swimlanes: null,
      anon_permissions: [],
    });
    expect(body.us_statuses).toHaveLength(6);
    expect((body.my_permissions as string[]).length).toBe(40);
    expect((await get(body.id, alice)).body).toEqual({ ...body, milestones: expect.any(Array) as unknown });
  });

  it('gets a slug of its own, however many of one name are made at once', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, () => create({ name: 'Twin' })));
    const slugs = made.map(({ body }) => body.slug).sort();
    expect(slugs).toEqual(['twin', 'twin-1', 'twin-2', 'twin-3', 'twin-4', 'twin-5']);
  });

  it('hands out refs without gaps or repetitions', async () => {
    const { body } = await create();
    const firsts = await Promise.all([1, 3, 1].map((count) => here.node.call('projects.takeRefs', { project: body.id, count })));
    expect(firsts.sort((left, right) => left - right)[0]).toBe(1);
    expect(await here.node.call('projects.takeRefs', { project: body.id, count: 1 })).toBe(6);
  });

  it('is refused beyond the limits of its owner, with the numbers in headers', async () => {
    const carol = await here.register('carol');
    await here.node.store.collection('users').updateOne({ id: carol.id }, { set: { max_private_projects: 1 } });
    await here.node.invalidate({ users: [carol.id] });
    expect((await create({}, carol)).status).toBe(201);
    const { status, headers } = await create({}, carol);
    expect([status, headers.get('taiga-info-project-memberships'), headers.get('service-info-project-is-private')]).toEqual([
      400,
      '1',
      'True',
    ]);
    const open = await create({ is_private: false }, carol);
    expect(open.body.is_private_extra_info).toEqual({ can_be_updated: false, reason: 'max_private_projects' });
    expect((await here.send('PATCH', `/projects/${open.body.id}`, { is_private: true }, carol)).status).toBe(400);
  });
});

describe('a change', () => {
  it('of the visibility is seen by the next request, in details, lists and contexts', async () => {
    const { body } = await create({ name: 'Shy' });
    await get(body.id, bob);
    await here.send('PATCH', `/projects/${body.id}`, { is_private: false }, alice);
    expect((await get(body.id)).status).toBe(200);
    const listed = await here.send<Project[]>('GET', '/projects?q=shy', undefined, bob);
    expect(listed.body.map(({ id }) => id)).toEqual([body.id]);
    const context = await here.node.caches.projects.one(body.id);
    expect(context && [...permissionsOf(context, null)]).toHaveLength(8);
  });

  it('cannot name settings of another project, nor feature the project', async () => {
    const [one, other] = [(await create()).body, (await create()).body];
    const wrong = await here.send('PATCH', `/projects/${one.id}`, { default_points: other.default_points }, alice);
    expect([wrong.status, Object.keys(wrong.body)]).toEqual([400, ['default_points']]);
    const { body } = await here.send('PATCH', `/projects/${one.id}`, { is_featured: true, total_fans: 9, default_points: null }, alice);
    expect(body).toMatchObject({ is_featured: false, total_fans: 0, default_points: null });
  });

  it('of a tag is made in the elements too', async () => {
    const { body } = await create();
    await here.send('POST', `/projects/${body.id}/create_tag`, { tag: 'Blue', color: '#00f' }, alice);
    await here.node.call('projects.learnTags', {
      project: body.id,
      tags: [
        ['blue', '#fff'],
        ['new', null],
      ],
    });
    await here.send('POST', `/projects/${body.id}/edit_tag`, { from_tag: 'blue', to_tag: 'Sky' }, alice);
    expect(renamed).toContainEqual({ project: body.id, from: ['blue'], to: 'sky' });
    expect((await here.send('GET', `/projects/${body.id}/tags_colors`, undefined, alice)).body).toEqual({ new: null, sky: '#00f' });
  });

  it('is refused with 451 in the projects of a closed account', async () => {
    const dave = await here.register('dave');
    const { body } = await create({ is_private: false }, dave);
    await here.node.call('projects.blockOwnedBy', { user: dave.id });
    const path = `/projects/${body.id}`;
    const answers = await Promise.all([
      here.send('PATCH', path, { name: 'A' }, dave),
      here.send('POST', `${path}/like`, {}, bob),
      here.send('DELETE', path, undefined, dave),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([451, 451, 451]);
    const found = await here.send<Project[]>('GET', `/projects?discover_mode=true&member=${dave.id}`);
    expect(found.body).toEqual([]);
  });
});

describe('the list of projects', () => {
  it('is that of one member, of any of several, and in one’s own order under both of its names', async () => {
    const [erik, frida] = [await here.register('erik'), await here.register('frida')];
    const [one, two] = [(await create({}, erik)).body.id, (await create({}, erik)).body.id];
    const third = (await create({ is_private: false }, frida)).body.id;
    const listed = async (query: string) =>
      (await here.send<Project[]>('GET', `/projects?${query}`, undefined, erik)).body
        .map(({ id }) => id)
        .sort((left, right) => left - right);
    expect(await listed(`member=${erik.id}`)).toEqual([one, two]);
    expect(await listed(`members=${frida.id}`)).toEqual([third]);
    expect(await listed(`members=${erik.id},${frida.id}`)).toEqual([one, two, third]);
    expect((await here.send('GET', '/projects?members=1,x', undefined, erik)).status).toBe(400);
    await here.send('POST', '/projects/bulk_update_order', [{ project_id: one, order: 0 }], erik);
    for (const name of ['user_order', 'memberships__user_order']) {
      const { body } = await here.send<Project[]>('GET', `/projects?member=${erik.id}&order_by=-${name}`, undefined, erik);
      expect(body.map(({ id }) => id)).toEqual([two, one]);
    }
  });
});

describe('a deletion', () => {
  it('of a template is the operator’s, whether there is such a template or not', async () => {
    const status = async (method: string, path: string, person?: Person) => (await here.send(method, path, {}, person)).status;
    for (const path of ['/project-templates/1', '/project-templates/999999'])
      for (const method of ['PUT', 'PATCH', 'DELETE'])
        expect([method, path, await status(method, path, alice), await status(method, path)]).toEqual([method, path, 403, 401]);
  });

  it('of a template leaves the projects that were made from it without one', async () => {
    const operator = await here.register('operator');
    await here.node.store.collection('users').updateOne({ id: operator.id }, { set: { is_superuser: true } });
    await here.node.invalidate({ users: [operator.id] });
    const template = { name: 'Passing', description: 'x', default_owner_role: 'boss', roles: [{ name: 'Boss', slug: 'boss' }] };
    const made = await here.send<Project>('POST', '/project-templates', template, operator);
    const { body } = await create({ creation_template: made.body.id });
    expect((await here.send('DELETE', `/project-templates/${made.body.id}`, undefined, operator)).status).toBe(204);
    const { body: left } = await get(body.id, alice);
    expect(left).toMatchObject({ creation_template: null });
    expect((await here.send('PUT', `/projects/${body.id}`, left, alice)).status).toBe(200);
  });

  it('takes along everything that other services hold of the project', async () => {
    const { body } = await create();
    expect((await here.send('DELETE', `/projects/${body.id}`, undefined, alice)).status).toBe(204);
    expect(removed.sort()).toEqual(['attachments', 'backlog', 'history', 'issues', 'webhooks', 'wiki']);
    expect((await get(body.id, alice)).status).toBe(404);
    const left = await Promise.all(
      ['points', 'roles', 'memberships', 'us_statuses'].map((name) => here.node.store.collection(name).count({ project: body.id })),
    );
    expect(left).toEqual([0, 0, 0, 0]);
  });
});

describe('due dates', () => {
  it.each([
    ['userstory', 'of a user story', 'have due dates'],
    ['task', 'of a task', 'have task due dates'],
    ['issue', 'of an issue', 'have issue due dates'],
  ])('of %s keep their default, and are made once', async (kind, keep, present) => {
    const { id } = (await create()).body;
    const path = `/${kind}-due-dates`;
    const { body } = await here.send<{ id: number; by_default: boolean }[]>('GET', `${path}?project=${id}`, undefined, alice);
    const standard = body.find(({ by_default }) => by_default)?.id;
    const refused = [
      await here.send('DELETE', `${path}/${standard}`, undefined, alice),
      await here.send('POST', `${path}/create_default`, { project_id: id }, alice),
    ];
    expect(refused.map(({ status }) => status)).toEqual([400, 400]);
    const told = refused.map(({ body: { _error_message: message } }) => String(message));
    expect([told[0]?.endsWith(keep), told[1]?.endsWith(present)]).toEqual([true, true]);
  });
});

describe('a logo', () => {
  const upload = async (name: string, content: Buffer) => {
    const form = new FormData();
    form.set('logo', new Blob([content]), name);
    const { id } = (await create()).body;
    const { status, body } = await here.send<Project>('POST', `/projects/${id}/change_logo`, form, alice);
    return [status, typeof body.logo_small_url, typeof body.logo_big_url];
  };

  it.each([
    ['bitmap.BMP', plainBitmap()],
    ['document.psd', plainPhotoshop()],
    ['named-wrongly.jpeg', plainBitmap()],
  ])('is shown of %s', async (name, content) => {
    expect(await upload(name, content)).toEqual([200, 'string', 'string']);
  });

  it.each(['logo.txt', 'logo.webp', 'png'])('is kept without being shown when it is called %s', async (name) => {
    expect(await upload(name, plainBitmap())).toEqual([200, 'object', 'object']);
  });

  it('is no file that only begins like a picture', async () => {
    expect((await upload('broken.bmp', plainBitmap().subarray(0, 60)))[0]).toBe(400);
  });
});

describe('likes', () => {
  it('count once for each person, whoever repeats them at once', async () => {
    const { body } = await create({ is_private: false });
    await Promise.all(Array.from({ length: 5 }, () => here.send('POST', `/projects/${body.id}/like`, {}, bob)));
    expect((await get(body.id, bob)).body).toMatchObject({ total_fans: 1, total_fans_last_week: 1, is_fan: true });
    expect(await here.node.call('projects.likedBy', { user: bob.id })).toMatchObject([{ project: body.id }]);
  });
});

describe('the cost', () => {
  it('of a list is the same for few and many projects', async () => {
    const erin = await here.register('erin');
    const list = () => here.send<Project[]>('GET', '/projects?page_size=100', undefined, erin);
    const cost = async () => {
      await list();
      return here.operations(list);
    };
    await create({}, erin);
    const few = await cost();
    for (let index = 0; index < 10; index++) await create({ name: `Many ${index}` }, erin);
    expect(await cost()).toBe(few);
  });

  it('of a detail is one look-up, of the project itself, once everything else is in memory', async () => {
    const { body } = await create();
    await get(body.id, alice);
    const { operations } = await here.costs(() => get(body.id, alice));
    expect(operations).toEqual(['projects.findById']);
  });
});
