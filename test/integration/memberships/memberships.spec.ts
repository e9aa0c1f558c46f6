import { startInstallation, type Installation, type Neighbours, type Person } from '../../support/installation';
import authService from '../../../services/auth/auth.service';
import membershipsService from '../../../services/memberships/memberships.service';
import notificationsService from '../../../services/notifications/notifications.service';
import projectsService from '../../../services/projects/projects.service';

interface Role {
  id: number;
  slug: string;
  members_count: number;
}

interface Project {
  id: number;
  slug: string;
  roles: Role[];
}

interface Membership {
  id: number;
  user: number | null;
  role: number;
  full_name: string | null;
  user_order: number;
  email?: string | null;
}

let here: Installation;
let alice: Person;
let bob: Person;
let carol: Person;
const changedRoles: number[] = [];

const services = [authService, projectsService, membershipsService, notificationsService];
const neighbours: Neighbours = {
  'backlog.milestonesOf': () => [],
  'backlog.membersLeft': () => undefined,
  'issues.membersLeft': () => undefined,
  'wiki.membersLeft': () => undefined,
  'backlog.rolesChanged': ({ project }) => void changedRoles.push(project),
  'history.record': () => undefined,
};

beforeAll(async () => {
  here = await startInstallation(services, neighbours);
  [alice, bob, carol] = (await Promise.all(['alice', 'bob', 'carol'].map((name) => here.register(name)))) as [Person, Person, Person];
});
afterAll(() => here.stop());

const newProject = async (owner = alice, values: object = {}) => {
  const facts = { name: `Project ${Math.random()}`, description: 'A project', is_private: true, ...values };
  return (await here.send<Project>('POST', '/projects', facts, owner)).body;
};
const roleOf = (project: Project, slug: string) => project.roles.find((role) => role.slug === slug)?.id;
const add = (project: Project, username: string, values: object = {}, by = alice) =>
  here.send<Membership>('POST', '/memberships', { project: project.id, role: roleOf(project, 'ux'), username, ...values }, by);
const list = async (project: Project, as = alice) =>
  (await here.send<Membership[]>('GET', `/memberships?project=${project.id}`, undefined, as)).body;
const tokenFor = (address: string) => {
  const mail = here.mails.find(({ name, to }) => name === 'invitation' && to === address);
  return mail?.name === 'invitation' ? mail.values.invitationUrl.split('/').pop() : undefined;
};

describe('adding somebody', () => {
  it('makes a member of an account, who watches the project and has it first, and tells him by mail', async () => {
    const [first, second] = [await newProject(), await newProject()];
    await add(first, bob.email.toUpperCase());
    const { body } = await add(second, 'bob');
    expect(body).toMatchObject({ user: bob.id, user_order: 0, email: bob.email });
    const [own] = await here.node.call('memberships.ofUsers', { users: [bob.id] });
    expect(own?.memberships.map(({ project }) => project)).toEqual([second.id, first.id]);
    const [watchers] = await here.node.call('notifications.watchers', { projects: [first.id] });
    expect([watchers?.levels[bob.id], watchers?.total_watchers]).toEqual([1, 2]);
    expect(here.mails.filter(({ name, to }) => name === 'membership_added' && to === bob.email)).toHaveLength(2);
  });

  it('happens once, however often it is asked for at the same time', async () => {
    const project = await newProject();
    for (const name of [carol.email, 'new@example.com']) {
      const statuses = (await Promise.all([1, 2, 3, 4].map(() => add(project, name)))).map(({ status }) => status);
      expect(statuses.sort()).toEqual([201, 400, 400, 400]);
    }
    expect(await list(project)).toHaveLength(3);
  });

  it('is open to administrators alone, who must be verified, and tells others nothing about members', async () => {
    const project = await newProject(alice, { is_private: false });
    const answers = [await add(project, alice.email, {}, bob), await add(project, 'nobody', {}, bob)];
    expect(answers.map(({ status }) => status)).toEqual([403, 403]);
    expect((await here.send('POST', '/memberships', { project: project.id, role: roleOf(project, 'ux'), username: 'x' })).status).toBe(401);
  });

  it('has room for 30 unanswered invitations', async () => {
    const project = await newProject();
    const invite = (count: number, prefix: string) =>
      here.send('POST', '/memberships/bulk_create', { project_id: project.id, bulk_memberships: addresses(count, prefix, project) }, alice);
    expect((await invite(30, 'a')).status).toBe(200);
    const refused = await invite(1, 'b');
    expect(refused.status).toBe(400);
    expect(refused.headers.get('taiga-info-project-memberships')).toBe('32');
  });
});

