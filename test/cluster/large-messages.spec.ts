import type { ChangeEntry } from '../../lib/contracts/changes';
import { natsOptions } from '../../lib/nats-options';
import { JetStreamChangeStream } from '../../mixins/change-stream/jetstream-stream';
import { eventually, startTestCluster, type TestCluster } from '../support/cluster';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined, debug: () => undefined };
const megabyte = 1024 ** 2;
/** Somewhat more than a megabyte, where a message of NATS holds less. */
const longText = (begin: string) => `${begin} ${'é word '.repeat((1.1 * megabyte) / 8)}`;

let cluster: TestCluster;
let project: number;

const send = <Body>(method: string, path: string, body?: unknown) => cluster.gateways[0].send<Body>(method, path, body, cluster.admin);

beforeAll(async () => {
  cluster = await startTestCluster(1);
  project = (await send<{ id: number }>('POST', '/projects', { name: 'Long texts', description: 'x' })).body.id;
}, 120_000);
afterAll(() => cluster?.stop(), 60_000);

describe('what is too large for one message', () => {
  it('is stored, read back and remembered whole', async () => {
    const content = longText('First');
    const made = await send<{ id: number }>('POST', '/wiki', { project, slug: 'long', content });
    expect(made.status).toBe(201);
    const edited = await send('PATCH', `/wiki/${made.body.id}`, { content: longText('Second'), version: 1 });
    expect(edited.status).toBe(200);
    const { body: page } = await send<{ content: string }>('GET', `/wiki/${made.body.id}`);
    expect(page.content === longText('Second')).toBe(true);
    const { body: entries } = await send<{ diff: { content?: [string, string] } }[]>('GET', `/history/wiki/${made.body.id}`);
    expect(entries.some(({ diff }) => diff.content?.[0] === content && diff.content[1] === longText('Second'))).toBe(true);
  }, 120_000);

  it('is refused clearly when no store can hold it, and nothing of it stays', async () => {
    const { status, body } = await send<{ _error_message?: string }>('POST', '/wiki', {
      project,
      slug: 'longest',
      content: 'x'.repeat(9.9 * megabyte),
    });
    const stored = await send('GET', `/wiki/by_slug?project=${project}&slug=longest`);
    expect([status, typeof body._error_message, stored.status]).toEqual([413, 'string', 404]);
  }, 60_000);

  it('reaches those who follow the stream of changes, and is kept for the operator when they fail', async () => {
    const stream = await JetStreamChangeStream.open(natsOptions(cluster.servers.nats.url, 'test'), log, { replicas: 1, pauses: [0.05] });
    try {
      const seen: number[] = [];
      const comment = longText('Said');
      await stream.consume('large-steady', async (entry) => void seen.push(entry.id === 'large' ? (entry.comment ?? '').length : 0));
      await stream.consume('large-broken', ({ id }) => (id === 'large' ? Promise.reject(new Error('away')) : Promise.resolve()));
      const entry = { id: 'large', kind: 'probe', object: 7, action: 'change', at: new Date().toISOString(), comment };
      await stream.publish(entry as unknown as ChangeEntry);
      await stream.publish(entry as unknown as ChangeEntry);
      const letters = await eventually(
        () => stream.deadLetters('large-broken'),
        ({ length }) => length > 0,
      );
      expect(letters.map((letter) => letter.entry.comment === comment)).toEqual([true]);
      expect(seen.filter((length) => length > 0)).toEqual([comment.length]);
    } finally {
      await stream.close();
    }
  }, 120_000);
});
