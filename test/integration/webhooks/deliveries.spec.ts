import { randomUUID } from 'node:crypto';
import type { ChangeEntry } from '../../../lib/contracts/changes';
import { startInstallation, type Installation, type Person } from '../../support/installation';
import authService from '../../../services/auth/auth.service';
import membershipsService from '../../../services/memberships/memberships.service';
import notificationsService from '../../../services/notifications/notifications.service';
import projectsService from '../../../services/projects/projects.service';
import { tellWebhooks } from '../../../services/webhooks/consumer';
import { DeliveryLoop } from '../../../services/webhooks/delivery/loop';
import { deliveriesOf, queuesOf } from '../../../services/webhooks/webhook';
import webhooksService from '../../../services/webhooks/webhooks.service';
import { startReceiver, until, type Receiver } from './receiver';

interface Webhook {
  id: number;
  name: string;
  url: string;
  logs_counter: number;
}
interface Log {
  id: number;
  status: number;
  url: string;
  request_data: unknown;
  response_data: string;
}

let here: Installation;
let alice: Person;
let bob: Person;
let project: number;
let receiver: Receiver;

beforeAll(async () => {
  here = await startInstallation(
    [authService, projectsService, membershipsService, notificationsService, webhooksService],
    {
      'backlog.milestonesOf': () => [],
      'backlog.documents': () => [],
      'backlog.elementsByRef': () => [],
      'issues.elementsByRef': () => [],
      'history.record': () => undefined,
    },
    { LARCH_WEBHOOKS_ALLOW_PRIVATE: 'on' },
  );
  [alice, bob] = (await Promise.all(['alice', 'bob'].map((name) => here.register(name)))) as [Person, Person];
});
afterAll(() => here.stop());

beforeEach(async () => {
  receiver = await startReceiver();
  project = (await here.send<{ id: number }>('POST', '/projects', { name: 'Team', description: 'A team' }, alice)).body.id;
});
afterEach(async () => {
  await here.node.call('webhooks.removeProject', { project });
  receiver.close();
});

const create = async (values: object = {}) =>
  (await here.send<Webhook>('POST', '/webhooks', { project, name: 'Sink', url: `${receiver.url}/sink`, key: 'key', ...values }, alice))
    .body;
const get = async (id: number) => (await here.send<Webhook>('GET', `/webhooks/${id}`, undefined, alice)).body;
const logs = async (id: number) => (await here.send<Log[]>('GET', `/webhooklogs?webhook=${id}`, undefined, alice)).body;
const save = (id: number) => here.send('PATCH', `/webhooks/${id}`, { name: 'Sink' }, alice);

let moment = Date.parse('2026-01-01T00:00:00Z');

function change(subject: string, changes: Partial<ChangeEntry> = {}): ChangeEntry {
  const document = { id: 7, ref: 3, project, subject, tags: [], owner: alice.id, watches: [] };
  return {
    ...{ id: randomUUID(), kind: 'issue', object: 7, project, action: 'create', actor: alice.id, version: 1, diff: {}, names: {} },
    ...{ at: new Date(moment++).toISOString(), snapshot: {}, comment: '', hidden: false, sessionId: null, sent: [], related: {}, document },
    ...changes,
  };
}

const tell = (entry: ChangeEntry) => tellWebhooks(entry, { node: here.node, call: here.node.call, facts: null, stream: null });
const subjects = (path = '/sink') => receiver.received.filter((one) => one.path === path).map(({ json }) => json.data.subject);
const waiting = async () => deliveriesOf(here.node.store).count({ project, waiting: true });

