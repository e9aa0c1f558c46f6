import { createHash } from 'node:crypto';
import { connect, type NatsConnection } from 'nats';
import type { Store } from '../../lib/contracts/store';
import { openStore } from '../../lib/store';
import { eventually, startTestCluster, type TestCluster } from '../support/cluster';
import { rounds } from '../support/repetitions';

interface Shown {
  name: string;
  url: string;
  sha1: string;
}

/** Larger than the parts in which files go to S3. */
const file = Buffer.alloc(24 * 1024 * 1024, 'a ship comes in ');
const sha1 = (content: Buffer) => createHash('sha1').update(content).digest('hex');
/** Messages that carry parts of a file are larger than all others. Bytes. */
const largeMessage = 8 * 1024;

let cluster: TestCluster;
let store: Store;
let nats: NatsConnection;
let project: number;

beforeAll(async () => {
  cluster = await startTestCluster(1);
  const { NATS_URL, MONGO_URL = '' } = cluster.servers.environment;
  [store, nats] = [await openStore({ mongoUrl: MONGO_URL }), await connect({ servers: NATS_URL })];
  project = (await send<{ id: number }>('POST', '/projects', { name: 'Harbour', description: 'x' })).body.id;
}, 120_000);
afterAll(async () => {
  await nats?.close();
  await store?.close();
  await cluster?.stop();
}, 60_000);

const send = <Body = Record<string, unknown>>(method: string, path: string, body?: unknown) =>
  cluster.gateways[0].send<Body>(method, path, body, cluster.admin);
const newStory = async () => (await send<{ id: number }>('POST', '/userstories', { project, subject: 'With files' })).body.id;
const list = (story: number) => send<Shown[]>('GET', `/userstories/attachments?project=${project}&object_id=${story}`);

/** @returns the status of the answer; 0 when the connection broke */
async function upload(story: number, name: string): Promise<number> {
  const form = new FormData();
  form.set('project', String(project));
  form.set('object_id', String(story));
  form.set('attached_file', new Blob([file]), name);
  const headers = { authorization: `Bearer ${cluster.admin.token}` };
  const request = fetch(`${cluster.gateways[0].base}/userstories/attachments`, { method: 'POST', headers, body: form });
  return request.then(({ status }) => status).catch(() => 0);
}

/** Resolves when this share of a file has gone from the gateway to the service. */
async function onItsWay(share: number): Promise<void> {
  const messages = nats.subscribe('>');
  await nats.flush();
  let bytes = 0;
  for await (const { data } of messages) {
    if (data.length > largeMessage) bytes += data.length;
    if (bytes >= share * file.length) break;
  }
}

async function killAttachments(): Promise<void> {
  const member = cluster.members.find(({ services }) => services === 'attachments');
  if (!member) throw new Error('attachments doesn’t run');
  await cluster.end(member, 'SIGKILL');
  cluster.restart(member);
}

const recordsOf = (story: number) => store.collection<{ id: number }>('attachments').find({ filter: { object_id: story } });

describe.each(rounds)('an upload that the attachments service is killed in (round %i)', () => {
  it.each([0.1, 0.5, 0.9])(
    'leaves nothing behind that is seen, after %d of the file',
    async (share) => {
      const story = await newStory();
      const middle = onItsWay(share);
      const broken = upload(story, 'broken.txt');
      await middle;
      await killAttachments();
      const isListed = () => list(story);
      const listed = await eventually(isListed, ({ status }) => status === 200, 60_000);
      expect(listed.body).toEqual([]);
      expect([0, 500, 502, 503, 504]).toContain(await broken);
      expect(await recordsOf(story)).toEqual([]);
      expect((await send('GET', `/userstories/${story}`)).body).toMatchObject({ total_attachments: 0, attachments: [] });
      expect((await send('GET', `/history/userstory/${story}`)).body).toEqual([]);

      expect(
        await eventually(
          () => upload(story, 'whole.txt'),
          (status) => status === 201,
        ),
      ).toBe(201);
      const { body } = await list(story);
      expect(body.map(({ name }) => name)).toEqual(['whole.txt']);
      const address = new URL(body[0]?.url ?? '');
      const stored = await fetch(new URL(address.pathname, cluster.gateways[0].base));
      expect(sha1(Buffer.from(await stored.arrayBuffer()))).toBe(sha1(file));
    },
    150_000,
  );
});