const addresses = (count: number, prefix: string, project: Project) =>
  Array.from({ length: count }, (_, index) => ({ role_id: roleOf(project, 'ux'), username: `${prefix}${index}@example.com` }));

describe('how many memberships one person makes', () => {
  it('is limited by the settings, those of a bulk creation one by one', async () => {
    const limits = { LARCH_THROTTLE_CREATE_MEMBERSHIPS: '3/minute' };
    const limited = await startInstallation(services, neighbours, limits);
    try {
      const dora = await limited.register('dora');
      const { body } = await limited.send<Project>('POST', '/projects', { name: 'Limited', description: 'A project' }, dora);
      const bulk = (count: number, prefix: string) => {
        const sent = { project_id: body.id, bulk_memberships: addresses(count, prefix, body) };
        return limited.send('POST', '/memberships/bulk_create', sent, dora);
      };
      const one = (username: string) =>
        limited.send('POST', '/memberships', { project: body.id, role: roleOf(body, 'ux'), username }, dora);
      const statuses = [await one('a@example.com'), await bulk(3, 'b'), await bulk(2, 'c'), await one('d@example.com')];
      expect(statuses.map(({ status }) => status)).toEqual([201, 429, 200, 429]);
      const listed = await limited.send<Membership[]>('GET', `/memberships?project=${body.id}`, undefined, dora);
      expect(listed.body).toHaveLength(4);
    } finally {
      await limited.stop();
    }
  });
});

