import { setTimeout as pause } from 'node:timers/promises';
import { eventually, startTestCluster, type TestCluster, type TestGateway } from '../support/cluster';

let cluster: TestCluster;
let project: number;

beforeAll(async () => {
  cluster = await startTestCluster(2);
  const { status, body } = await send<{ id: number }>(0, 'POST', '/projects', { name: 'Harbour', description: 'x' });
  expect(status).toBe(201);
  project = body.id;
}, 120_000);
afterAll(() => cluster?.stop(), 60_000);

const gateway = (turn: number) => cluster.gateways[turn % cluster.gateways.length] as TestGateway;
const send = <Body = Record<string, unknown>>(turn: number, method: string, path: string, body?: unknown) =>
  gateway(turn).send<Body>(method, path, body, cluster.admin);
const create = (turn: number, subject: string) => send<{ id: number }>(turn, 'POST', '/userstories', { project, subject });
const listStories = (turn: number) => send<{ subject: string }[]>(turn, 'GET', `/userstories?project=${project}`);
const processes = () => cluster.members.map((member) => member.process.pid);

/** Every gateway reads and writes again. */
async function worksAgain(subject: string): Promise<void> {
  for (const turn of [0, 1]) {
    await eventually(
      () => create(turn, subject),
      ({ status }) => status === 201,
    );
    await eventually(
      () => listStories(turn),
      ({ status }) => status === 200,
    );
    await eventually(
      () => gateway(turn).ready(),
      ({ status }) => status === 200,
    );
  }
}

describe('while the store is away', () => {
  it('requests are answered 503, and it works again without a restart once the store is back', async () => {
    const before = processes();
    await create(0, 'Before');
    await cluster.servers.mongo.kill();
    const answers = await Promise.all([create(0, 'Lost'), create(1, 'Lost'), listStories(0), listStories(1)]);
    await eventually(
      () => gateway(0).ready(),
      ({ status, text }) => status === 503 && text.includes('the store is away'),
    );
    await cluster.servers.mongo.restart();
    const statuses = answers.map(({ status }) => status);
    // A defect is known by its line in the log alone.
    const defects = statuses.includes(500)
      ? cluster
          .output()
          .split('\n')
          .filter((line) => line.includes('failed, request'))
      : [];
    expect({ statuses, defects }).toEqual({ statuses: [503, 503, 503, 503], defects: [] });
    expect(answers[0].body).toMatchObject({ _error_message: expect.any(String) as string, _error_type: expect.any(String) as string });
    await worksAgain('After the store');
    const subjects = (await listStories(1)).body.map(({ subject }) => subject);
    expect(subjects).toContain('Before');
    expect(subjects).not.toContain('Lost');
    expect(processes()).toEqual(before);
  }, 120_000);
});

describe('while NATS is away', () => {
  it('requests are answered 503, and it works again without a restart once NATS is back', async () => {
    const before = processes();
    await cluster.servers.nats.kill();
    await eventually(
      () => gateway(0).ready(),
      ({ status, text }) => status === 503 && text.includes('NATS is away'),
    );
    const answers = await Promise.all([create(0, 'Lost'), listStories(1)]);
    await cluster.servers.nats.restart();
    expect(answers.map(({ status }) => status)).toEqual([503, 503]);
    await worksAgain('After NATS');
    expect(processes()).toEqual(before);
  }, 120_000);
});

describe('when a process ends', () => {
  it('gracefully, no request fails, and it goes with code 0', async () => {
    let stopped = false;
    const failed: unknown[] = [];
    let done = 0;
    const client = async (turn: number): Promise<void> => {
      while (!stopped) {
        const answer = done++ % 5 ? await listStories(turn) : await create(turn, 'Under way');
        if (answer.status >= 300) failed.push([answer.status, answer.body]);
        // A server that refuses at once would be asked for ever.
        if (failed.length > 20) stopped = true;
      }
    };
    const clients = [0, 1, 2, 3].map(client);
    await pause(500);
    const codes: (number | null)[] = [];
    for (const services of ['backlog', 'memberships', 'projects']) {
      const member = cluster.members.find((one) => one.services === services && one.replica === 0);
      if (!member) throw new Error(`${services} doesn't run`);
      codes.push(await cluster.end(member, 'SIGTERM'));
      cluster.restart(member);
      await pause(4000);
    }
    stopped = true;
    await Promise.all(clients);
    expect({ failed, codes }).toEqual({ failed: [], codes: [0, 0, 0] });
    expect(done).toBeGreaterThan(100);
  }, 120_000);

  it('a gateway lets what is under way finish and takes nothing more', async () => {
    const [, second] = cluster.gateways as [TestGateway, TestGateway];
    const underWay = Array.from({ length: 20 }, (_, index) => send(1, 'POST', '/userstories', { project, subject: `Last ${index}` }));
    await pause(20);
    const end = cluster.end(second.member, 'SIGTERM');
    const answers = await Promise.allSettled(underWay);
    // Those whose connection wasn't accepted yet are refused, never answered half.
    const statuses = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.status : 'refused'));
    expect(statuses.filter((status) => status !== 201 && status !== 'refused')).toEqual([]);
    expect(statuses).toContain(201);
    expect(await end).toBe(0);
    await expect(listStories(1)).rejects.toThrow();
    expect((await listStories(0)).status).toBe(200);
  }, 60_000);

  it('by kill -9, the other replica goes on and what it left in outboxes is delivered', async () => {
    const { id } = (await create(0, 'Told later')).body;
    const history = cluster.members.filter(({ services }) => services === 'history');
    for (const member of history) await cluster.end(member, 'SIGKILL');
    const edited = await send(0, 'PATCH', `/userstories/${id}`, { version: 1, comment: 'Nobody hears it yet' });
    expect(edited.status).toBe(200);
    for (const member of history) cluster.restart(member);
    const entries = await eventually(
      () => send<unknown[]>(0, 'GET', `/history/userstory/${id}?type=comment`),
      ({ status, body }) => status === 200 && body.length === 1,
      60_000,
    );
    expect(entries.body).toHaveLength(1);
  }, 120_000);
});
