import { startInstallation, type Installation, type Person } from '../../support/installation';
import authService from '../../../services/auth/auth.service';
import membershipsService from '../../../services/memberships/memberships.service';
import notificationsService from '../../../services/notifications/notifications.service';
import projectsService from '../../../services/projects/projects.service';

interface Project extends Record<string, unknown> {
  id: number;
  roles: { id: number; slug: string; name: string }[];
  members: { id: number; role_name: string }[];
}

let here: Installation;
let alice: Person;
let bob: Person;
let carol: Person;
let project: Project;

beforeAll(async () => {
  here = await startInstallation([authService, projectsService, membershipsService, notificationsService], {
    'backlog.milestonesOf': () => [],
    'backlog.membersLeft': () => undefined,
    'issues.membersLeft': () => undefined,
    'wiki.membersLeft': () => undefined,
    'backlog.rolesChanged': () => undefined,
    'history.record': () => undefined,
  });
  [alice, bob, carol] = (await Promise.all(['alice', 'bob', 'carol'].map((name) => here.register(name)))) as [Person, Person, Person];
  project = (await here.send<Project>('POST', '/projects', { name: 'Given', description: 'Away' }, alice)).body;
  const role = project.roles.find(({ slug }) => slug === 'ux')?.id;
  for (const { email } of [bob, carol]) await here.send('POST', '/memberships', { project: project.id, role, username: email }, alice);
});
afterAll(() => here.stop());

const act = (action: string, body: object, as: Person) => here.send<Project>('POST', `/projects/${project.id}/${action}`, body, as);
const offered = () => {
  const mail = here.mails.filter(({ name }) => name === 'transfer_start').at(-1);
  return mail?.name === 'transfer_start' ? (mail.values.transferUrl.split('/').pop() ?? '') : '';
};

describe('a copy', () => {
  it('has the settings and wanted members of the original, and belongs to who made it', async () => {
    await here.send('PATCH', `/projects/${project.id}`, { default_severity: null }, alice);
    const users = [{ id: alice.id }, { id: carol.id }];
    const { status, body } = await act('duplicate', { name: 'Copy', description: 'Of it', is_private: true, users }, bob);
    expect(status).toBe(201);
    expect(body).toMatchObject({ i_am_owner: true, i_am_admin: true, total_memberships: 3, default_severity: null });
    expect(new Map(body.members.map(({ id, role_name }) => [id, role_name])).get(carol.id)).toBe('UX');
    expect((body.points as unknown[]).length).toBe(12);
  });

  it('is refused with people who are not in the original', async () => {
    const stranger = await here.register('stranger');
    const wrong = await act('duplicate', { name: 'Copy', description: 'Of it', is_private: true, users: [{ id: stranger.id }] }, bob);
    expect(wrong.status).toBe(404);
  });
});

describe('a transfer', () => {
  it('is offered by the owner alone, to a member', async () => {
    expect((await act('transfer_start', { user: carol.id }, bob)).status).toBe(403);
    expect((await act('transfer_start', { user: 999 }, alice)).body).toBe("The user doesn't exist");
    expect((await act('transfer_start', { user: bob.id, reason: 'Tired' }, alice)).status).toBe(200);
    expect(here.mails.at(-1)).toMatchObject({ name: 'transfer_start', to: bob.email, values: { reason: 'Tired' } });
  });

  it('is accepted once, only by whom it was offered to, and makes him an administrator', async () => {
    const token = offered();
    expect((await act('transfer_accept', { token }, carol)).status).toBe(400);
    const answers = await Promise.all([1, 2, 3].map(() => act('transfer_accept', { token }, bob)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const { body } = await here.send('GET', `/projects/${project.id}`, undefined, bob);
    expect(body).toMatchObject({ i_am_owner: true, i_am_admin: true, transfer_token: null });
  });

  it('is withdrawn by a new offer', async () => {
    await act('transfer_start', { user: carol.id }, bob);
    const first = offered();
    await act('transfer_start', { user: carol.id }, bob);
    expect((await act('transfer_validate_token', { token: first }, carol)).status).toBe(400);
    expect((await act('transfer_reject', { token: offered() }, carol)).status).toBe(200);
    expect((await act('transfer_accept', { token: offered() }, carol)).status).toBe(400);
  });
});