describe('deliveries', () => {
  it('reach each receiver once and in order, though changes are told again and several replicas deliver', async () => {
    const { id } = await create();
    const entries = Array.from({ length: 20 }, (_, index) => change(`change ${String(index)}`));
    const others = [new DeliveryLoop(here.node), new DeliveryLoop(here.node)];
    for (const entry of entries) {
      await tell(entry);
      others.forEach((loop) => loop.wake());
    }
    await until(() => receiver.received.length === entries.length);
    for (const entry of entries) await tell(entry);
    await until(async () => (await queuesOf(here.node.store).findById(id))?.due === null);
    await Promise.all(others.map((loop) => loop.stop()));
    expect(subjects()).toEqual(entries.map(({ document }) => document.subject));
    expect((await get(id)).logs_counter).toBe(10);
    expect(await waiting()).toBe(0);
  });

  it('of one moment reach a receiver in the order in which their elements were made', async () => {
    await create();
    receiver.answers.push({ status: 500 });
    await tell(change('first'));
    await until(() => receiver.received.length === 1);
    const at = new Date(moment++).toISOString();
    const made = Array.from({ length: 12 }, (_, index) => change(`made ${String(index + 1)}`, { at, object: index + 1 }));
    const link = change('link', { at, kind: 'milestone', object: 1, version: null });
    for (const entry of [link, ...made.toReversed()]) await tell(entry);
    await save((await deliveriesOf(here.node.store).find({ filter: { project } }))[0]?.webhook ?? 0);
    await until(() => receiver.received.length === 15);
    expect(receiver.received.slice(2).map(({ json }) => json.data.subject ?? 'no story')).toEqual([
      ...made.map(({ document }) => document.subject),
      'no story',
    ]);
  });

  it('are repeated with the same id and body when they fail, before what comes after them', async () => {
    const { id } = await create();
    receiver.answers.push({ status: 500 });
    await tell(change('first'));
    await until(async () => (await logs(id)).length === 1);
    await tell(change('second'));
    expect(subjects()).toEqual(['first']);
    await save(id);
    await until(() => receiver.received.length === 3);
    const [first, again, second] = receiver.received;
    expect(subjects()).toEqual(['first', 'first', 'second']);
    expect([again?.headers['webhook-id'], again?.body]).toEqual([first?.headers['webhook-id'], first?.body]);
    expect(second?.headers['webhook-id']).not.toBe(first?.headers['webhook-id']);
  });

  it('to a slow receiver delay no other', async () => {
    await create({ url: `${receiver.url}/slow`, name: 'A' });
    await create();
    let answer = () => {};
    receiver.answers.push({ status: 200, hold: new Promise<void>((resolve) => (answer = resolve)) });
    for (const subject of ['one', 'two', 'three']) await tell(change(subject));
    // One of the two is held; whichever it is, the other one gets all.
    await until(() => receiver.received.length === 4);
    expect([subjects('/slow').length, subjects().length].sort()).toEqual([1, 3]);
    answer();
    await until(() => receiver.received.length === 6);
    expect(subjects('/slow')).toEqual(subjects());
  });

  it('that a dead replica had in hand are taken over, and those in hand of a living one are not', async () => {
    const { id } = await create();
    const queues = queuesOf(here.node.store);
    await tell(change('first'));
    await until(async () => (await queues.findById(id))?.due === null);
    await queues.updateOne({ id }, { set: { holder: 'somebody else', leased_until: '2999-01-01T00:00:00.000Z' } });
    await tell(change('second'));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(subjects()).toEqual(['first']);
    await queues.updateOne({ id }, { set: { leased_until: '2020-01-01T00:00:00.000Z' } });
    await tell(change('third'));
    await until(() => receiver.received.length === 3);
    expect(subjects()).toEqual(['first', 'second', 'third']);
  });

  it('end when the receiver is gone, with a mail to the administrators, until the webhook is saved', async () => {
    const { id } = await create();
    receiver.answers.push({ status: 410 });
    await tell(change('first'));
    await until(() => here.mails.some(({ name }) => name === 'webhook_disabled'));
    await tell(change('lost'));
    const told = here.mails.filter(({ name }) => name === 'webhook_disabled');
    expect(told).toMatchObject([{ to: alice.email, values: { name: 'Sink', project: 'Team', reason: 'gone' } }]);
    expect(await waiting()).toBe(0);
    await save(id);
    await tell(change('second'));
    await until(() => receiver.received.length === 2);
    expect(subjects()).toEqual(['first', 'second']);
  });

  it('end after a day of failures', async () => {
    const { id } = await create();
    receiver.answers.push({ status: 500 }, { status: 503 });
    await tell(change('first'));
    await until(async () => (await queuesOf(here.node.store).findById(id))?.failures === 1);
    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    await queuesOf(here.node.store).updateOne({ id }, { set: { failing_since: yesterday, due: yesterday } });
    await until(() => here.mails.some((mail) => mail.name === 'webhook_disabled' && mail.values.reason === 'failing'));
    expect(await waiting()).toBe(0);
  });

  it('are not made of hidden changes, of other kinds, or for other projects', async () => {
    await create();
    await tell(change('hidden', { hidden: true }));
    await tell(change('project', { kind: 'project' }));
    await tell(change('elsewhere', { project: project + 1000 }));
    expect(await waiting()).toBe(0);
  });

  it('of a comment and its fate say how it is now', async () => {
    await create();
    const fate = {
      delete_comment_date: '2026-01-01T00:00:00.000Z',
      comment_html: '<p>x</p>',
      comment_versions: null,
      edit_comment_date: null,
    };
    await tell(change('s', { action: 'change', comment: 'a **b**' }));
    await tell({ ...change('s', { action: 'change', comment: 'x' }), ...fate });
    await until(() => receiver.received.length === 2);
    const changes = receiver.received.map(({ json }) => (json as unknown as { change: object }).change);
    expect(changes).toMatchObject([
      { comment: 'a **b**', comment_html: '<p>a <strong>b</strong></p>', delete_comment_date: null, diff: {} },
      { comment: 'x', ...fate },
    ]);
  });
});

