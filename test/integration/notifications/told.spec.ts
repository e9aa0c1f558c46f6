import type { ChangeEntry } from '../../../lib/contracts/changes';
import { queuedMails, type QueuedMail } from '../../../lib/mail/queue';
import type { PushMessage } from '../../../lib/contracts/push';
import { notify, record } from '../../../services/notifications/changes.consumer';
import { webNotificationsOf } from '../../../services/notifications/web/web-notification';
import { allServices } from '../../support/all-services';
import { startInstallation, type Installation, type Person } from '../../support/installation';

interface Element {
  id: number;
  ref: number;
  version: number;
}

interface WebNotification {
  id: number;
  event_type: number;
  user: number;
  read: string | null;
  data: { project: { id: number }; user: { id: number }; obj?: { id: number; content_type: string } };
}

const levels = { involved: 1, all: 2, none: 3 };
const names = ['alice', 'bob', 'carol', 'dave', 'erin'] as const;
type Name = (typeof names)[number];

let here: Installation;
let people: Record<Name, Person>;
let project: { id: number; name: string; slug: string; roles: { id: number; slug: string; permissions: string[] }[] };
const entries: ChangeEntry[] = [];

beforeAll(async () => {
  here = await startInstallation(
    allServices(['api', 'events', 'history']),
    { 'history.record': (recorded) => void entries.push(...recorded.entries) },
    { LARCH_NOTIFY_INTERVAL: '0' },
  );
  const registered = await Promise.all(names.map(async (name) => [name, await here.register(name)] as const));
  people = Object.fromEntries(registered) as Record<Name, Person>;
}, 60_000);
afterAll(() => here?.stop());

/** A private project of alice; the others are members, and hear of what they are involved in. */
beforeEach(async () => {
  project = (await here.send<typeof project>('POST', '/projects', { name: 'Crew', description: 'x', is_private: true }, people.alice)).body;
  await here.send('PATCH', `/projects/${project.id}`, { is_epics_activated: true }, people.alice);
  const role = project.roles.find(({ slug }) => slug === 'back')?.id;
  for (const name of names.slice(1)) await make('memberships', { role, username: people[name].email });
  await listen('alice', levels.involved);
  entries.length = 0;
});

async function make<Body = Element>(path: string, values: object, by: Name = 'alice'): Promise<Body> {
  const answer = await here.send<Body>('POST', `/${path}`, { project: project.id, ...values }, people[by]);
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}

async function edit(path: string, { id, version }: Element, values: object, by: Name = 'alice'): Promise<Element> {
  const answer = await here.send<Element>('PATCH', `/${path}/${id}`, { ...values, version }, people[by]);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
}

/** Chooses what a person hears of in the project. */
async function listen(name: Name, notify_level: number, web_notify_level = true): Promise<void> {
  const { body } = await here.send<{ id: number; project: number }[]>('GET', '/notify-policies', undefined, people[name]);
  const policy = body.find((one) => one.project === project.id);
  const { status } = await here.send('PATCH', `/notify-policies/${policy?.id}`, { notify_level, web_notify_level }, people[name]);
  expect(status).toBe(200);
}

/** Brings the last change to its readers. @returns who is owed a mail about it */
async function told(): Promise<Name[]> {
  const entry = entries.at(-1);
  if (!entry) throw new Error('nothing was recorded');
  await notify(entry, { node: here.node, call: here.node.call });
  const mails = await here.node.store.collection<QueuedMail>(queuedMails.name).find({});
  const readers = new Set(mails.filter(({ id }) => id.startsWith(`${entry.id}:`)).map(({ id }) => Number(id.split(':').at(-1))));
  return names.filter((name) => readers.has(people[name].id));
}

