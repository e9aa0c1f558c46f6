import { login, startTestCluster, type TestCluster, type TestGateway } from '../support/cluster';

interface Story {
  id: number;
  ref: number;
  version: number;
  subject: string;
}

let cluster: TestCluster;
let project: number;

beforeAll(async () => {
  cluster = await startTestCluster(2);
  project = await newProject('Harbour');
}, 120_000);
afterAll(() => cluster?.stop(), 60_000);

const times = (count: number) => Array.from({ length: count }, (_, index) => index);
/** Requests go to the gateways in turn. */
const gateway = (turn: number) => cluster.gateways[turn % cluster.gateways.length] as TestGateway;

async function asAdmin<Body = { id: number }>(turn: number, method: string, path: string, body?: unknown) {
  return gateway(turn).send<Body>(method, path, body, cluster.admin);
}

async function newProject(name: string): Promise<number> {
  const { status, body } = await asAdmin(0, 'POST', '/projects', { name, description: 'x', is_private: true });
  expect(status).toBe(201);
  return body.id;
}

describe('a cluster with two replicas of each service', () => {
  it('runs every service twice', () => {
    const running = new Map<string, number>();
    for (const { services } of cluster.members) running.set(services, (running.get(services) ?? 0) + 1);
    expect([...new Set(running.values())]).toEqual([2]);
    expect(cluster.gateways).toHaveLength(2);
  });

  it('refuses a token that was taken back for the very next request at any gateway', async () => {
    const wrong: unknown[] = [];
    for (const turn of times(20)) {
      const path = '/personal-access-tokens';
      const made = await asAdmin<{ id: number; token: string }>(turn, 'POST', path, { name: `Token ${turn}`, scopes: ['read'] });
      const ask = () =>
        Promise.all(times(4).map(async (other) => (await gateway(turn + other).send('GET', '/users/me', undefined, made.body)).status));
      const before = await ask();
      expect((await asAdmin(turn, 'DELETE', `${path}/${made.body.id}`)).status).toBe(204);
      const after = await ask();
      if (before.some((status) => status !== 200) || after.some((status) => status !== 401)) wrong.push({ turn, before, after });
    }
    expect(wrong).toEqual([]);
  }, 60_000);

  it('counts a change of permissions for the very next request of any client', async () => {
    const role = (await asAdmin(0, 'POST', '/roles', { project, name: 'Changing', permissions: ['view_project', 'view_us'] })).body.id;
    const facts = { username: 'anna', email: 'anna@example.com', full_name: 'Anna', password: 'Secret-12345' };
    await gateway(0).send('POST', '/auth/register', { type: 'public', accepted_terms: true, ...facts });
    await asAdmin(0, 'POST', '/memberships', { project, role, username: facts.email });
    const anna = await login(gateway(1), 'anna');
    const story = (await asAdmin<Story>(0, 'POST', '/userstories', { project, subject: 'Seen or not' })).body.id;
    const wrong: unknown[] = [];
    for (const turn of times(60)) {
      const permissions = turn % 2 ? ['view_project', 'view_us'] : ['view_project'];
      expect((await asAdmin(turn, 'PATCH', `/roles/${role}`, { permissions })).status).toBe(200);
      const answers = await Promise.all(
        times(4).map((other) => gateway(turn + other).send('GET', `/userstories/${story}`, undefined, anna)),
      );
      const statuses = answers.map(({ status }) => status);
      if (statuses.some((status) => status !== (turn % 2 ? 200 : 403))) wrong.push({ turn, statuses });
    }
    expect(wrong).toEqual([]);
  }, 60_000);

  it('numbers elements without gaps or doubles while both replicas create', async () => {
    const own = await newProject('Numbers');
    const made = await Promise.all(
      times(60).map((turn) => asAdmin<Story>(turn, 'POST', '/userstories', { project: own, subject: `Story ${turn}` })),
    );
    const bulk = await Promise.all(
      times(4).map((turn) =>
        asAdmin<Story[]>(turn, 'POST', '/userstories/bulk_create', {
          project_id: own,
          bulk_stories: times(5)
            .map((n) => `Line ${n}`)
            .join('\n'),
        }),
      ),
    );
    expect([...new Set([...made, ...bulk].map(({ status }) => status))].sort()).toEqual([200, 201]);
    const stories = [...made.map(({ body }) => body), ...bulk.flatMap(({ body }) => body)];
    expect(stories.map(({ ref }) => ref).sort((left, right) => left - right)).toEqual(times(80).map((index) => index + 1));
    expect(new Set(stories.map(({ id }) => id)).size).toBe(80);
  }, 60_000);

  it('lets exactly one of 50 clients win that change one attribute from the same version', async () => {
    const { body } = await asAdmin<Story>(0, 'POST', '/userstories', { project, subject: 'Raced' });
    const tries = times(50).map((turn) => asAdmin<Story>(turn, 'PATCH', `/userstories/${body.id}`, { subject: `Try ${turn}`, version: 1 }));
    const answers = await Promise.all(tries);
    const winners = answers.filter(({ status }) => status === 200);
    expect([winners.length, answers.filter(({ status }) => status === 400).length]).toEqual([1, 49]);
    const { body: after } = await asAdmin<Story>(1, 'GET', `/userstories/${body.id}`);
    expect(after).toMatchObject({ version: 2, subject: winners[0]?.body.subject });
  }, 60_000);

  it('makes one account and one project slug of simultaneous equal wishes', async () => {
    const facts = {
      type: 'public',
      accepted_terms: true,
      username: 'twin',
      email: 'twin@example.com',
      full_name: 'Twin',
      password: 'Secret-12345',
    };
    const answers = await Promise.all(times(8).map((turn) => gateway(turn).send('POST', '/auth/register', facts)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400, 400, 400, 400]);
    const projects = await Promise.all(
      times(6).map((turn) => asAdmin<{ slug: string }>(turn, 'POST', '/projects', { name: 'Same name', description: 'x' })),
    );
    expect(new Set(projects.map(({ body }) => body.slug)).size).toBe(6);
  }, 60_000);

  it('accepts a refresh token once, whichever gateways it reaches', async () => {
    for (const _ of times(5)) {
      const { refresh } = await login(gateway(0), 'admin');
      const answers = await Promise.all(times(10).map((turn) => gateway(turn).send('POST', '/auth/refresh', { refresh })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...times(9).map(() => 401)]);
    }
  }, 60_000);
});