describe('tests and repetitions by hand', () => {
  it('answer with their log, follow no redirect and keep ten logs', async () => {
    const { id } = await create();
    receiver.answers.push({ status: 302 });
    const test = () => here.send<Log>('POST', `/webhooks/${id}/test`, undefined, alice);
    expect((await test()).body).toMatchObject({ status: 302, response_data: 'error-in-request: Redirects are not allowed' });
    const taken = (await test()).body;
    expect(taken).toMatchObject({ status: 200, response_data: '{"content": "thanks"}', request_data: { action: 'test', type: 'test' } });
    const again = await here.send<Log>('POST', `/webhooklogs/${taken.id}/resend`, undefined, alice);
    expect(again.body.request_data).toEqual(taken.request_data);
    expect(receiver.received.at(-1)?.body).toBe(receiver.received.at(-2)?.body);
    for (let index = 0; index < 9; index++) await test();
    expect((await logs(id)).length).toBe(10);
    expect((await here.send('GET', `/webhooklogs/${taken.id}`, undefined, alice)).status).toBe(404);
  });

  it('are for administrators of the project', async () => {
    const { id } = await create();
    const log = (await here.send<Log>('POST', `/webhooks/${id}/test`, undefined, alice)).body.id;
    const statuses = (as?: Person) =>
      Promise.all(
        [
          ['GET', `/webhooks/${id}`],
          ['PATCH', `/webhooks/${id}`],
          ['DELETE', `/webhooks/${id}`],
          ['POST', `/webhooks/${id}/test`],
          ['GET', `/webhooklogs/${log}`],
          ['POST', `/webhooklogs/${log}/resend`],
        ].map(
          async ([method, path]) => (await here.send(method as string, path as string, method === 'PATCH' ? {} : undefined, as)).status,
        ),
      );
    expect(await statuses(bob)).toEqual([403, 403, 403, 404, 403, 404]);
    expect(await statuses()).toEqual([401, 401, 401, 401, 401, 401]);
    expect((await here.send('GET', `/webhooklogs?webhook=${id}`, undefined, bob)).body).toEqual([]);
    expect((await here.send('DELETE', `/webhooks/${id}`, undefined, alice)).status).toBe(204);
    expect((await here.send('GET', `/webhooklogs/${log}`, undefined, alice)).status).toBe(404);
  });
});