describe('a mail about a change', () => {
  it.each([
    ['userstories', { subject: 'Sail' }],
    ['tasks', { subject: 'Knot' }],
    ['issues', { subject: 'Leak' }],
    ['epics', { subject: 'Voyage' }],
    ['wiki', { slug: 'log', content: 'calm' }],
  ])('of %s goes to who hears of all, and to nobody who is not involved', async (path, values) => {
    await listen('bob', levels.all);
    await listen('carol', levels.none);
    await make(path, values);
    expect(await told()).toEqual(['bob']);
  });

  it('goes to owner, assigned person and watchers unless they want none, and never to its author', async () => {
    const issue = await make('issues', { subject: 'Leak', assigned_to: people.bob.id, watchers: [people.carol.id, people.dave.id] });
    await listen('dave', levels.none);
    await edit('issues', issue, { subject: 'Leaks' }, 'erin');
    expect(await told()).toEqual(['alice', 'bob', 'carol']);
    await edit('issues', { ...issue, version: 2 }, { subject: 'A leak' }, 'bob');
    expect(await told()).toEqual(['alice', 'carol']);
  });

  it.each(['tasks', 'issues', 'epics'])('of %s goes to who was assigned before and who is now', async (path) => {
    const element = await make(path, { subject: 'Work', assigned_to: people.bob.id });
    await edit(path, element, { assigned_to: people.carol.id });
    expect(await told()).toEqual(['bob', 'carol']);
  });

  it('goes to nobody who may not see the kind', async () => {
    const { id, permissions } = project.roles.find(({ slug }) => slug === 'back') ?? { id: 0, permissions: [] };
    const issue = await make('issues', { subject: 'Leak', assigned_to: people.bob.id });
    const without = permissions.filter((permission) => permission !== 'view_issues');
    expect((await here.send('PATCH', `/roles/${id}`, { permissions: without }, people.alice)).status).toBe(200);
    await edit('issues', issue, { subject: 'Leaks' });
    expect(await told()).toEqual([]);
  });

  it('goes to nobody when only an order changed', async () => {
    await listen('bob', levels.all);
    const task = await make('tasks', { subject: 'Knot' });
    await edit('tasks', task, { us_order: 9 });
    expect(entries.at(-1)?.hidden).toBe(true);
    expect(await told()).toEqual([]);
  });

  it('goes to members named in a comment or a text, who watch the element from then on', async () => {
    const story = await make('userstories', { subject: 'Sail', description: 'ask @bob' });
    expect(await told()).toEqual(['bob']);
    const commented = await edit('userstories', story, { comment: '@carol and @nobody' }, 'dave');
    expect(await told()).toEqual(['alice', 'bob', 'carol']);
    await edit('userstories', commented, { subject: 'Sail on' }, 'erin');
    expect(await told()).toEqual(['alice', 'bob', 'carol', 'dave']);
  });

  it('is threaded by its headers and begins with project, kind and number', async () => {
    await listen('bob', levels.all);
    const task = await make('tasks', { subject: 'Knot' });
    const entry = entries.at(-1);
    const collection = here.node.store.collection<QueuedMail>(queuedMails.name);
    const sent: unknown[] = [];
    const send = here.node.mailer.send.bind(here.node.mailer);
    // Mails about earlier changes may still be waiting in the queue.
    here.node.mailer.send = (message) => (message.subject.includes('Knot') && sent.push(message), Promise.resolve());
    await told();
    for (let turn = 0; sent.length === 0 && turn < 500; turn += 1) await new Promise((resolve) => setTimeout(resolve, 20));
    here.node.mailer.send = send;
    expect(await collection.count({ id: `${entry?.id}:${people.bob.id}` })).toBe(1);
    const thread = `<${project.slug}/${task.ref}@127.0.0.1>`;
    expect(sent).toEqual([
      expect.objectContaining({
        to: people.bob.email,
        subject: `[Crew] Created the task #${task.ref} "Knot"`,
        headers: expect.objectContaining({ 'In-Reply-To': thread, References: thread }) as object,
      }),
    ]);
  });
});

