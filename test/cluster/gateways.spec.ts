import { once } from 'node:events';
import { WebSocket } from 'ws';
import { eventually, login, startTestCluster, type TestCluster, type TestGateway } from '../support/cluster';

interface Frame {
  routing_key: string;
  data: { type: string; matches: string; pk: number };
}

let cluster: TestCluster;
const open = new Set<WebSocket>();
const reads = 12;
/** Until a process that was started anew works. Milliseconds. */
const patience = 120_000;

beforeAll(async () => {
  cluster = await startTestCluster(2, { LARCH_THROTTLE_ANON_READ: `${reads}/hour` });
}, 120_000);
afterAll(async () => {
  for (const socket of open) socket.terminate();
  await cluster?.stop();
}, 60_000);

const times = (count: number) => Array.from({ length: count }, (_, index) => index);
/** Requests go to the gateways in turn. */
const gateway = (turn: number) => cluster.gateways[turn % cluster.gateways.length] as TestGateway;

async function asAdmin<Body = { id: number }>(turn: number, method: string, path: string, body?: unknown): Promise<Body> {
  const answer = await gateway(turn).send<Body>(method, path, body, cluster.admin);
  expect([200, 201, 204]).toContain(answer.status);
  return answer.body;
}

async function newUser(username: string) {
  const facts = { username, email: `${username}@example.com`, full_name: username, password: 'Secret-12345' };
  await gateway(0).send('POST', '/auth/register', { type: 'public', accepted_terms: true, ...facts });
  return login(gateway(1), username);
}

async function privateProject(): Promise<{ id: number; roles: { id: number }[] }> {
  return asAdmin(0, 'POST', '/projects', { name: 'Harbour', description: 'x', is_private: true });
}

async function newMember(username: string, { id: project, roles }: { id: number; roles: { id: number }[] }) {
  const user = await newUser(username);
  const membership = await asAdmin(0, 'POST', '/memberships', { project, role: roles[0]?.id, username: `${username}@example.com` });
  return { ...user, membership: membership.id };
}

/** A websocket at one gateway with the frames that it was sent. */
async function listen(turn: number, token: string, key: string) {
  const socket = new WebSocket(gateway(turn).base.replace('http', 'ws').replace('/api/v1', '/events'));
  open.add(socket);
  const frames: Frame[] = [];
  let pongs = 0;
  socket.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString()) as Frame & { cmd?: string };
    if (frame.cmd === 'pong') pongs++;
    else frames.push(frame);
  });
  await once(socket, 'open');
  const send = (command: unknown) => socket.send(JSON.stringify(command));
  send({ cmd: 'auth', data: { token, sessionId: `session of ${turn}` } });
  send({ cmd: 'subscribe', routing_key: key });
  // Commands are obeyed in turn.
  send({ cmd: 'ping' });
  await eventually(
    () => Promise.resolve(pongs),
    (count) => count > 0,
  );
  return frames;
}

const about = (frames: Frame[], pk: number) => frames.filter(({ data }) => data.type === 'create' && data.pk === pk);

