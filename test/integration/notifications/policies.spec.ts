import { startInstallation, type Installation, type Person } from '../../support/installation';
import authService from '../../../services/auth/auth.service';
import membershipsService from '../../../services/memberships/memberships.service';
import notificationsService from '../../../services/notifications/notifications.service';
import projectsService from '../../../services/projects/projects.service';

interface Policy {
  id: number;
  project: number;
  notify_level: number;
}

let here: Installation;
let alice: Person;
let bob: Person;
let project: number;

beforeAll(async () => {
  const services = [authService, projectsService, membershipsService, notificationsService];
  here = await startInstallation(services, { 'backlog.milestonesOf': () => [], 'history.record': () => undefined });
  [alice, bob] = (await Promise.all(['alice', 'bob'].map((name) => here.register(name)))) as [Person, Person];
  project = (await here.send<{ id: number }>('POST', '/projects', { name: 'Team', description: 'A team' }, alice)).body.id;
});
afterAll(() => here.stop());

const policies = async (as?: Person) => (await here.send<Policy[]>('GET', '/notify-policies', undefined, as)).body;

describe('policies', () => {
  it('are made for a project without one, once, however often they are asked for at the same time', async () => {
    await here.node.call('notifications.removeProject', { project });
    const lists = await Promise.all([1, 2, 3, 4].map(() => policies(alice)));
    expect(new Set(lists.flat().map(({ id }) => id)).size).toBe(1);
    expect(lists[0]).toMatchObject([{ project, project_name: 'Team', notify_level: 2, live_notify_level: 1, web_notify_level: true }]);
  });

  it('are changed by watching the project, and count those who watch it', async () => {
    await here.node.call('notifications.watchProject', { user: alice.id, project, level: 3 });
    await here.node.call('notifications.watchProject', { user: bob.id, project });
    await here.node.call('notifications.watchProject', { user: alice.id, project });
    expect(await here.node.call('notifications.watchers', { projects: [project, 99] })).toEqual([
      { id: project, levels: { [alice.id]: 3, [bob.id]: 1 }, total_watchers: 1 },
      { id: 99, levels: {}, total_watchers: 0 },
    ]);
    expect((await here.node.call('notifications.watchedProjects', { user: bob.id })).map((watched) => watched.project)).toEqual([project]);
    expect(await here.node.call('notifications.watchedProjects', { user: alice.id })).toEqual([]);
  });

  it('take both levels from whoever begins to watch, and refuse what is none', async () => {
    const { body: open } = await here.send<{ id: number }>(
      'POST',
      '/projects',
      { name: 'Open', description: 'x', is_private: false },
      alice,
    );
    const watch = (body: object) => here.send('POST', `/projects/${open.id}/watch`, body, alice);
    const own = async () => (await policies(alice)).find((policy) => policy.project === open.id);
    expect((await watch({ notify_level: 2, live_notify_level: 3 })).status).toBe(200);
    expect(await own()).toMatchObject({ notify_level: 2, live_notify_level: 3 });
    expect((await watch({})).status).toBe(200);
    expect(await own()).toMatchObject({ notify_level: 1, live_notify_level: 3 });
    const refused = await watch({ notify_level: 2, live_notify_level: 9 });
    expect([refused.status, refused.body]).toEqual([400, { live_notify_level: [expect.stringContaining('9 is not one of')] }]);
    expect(await own()).toMatchObject({ notify_level: 1 });
  });

  it('belong to their users, and to the project for which they were made', async () => {
    const [own] = await policies(alice);
    const path = `/notify-policies/${own?.id}`;
    const edit = { notify_level: 1 };
    const statuses = [
      await here.send('GET', path, undefined, bob),
      await here.send('PATCH', path, edit, bob),
      await here.send('PATCH', path, edit),
    ];
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 401]);
    const { body: other } = await here.send<{ id: number }>('POST', '/projects', { name: 'Other', description: 'Another' }, alice);
    const { body } = await here.send('PATCH', path, { project: other.id, user: bob.id, live_notify_level: '3' }, alice);
    expect(body).toMatchObject({ project, live_notify_level: 3 });
    expect((await here.send('PATCH', path, { notify_level: 7 }, alice)).body).toEqual({
      notify_level: ['Select a valid choice. 7 is not one of the available choices.'],
    });
  });

  it('go back to what they begin with where a PUT says nothing', async () => {
    const [own] = await policies(alice);
    const path = `/notify-policies/${own?.id}`;
    await here.send('PATCH', path, { live_notify_level: 3, web_notify_level: false }, alice);
    const { status, body } = await here.send('PUT', path, { project, notify_level: 2 }, alice);
    expect([status, body]).toEqual([200, expect.objectContaining({ notify_level: 2, live_notify_level: 1, web_notify_level: true })]);
  });
});