describe('a notification in the client', () => {
  const list = async (name: Name, query = '') => {
    const { body } = await here.send<{ objects: WebNotification[]; total: number }>(
      'GET',
      `/web-notifications${query}`,
      undefined,
      people[name],
    );
    return body.objects.filter(({ data }) => data.project.id === project.id);
  };
  const types = async (name: Name) => (await list(name)).map(({ event_type: type, data }) => [type, data.obj?.content_type]);
  const flush = () => Promise.all(entries.map((entry) => notify(entry, { node: here.node, call: here.node.call })));

  it.each([
    ['task', 'tasks'],
    ['issue', 'issues'],
    ['epic', 'epics'],
  ])('tells who is assigned a %s by another', async (kind, path) => {
    await make(path, { subject: 'Work', assigned_to: people.bob.id });
    await make(path, { subject: 'Own', assigned_to: people.alice.id });
    await flush();
    expect(await types('bob')).toEqual([[1, kind]]);
    expect(await types('alice')).toEqual([]);
  });

  it('tells those whom an edit adds to the people of a story, once each', async () => {
    const story = await make('userstories', { subject: 'Sail' });
    const shared = await edit('userstories', story, { assigned_users: [people.bob.id] });
    await edit('userstories', shared, { assigned_users: [people.bob.id, people.carol.id] });
    await flush();
    for (const name of ['bob', 'carol'] as const) expect([name, await types(name)]).toEqual([name, [[1, 'userstory']]]);
  });

  it('tells of mentions, comments and being made a watcher, each person the nearest of them', async () => {
    const issue = await make('issues', { subject: 'Leak', description: 'see @bob', watchers: [people.dave.id] });
    const watched = await edit('issues', issue, { watchers: [people.dave.id, people.erin.id] });
    await edit('issues', watched, { comment: 'help, @carol' });
    await flush();
    expect((await types('bob')).map(([type]) => type)).toEqual(expect.arrayContaining([2]));
    expect((await types('carol')).map(([type]) => type)).toEqual([6]);
    expect((await types('dave')).map(([type]) => type)).toEqual([5]);
    expect((await types('erin')).map(([type]) => type)).toEqual([5, 3]);
  });

  it('tells members who were added together, and says nothing of an element', async () => {
    const dora = await here.register(`dora${project.id}`);
    const bulk_memberships = [{ role_id: project.roles[0]?.id, username: dora.email }];
    const added = await here.send('POST', '/memberships/bulk_create', { project_id: project.id, bulk_memberships }, people.alice);
    expect(added.status).toBe(200);
    await flush();
    const { body } = await here.send<{ objects: WebNotification[] }>('GET', '/web-notifications', undefined, dora);
    expect(body.objects).toMatchObject([
      { event_type: 4, user: dora.id, data: { project: { id: project.id }, user: { id: people.alice.id } } },
    ]);
    expect(body.objects[0]?.data).not.toHaveProperty('obj');
  });

  it('is made and pushed once though its change is told twice at the same moment, and holds back no other', async () => {
    for (const name of ['bob', 'carol', 'dave'] as const) await make('tasks', { subject: 'Work', assigned_to: people[name].id });
    await webNotificationsOf(here.node.store).remove({});
    const pushed: PushMessage[] = [];
    const node = { ...here.node, push: (messages: readonly PushMessage[]) => void pushed.push(...messages) };
    const [first, second, third] = entries as [ChangeEntry, ChangeEntry, ChangeEntry];
    const tools = { node, call: here.node.call };
    await Promise.all([record({ entries: [second] }, tools), record({ entries: [first, second, third] }, tools), notify(third, tools)]);
    for (const name of ['bob', 'carol', 'dave'] as const) {
      expect([name, await types(name)]).toEqual([name, [[1, 'task']]]);
      expect(pushed.filter(({ key }) => key === `web_notifications.${people[name].id}`)).toHaveLength(1);
    }
  });

  it('about one change is made though what another one names cannot be looked up', async () => {
    const issue = await make('issues', { subject: 'Leak' });
    await make('tasks', { subject: 'Work', assigned_to: people.bob.id });
    await edit('issues', issue, { comment: 'ask @carol' });
    await webNotificationsOf(here.node.store).remove({});
    const commented = entries.at(-1) as ChangeEntry;
    const odd = { ...commented, comment: null as unknown as string };
    const tools = { node: here.node, call: here.node.call };
    await expect(record({ entries: [odd, ...entries] }, tools)).rejects.toThrow();
    expect([await types('bob'), await types('carol')]).toEqual([[[1, 'task']], [[6, 'issue']]]);
  });

  it('is not made for who wants none', async () => {
    await listen('bob', levels.all, false);
    await make('tasks', { subject: 'Work', assigned_to: people.bob.id });
    await flush();
    expect(await types('bob')).toEqual([]);
  });

  it('is read by its owner alone, one by one or all at once', async () => {
    for (const subject of ['One', 'Two']) await make('tasks', { subject, assigned_to: people.bob.id });
    await flush();
    const [first, second] = await list('bob');
    const path = `/web-notifications/${first?.id}/set-as-read`;
    expect((await here.send('PATCH', path, {}, people.carol)).status).toBe(404);
    expect((await here.send('PATCH', path, {})).status).toBe(401);
    expect(await here.send('PATCH', path, {}, people.bob)).toMatchObject({ status: 200, body: {} });
    expect((await list('bob', '?only_unread=true')).map(({ id }) => id)).toEqual([second?.id]);
    expect((await list('bob')).map(({ id }) => id)).toEqual([second?.id, first?.id]);
    expect((await here.send('POST', '/web-notifications/set-as-read', {}, people.bob)).status).toBe(200);
    expect(await list('bob', '?only_unread=true')).toEqual([]);
  });
});
