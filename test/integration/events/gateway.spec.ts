import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocket } from 'ws';
import type { ProjectContext } from '../../../lib/contracts/project-context';
import type { UserCard } from '../../../lib/contracts/user-card';
import { EventsGateway } from '../../../services/events/gateway';
import { limits } from '../../../services/events/limits';

type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** What members of the project may do now. */
let permissions: string[];
let server: Server;
let gateway: EventsGateway;
const open = new Set<WebSocket>();

const cards = <Card>(cardOf: (id: number) => Card | null) => ({
  one: (id: number) => Promise.resolve(cardOf(id)),
  many: (ids: Iterable<number>) =>
    Promise.resolve(new Map([...ids].flatMap((id): [number, Card][] => (cardOf(id) === null ? [] : [[id, cardOf(id) as Card]])))),
  peek: () => undefined,
});

const userCard = (id: number) => ({ id, is_active: id !== 9, is_system: false, is_superuser: false }) as UserCard;
const context = () =>
  ({
    ...{ id: 1, owner: 99, anon_permissions: [], public_permissions: [] },
    members: [{ membership: 1, user: 7, role: 1, is_admin: false }],
    roles: [{ id: 1, permissions }],
  }) as unknown as ProjectContext;

beforeEach(async () => {
  permissions = ['view_project', 'view_us'];
  const upgradeHandlers = new Map<string, Upgrade>();
  gateway = new EventsGateway(
    {
      upgradeHandlers,
      config: { server: { host: '127.0.0.1', eventsPort: 0 } },
      log: { warn: () => undefined },
      caches: { users: cards(userCard), projects: cards((id) => (id === 1 ? context() : null)) },
      tokens: {
        sign: () => Promise.reject(new Error('not here')),
        verify: (token) => Promise.resolve(Number(token) > 0 ? { userId: Number(token), jti: '', expires: 0 } : null),
      },
    },
    { ...limits, subscriptions: 3, commands: 20 },
  );
  await gateway.start();
  server = createServer().listen(0, '127.0.0.1');
  server.on('upgrade', (request, socket, head) => upgradeHandlers.get('/events')?.(request, socket, head));
  await once(server, 'listening');
});

afterEach(async () => {
  for (const socket of open) socket.terminate();
  open.clear();
  await gateway.stop();
  server.close();
});

async function connect() {
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/events`);
  open.add(socket);
  const frames: Record<string, unknown>[] = [];
  socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString()) as Record<string, unknown>));
  await once(socket, 'open');
  const send = (command: unknown) => socket.send(typeof command === 'string' ? command : JSON.stringify(command));
  /** Everything sent before has been obeyed once the answer to a ping is there. */
  const settle = async () => {
    const answered = once(socket, 'message');
    send({ cmd: 'ping' });
    await answered;
    return frames.filter(({ cmd }) => cmd !== 'pong');
  };
  const subscribe = async (user: number, key: string, options?: object) => {
    send({ cmd: 'auth', data: { token: String(user), sessionId: `session ${user}` } });
    send({ cmd: 'subscribe', routing_key: key, options });
    await settle();
  };
  return { socket, send, settle, subscribe };
}

const push = async (key: string, session: string | null = null) => {
  gateway.deliver([{ key, session, data: { type: 'change', pk: 5 } }]);
  await new Promise((resolve) => setTimeout(resolve, 20));
};
const stories = 'changes.project.1.userstories';

describe('live events', () => {
  it('reach who may see them, and only them', async () => {
    const [member, stranger, inactive] = [await connect(), await connect(), await connect()];
    await member.subscribe(7, 'changes.project.1.*');
    await stranger.subscribe(8, '#');
    await inactive.subscribe(9, '#');
    await push(stories);
    await push('changes.project.1.tasks');
    await push('web_notifications.7');
    const frame = { routing_key: stories, session_id: null, data: { type: 'change', pk: 5 } };
    expect([await member.settle(), await stranger.settle(), await inactive.settle()]).toEqual([[frame], [], []]);
  });

  it('end when the permission is taken away', async () => {
    const member = await connect();
    await member.subscribe(7, stories);
    permissions = ['view_project'];
    await push(stories);
    expect(await member.settle()).toEqual([]);
  });

  it('aren’t echoed to the session that caused them, unless it asks for that', async () => {
    const [plain, echo] = [await connect(), await connect()];
    await plain.subscribe(7, stories);
    await echo.subscribe(7, stories, { selfNotification: true });
    await push(stories, 'session 7');
    expect([(await plain.settle()).length, (await echo.settle()).length]).toEqual([0, 1]);
  });

  it('go to one’s own notifications only', async () => {
    const thief = await connect();
    await thief.subscribe(8, 'live_notifications.7');
    await thief.subscribe(8, 'web_notifications.7');
    await push('live_notifications.7');
    await push('web_notifications.7');
    await push('live_notifications.8');
    expect((await thief.settle()).map(({ routing_key }) => routing_key)).toEqual(['live_notifications.8']);
  });

  it('ignore what isn’t a command', async () => {
    const client = await connect();
    for (const nonsense of ['{', '[]', 'null', '"x"', '{"cmd":7}', '{"cmd":"auth"}', '{"cmd":"subscribe"}']) client.send(nonsense);
    expect(await client.settle()).toEqual([]);
  });

  it.each([
    ['too large messages', 1009, (send: (command: unknown) => void) => send('x'.repeat(20_000))],
    ['too many commands', 1008, (send: (command: unknown) => void) => Array.from({ length: 30 }, () => send({ cmd: 'ping' }))],
  ])('close connections with %s', async (_what, code, misuse) => {
    const { socket, send } = await connect();
    const closed = once(socket, 'close');
    misuse(send);
    expect((await closed)[0]).toBe(code);
  });
});
