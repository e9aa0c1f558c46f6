import { AsyncLocalStorage } from 'node:async_hooks';
import fc from 'fast-check';
import type { ApiRoute } from '../../../services/api/routes';
import { serverOf } from '../../support/installation';
import { hostileBodies, hostileParameters } from './hostile';
import { declaredIn, inOrder, pathIn, paths, queries, RawClient, type RawAnswer } from './requests';
import { makeWorld, userKinds, type UserKind, type World } from './world';

/** More runs find more; the usual number keeps the whole spec under a minute. */
const factor = Number(process.env.ROBUSTNESS_FACTOR ?? 1);
const seed = Number(process.env.ROBUSTNESS_SEED ?? 20300115);

interface Sent {
  user: UserKind;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

const writes = ['insert', 'insertMany', 'updateOne', 'findOneAndUpdate', 'updateMany', 'bulkUpdate', 'remove'] as const;
let world: World;
let client: RawClient;
/** The number of the request that some work belongs to, also of what goes on after its answer. */
const requests = new AsyncLocalStorage<number>();
let lastRequest = 0;
/** What the present request has written. */
let written: string[] = [];

beforeAll(async () => {
  world = await makeWorld();
  client = new RawClient(world.here);
  watchWrites();
}, 60_000);
afterAll(async () => {
  await client.close();
  await world.here.stop();
});

/** Notes the writes of requests that come to something: not those that an index refuses or that find nothing. */
function watchWrites(): void {
  serverOf(world.here).prependListener('request', () => {
    requests.enterWith(++lastRequest);
    written = [];
  });
  type Engine = Record<string, ((...parts: unknown[]) => Promise<unknown>) | undefined>;
  const engine = Object.getPrototypeOf(world.here.node.store.collection('users')) as Engine;
  for (const name of writes) {
    const original = engine[name];
    if (!original) throw new Error(`The store has no ${name}`);
    engine[name] = async function (this: { name: string }, ...parts: unknown[]) {
      const result = await original.apply(this, parts);
      if (result !== 0 && result !== null && requests.getStore() === lastRequest) written.push(`${name} ${this.name}`);
      return result;
    };
  }
}

/** What is wrong with an answer; null when nothing is. */
function faultOf({ status, headers, text }: RawAnswer): string | null {
  if (status >= 500) return `status ${status}: ${world.here.errors.at(-1)}`;
  if (world.here.errors.length > 0) return `logged: ${world.here.errors.join('; ')}`;
  if (status < 400) return null;
  if (written.length > 0) return `refused with ${status}, but written: ${written.join(', ')}`;
  if (text !== '' && !headers['content-type']?.includes('json')) return `no JSON: ${String(headers['content-type'])}`;
  if (!isErrorBody(text)) return `no error body: ${status} ${text.slice(0, 200)}`;
  return /\bat .*\.[jt]s:\d+|node_modules/.test(text) ? `a stack: ${text.slice(0, 300)}` : null;
}

/** An object; some actions answer with a list of such, or with the bare message. */
function isErrorBody(text: string): boolean {
  const body: unknown = text === '' ? {} : JSON.parse(text);
  return (typeof body === 'object' && body !== null) || typeof body === 'string';
}

/** Sends what the generators make, and fails with everything that was found. */
async function bombard(requests: readonly { route: ApiRoute; sent: fc.Arbitrary<Sent>; runs: number }[]): Promise<number> {
  const faults = new Map<string, string>();
  let count = 0;
  for (const { route, sent, runs } of requests) {
    for (const { user, ...one } of fc.sample(sent, { seed, numRuns: runs * factor })) {
      count++;
      world.here.errors.splice(0);
      const fault = faultOf(await client.send({ method: route.method, as: world.people[user], ...one }));
      if (fault !== null) faults.set(`${route.method} ${route.path} ${fault.slice(0, 60)}`, described(route, user, one, fault));
    }
  }
  expect([...faults.values()]).toEqual([]);
  return count;
}

const described = ({ method }: ApiRoute, user: UserKind, { path, body }: Omit<Sent, 'user'>, fault: string) =>
  `${method} ${path.slice(0, 200)} as ${user}, ${String(body).slice(0, 600)}: ${fault}`;

const users = fc.oneof({ weight: 4, arbitrary: fc.constant<UserKind>('owner') }, fc.constantFrom(...userKinds));
const setOrders = fc.constantFrom<Record<string, string>>({}, {}, {}, { 'set-orders': '{"1": "x", "-1": null}' }, { 'set-orders': '[' });
const grounds = () => [world.own, world.foreign];
const sends = ({ method }: ApiRoute) => method !== 'GET' && method !== 'DELETE';

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const multipart = 'multipart/form-data; boundary=x';
const part = (name: string, value: string, more = '') => `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;

/** Bodies that aren't what their type says, or too much of it. */
const malformed: readonly [type: string, body: string | Buffer, statuses?: readonly number[]][] = [
  [json, '{"name": ', [400, 415]],
  [json, '{"name": "\\ud800"}', [400]],
  [json, '{"na\\u0000me": "a\\u0000"}', [400]],
  [json, '['.repeat(5000) + ']'.repeat(5000), [400]],
  [json, Buffer.from('{"name": "caf\xe9"}', 'latin1'), [400]],
  ['application/json; charset=utf-16', Buffer.from('{"name": "x"}', 'utf16le'), [400]],
  [json, `{"name": "${'x'.repeat(2 * 1024 ** 2)}"}`],
  ['application/xml', '<x/>', [415]],
  ['', 'name=x', [415]],
  [form, 'project=abc&subject=%FF%00&bulk_stories=[1&version=&tags=,', [400]],
  [form, 'project=1e9&subject=%&points={"1":2}&version=1.5&order=x&is_private=maybe&permissions=a,b&users=1'],
  [multipart, 'nothing', [400]],
  [multipart, `${part('project', '-1')}${part('subject', 'x')}${part('attached_file', 'x', '; filename="../../a.svg"')}--x--\r\n`],
  ['multipart/form-data', part('project', '1'), [400]],
  [multipart, `${part('project', '1')}${part('na\x18me', 'x')}${part('attached_file', 'x', '; filename="a.txt"')}--x--\r\n`, [400]],
];

describe('whatever is sent', () => {
  it('bodies with wrong values are refused as a whole or taken, never half', async () => {
    const requests = inOrder(world.routes)
      .filter(sends)
      .map((route) => {
        const body = hostileBodies(grounds(), declaredIn(route)).map((value) => JSON.stringify(value));
        return { route, sent: fc.record({ user: users, path: paths(route, grounds()), body, headers: setOrders }), runs: 20 };
      });
    expect(await bombard(requests)).toBeGreaterThan(1000);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  }, 1_200_000);

  it('queries with wrong values are refused or ignored', async () => {
    const requests = world.routes
      .filter(({ method }) => method === 'GET')
      .map((route) => {
        const parts = fc.record({ user: users, path: paths(route, grounds()), query: queries(route) });
        return { route, sent: parts.map(({ user, path, query }) => ({ user, path: `${path}?${query}` })), runs: 20 };
      });
    expect(await bombard(requests)).toBeGreaterThan(1000);
  }, 600_000);

  it('bodies that are not what they are said to be are refused', async () => {
    const wrong: string[] = [];
    for (const route of world.routes.filter((one) => sends(one) && !one.rawBody)) {
      for (const [type, body, statuses] of malformed) {
        world.here.errors.splice(0);
        const as = world.people.owner;
        const answer = await client.send({
          method: route.method,
          path: pathIn(route, world.own),
          as,
          headers: { 'content-type': type },
          body,
        });
        const expected = statuses === undefined || statuses.includes(answer.status);
        const fault = faultOf(answer) ?? (expected ? null : `status ${answer.status}`);
        if (fault !== null) wrong.push(`${route.method} ${route.path} ${type} ${body.toString('latin1').slice(0, 50)}: ${fault}`);
      }
    }
    expect(wrong).toEqual([]);
  }, 600_000);

  it('deletions of anything are answered', async () => {
    const requests = inOrder(world.routes)
      .filter(({ method }) => method === 'DELETE')
      .map((route) => {
        const parts = fc.record({ user: users, path: paths(route, grounds()), moveTo: fc.constantFrom(...hostileParameters) });
        return { route, sent: parts.map(({ user, path, moveTo }) => ({ user, path: `${path}?moveTo=${moveTo}`, body: '{}' })), runs: 6 };
      });
    expect(await bombard(requests)).toBeGreaterThan(100);
  }, 600_000);
});