describe('an invitation', () => {
  it('is answered once, by whoever has its token', async () => {
    const project = await newProject();
    await add(project, 'guest@example.com', { is_admin: true });
    const token = tokenFor('guest@example.com');
    const shown = await here.send('GET', `/invitations/${token}`);
    expect([shown.status, 'email' in shown.body, 'token' in shown.body]).toEqual([200, false, false]);
    const accept = (person: Person) => here.node.call('memberships.accept', { token: String(token), user: person.id });
    const outcomes = await Promise.allSettled([accept(bob), accept(carol)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const winner = outcomes[0]?.status === 'fulfilled' ? bob : carol;
    await expect(accept(winner)).rejects.toMatchObject({ code: 400 });
    await expect(accept(winner === bob ? carol : bob)).rejects.toMatchObject({ code: 404 });
    expect((await here.send('GET', `/invitations/${token}`)).status).toBe(404);
    expect((await list(project)).map(({ user }) => user)).toEqual([alice.id, winner.id]);
  });
});

describe('a list', () => {
  it('is by name with invitations last, and follows a new name', async () => {
    const project = await newProject();
    for (const name of ['zoe@example.com', carol.email, bob.email, 'ann@example.com']) await add(project, name);
    expect((await list(project)).map(({ full_name, email }) => full_name ?? email)).toEqual([
      'alice Tester',
      'bob Tester',
      'carol Tester',
      'ann@example.com',
      'zoe@example.com',
    ]);
    await here.send('PATCH', `/users/${bob.id}`, { full_name: 'Zed' }, bob);
    expect((await list(project)).map(({ user }) => user).indexOf(bob.id)).toBe(0);
    await here.send('PATCH', `/users/${bob.id}`, { full_name: 'bob Tester' }, bob);
  });

  it('shows addresses to administrators who ask for one project alone', async () => {
    const project = await newProject();
    await add(project, bob.email);
    const shown = async (path: string, as: Person) => {
      const { body } = await here.send<Membership[]>('GET', path, undefined, as);
      return body.some((membership) => 'email' in membership || 'user_email' in membership);
    };
    const path = `/memberships?project=${project.id}`;
    expect([await shown(path, alice), await shown(path, bob), await shown('/memberships', alice)]).toEqual([true, false, false]);
  });

  it('takes the same few operations whatever its length', async () => {
    const project = await newProject();
    const count = () => here.operations(() => here.send('GET', `/memberships?project=${project.id}`, undefined, alice));
    await list(project);
    const few = await count();
    const body = { project_id: project.id, bulk_memberships: addresses(25, 'c', project) };
    await here.send('POST', '/memberships/bulk_create', body, alice);
    await list(project);
    expect([few, await count()]).toEqual([1, 1]);
  });
});

describe('leaving', () => {
  it('is refused to the owner, and to nobody else as long as there are administrators', async () => {
    const project = await newProject();
    const { body: admin } = await add(project, bob.email, { is_admin: true });
    await add(project, carol.email);
    const leave = (person: Person) => here.send('POST', `/projects/${project.id}/leave`, undefined, person);
    expect([(await leave(carol)).status, (await leave(carol)).status, (await leave(alice)).status]).toEqual([200, 404, 403]);
    const [own] = await list(project);
    expect((await here.send('DELETE', `/memberships/${own?.id}`, undefined, bob)).status).toBe(400);
    expect((await here.send('PATCH', `/memberships/${own?.id}`, { is_admin: false }, bob)).body).toEqual({
      is_admin: ['The project owner must be admin.'],
    });
    expect((await here.send('DELETE', `/memberships/${admin.id}`, undefined, alice)).status).toBe(204);
    expect((await here.send('GET', `/projects/${project.id}`, undefined, bob)).status).toBe(403);
  });

  it('hides the policy, which stays', async () => {
    const project = await newProject();
    await add(project, carol.email);
    const policies = async () => {
      const { body } = await here.send<{ project: number; notify_level: number }[]>('GET', '/notify-policies', undefined, carol);
      return body.filter((policy) => policy.project === project.id).map(({ notify_level }) => notify_level);
    };
    expect(await policies()).toEqual([1]);
    await here.send('POST', `/projects/${project.id}/leave`, undefined, carol);
    expect(await policies()).toEqual([]);
    expect(await here.node.call('notifications.projectWatchers', { project: project.id })).toContain(carol.id);
  });
});

describe('roles', () => {
  it('hand their members over, or take them along, and tell the estimations of stories', async () => {
    const project = await newProject();
    await add(project, bob.email);
    await add(project, 'x@example.com');
    const [ux, back] = [roleOf(project, 'ux'), roleOf(project, 'back')];
    changedRoles.length = 0;
    expect((await here.send('DELETE', `/roles/${ux}?moveTo=${back}`, undefined, alice)).status).toBe(204);
    const { body: roles } = await here.send<Role[]>('GET', `/roles?project=${project.id}`, undefined, alice);
    expect(roles.map(({ id, members_count }) => [id, members_count])).toContainEqual([back, 2]);
    expect((await here.send('DELETE', `/roles/${back}`, undefined, alice)).status).toBe(204);
    expect((await list(project)).map(({ user }) => user)).toEqual([alice.id]);
    expect(new Set(changedRoles)).toEqual(new Set([project.id]));
  });

  it("stay as long as they are the owner's", async () => {
    const project = await newProject();
    const own = roleOf(project, 'product-owner');
    expect((await here.send('DELETE', `/roles/${own}`, undefined, alice)).status).toBe(400);
    expect((await here.send('DELETE', `/roles/${own}?moveTo=${own}`, undefined, alice)).status).toBe(404);
    expect(await list(project)).toHaveLength(1);
  });

  it('change what their members may do with the next request', async () => {
    const project = await newProject();
    await add(project, bob.email);
    const look = async () => (await here.send('GET', `/projects/${project.id}`, undefined, bob)).status;
    const before = await look();
    await here.send('PATCH', `/roles/${roleOf(project, 'ux')}`, { permissions: null }, alice);
    expect([before, await look()]).toEqual([200, 403]);
  });
});