describe('several gateways of one cluster', () => {
  it('count what is limited together', async () => {
    const answers = await Promise.all(times(3 * reads).map((turn) => gateway(turn).send('GET', '/locales')));
    const statuses = answers.map(({ status }) => status);
    expect([statuses.filter((status) => status === 200).length, statuses.filter((status) => status === 429).length]).toEqual([
      reads,
      2 * reads,
    ]);
    expect((await gateway(0).send('GET', '/locales')).headers.get('x-throttle-wait-seconds')).toMatch(/^\d+$/);
  }, 60_000);

  it('tell each subscriber once of a change, whichever of them served it', async () => {
    const project = await privateProject();
    const key = `changes.project.${project.id}.userstories`;
    const heard = await Promise.all(times(2).map((turn) => listen(turn, cluster.admin.token, key)));
    for (const turn of times(6)) {
      const { id } = await asAdmin(turn, 'POST', '/userstories', { project: project.id, subject: `Story ${turn}` });
      for (const frames of heard) {
        const mine = await eventually(
          () => Promise.resolve(about(frames, id)),
          (found) => found.length > 0,
        );
        expect(mine).toHaveLength(1);
      }
    }
  }, 60_000);

  it('tell nothing more to who was removed from the project through another one', async () => {
    const project = await privateProject();
    const member = await newMember('leaving', project);
    const key = `changes.project.${project.id}.userstories`;
    const [theirs, ours] = [await listen(0, member.token, key), await listen(0, cluster.admin.token, key)];
    const before = await asAdmin(1, 'POST', '/userstories', { project: project.id, subject: 'Before' });
    await eventually(
      () => Promise.resolve(about(theirs, before.id)),
      (found) => found.length > 0,
    );
    await asAdmin(1, 'DELETE', `/memberships/${member.membership}`);
    const after = await asAdmin(1, 'POST', '/userstories', { project: project.id, subject: 'After' });
    await eventually(
      () => Promise.resolve(about(ours, after.id)),
      (found) => found.length > 0,
    );
    expect(about(theirs, after.id)).toEqual([]);
  }, 60_000);

  it('refuse the tokens of an account as soon as it was cancelled through another one', async () => {
    for (const round of times(10)) {
      const { id, ...user } = await newUser(`cancelled-${round}`);
      expect((await gateway(round).send('GET', '/users/me', undefined, user)).status).toBe(200);
      expect((await gateway(round + 1).send('GET', '/users/me', undefined, user)).status).toBe(200);
      expect((await gateway(round).send('DELETE', `/users/${id}`, undefined, user)).status).toBe(204);
      const answers = await Promise.all(times(2).map((turn) => gateway(turn).send('GET', '/users/me', undefined, user)));
      expect(answers.map(({ status }) => status)).toEqual([401, 401]);
    }
  }, 60_000);

  it('show a client its own write, whichever of them it asks next', async () => {
    const project = await privateProject();
    const { id } = await asAdmin(0, 'POST', '/userstories', { project: project.id, subject: 'First' });
    const wrong: unknown[] = [];
    for (const turn of times(10)) {
      const [subject, name] = [`Subject ${turn}`, `Name ${turn}`];
      await asAdmin(turn, 'PATCH', `/userstories/${id}`, { subject, version: turn + 1 });
      const story = await asAdmin<{ subject: string }>(turn + 1, 'GET', `/userstories/${id}`);
      await asAdmin(turn, 'PATCH', `/projects/${project.id}`, { name });
      const shown = await asAdmin<{ project_extra_info: { name: string } }>(turn + 1, 'GET', `/userstories/${id}`);
      if (story.subject !== subject || shown.project_extra_info.name !== name) wrong.push({ turn, story, shown });
    }
    expect(wrong).toEqual([]);
  }, 60_000);
});

describe('a gateway that has just started', () => {
  it('answers 503 for paths of a service that it has never seen, and 404 for unknown ones once it has seen all', async () => {
    const project = await privateProject();
    const pages = `/wiki?project=${project.id}`;
    const ask = (path: string) => gateway(1).send('GET', path, undefined, cluster.admin);
    const away = cluster.members.filter(({ services }) => services === 'wiki');
    for (const member of away) await cluster.end(member, 'SIGTERM');
    const member = cluster.members.find(({ port }) => port === gateway(1).member.port);
    if (!member) throw new Error('The gateway doesn’t run');
    await cluster.end(member, 'SIGTERM');
    cluster.restart(member);
    const first = await eventually(
      () => ask(pages).catch(() => null),
      (answer) => answer !== null,
      patience,
    );
    expect([first?.status, (await ask('/nonsense')).status]).toEqual([503, 503]);
    for (const one of away) cluster.restart(one);
    const statuses = new Set<number>();
    await eventually(
      async () => statuses.add((await ask(pages)).status),
      (seen) => seen.has(200),
      patience,
    );
    expect([...statuses].filter((status) => status !== 503)).toEqual([200]);
    expect(
      await eventually(
        async () => (await ask('/nonsense')).status,
        (status) => status !== 503,
        patience,
      ),
    ).toBe(404);
  }, 300_000);
});
