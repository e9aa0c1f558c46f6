import { randomUUID } from 'node:crypto';
import type { PendingRemoval } from '../../../lib/contracts/removals';
import type { StoredRemovals } from '../../../mixins/removals';
import type { Installation, Person } from '../../support/installation';
import { longAgo, startHarbour, type Body, type Harbour } from './harbour';

let here: Installation;
let alice: Person;
let bob: Person;
let project: number;
let add: Harbour['add'];
let read: Harbour['read'];

beforeAll(async () => {
  ({ here, alice, bob, project, add, read } = await startHarbour());
}, 60_000);
afterAll(() => here?.stop());

const statusOf = async (path: string) => (await here.send('GET', `/${path}`, undefined, alice)).status;

/** How far the process came that a removal died in. */
const deaths = ['before anything was done', 'once the document was gone'] as const;
type Death = (typeof deaths)[number];

/** Sends a DELETE whose process dies, and lets the sweeper find what it left. */
async function deleteAndDie(path: string, death: Death = deaths[0]): Promise<void> {
  const { removals, store } = here.node;
  const run = removals.run.bind(removals);
  const pending = store.collection<PendingRemoval>('pending_removals');
  removals.run = async (removal) => {
    await pending.insert({ ...removal, id: randomUUID(), at: longAgo });
    if (death === deaths[1]) await store.collection(removal.collection).remove({ id: removal.document.id });
    throw new Error('dies here');
  };
  expect((await here.send('DELETE', `/${path}`, undefined, alice)).status).toBe(500);
  removals.run = run;
  await (removals as StoredRemovals).sweep(here.node.call);
  expect(await pending.count()).toBe(0);
}

describe.each(deaths)('a removal whose process died %s', (death) => {
  it('gives stories the status that takes over, and the project its default', async () => {
    const [old, heir] = [
      await add('userstory-statuses', { name: 'Old' }),
      await add('userstory-statuses', { name: 'Heir', is_closed: true }),
    ];
    await here.send('PATCH', `/projects/${project}`, { default_us_status: old.id }, alice);
    const story = await add('userstories', { subject: 'Moor', status: old.id });
    await deleteAndDie(`userstory-statuses/${old.id}?moveTo=${heir.id}`, death);
    expect(await read(`userstories/${story.id}`)).toMatchObject({ status: heir.id, is_closed: true, version: story.version });
    expect((await read(`projects/${project}`)).default_us_status).toBe(heir.id);
    expect(await statusOf(`userstory-statuses/${old.id}`)).toBe(404);
    await here.send('DELETE', `/userstory-statuses/${heir.id}?moveTo=${(await anyStatus()).id}`, undefined, alice);
  });

  it('gives issues the type that takes over', async () => {
    const [old, heir] = [await add('issue-types', { name: 'Old' }), await add('issue-types', { name: 'Heir' })];
    const issue = await add('issues', { subject: 'A leak', type: old.id });
    await deleteAndDie(`issue-types/${old.id}?moveTo=${heir.id}`, death);
    expect((await read(`issues/${issue.id}`)).type).toBe(heir.id);
    expect(await statusOf(`issue-types/${old.id}`)).toBe(404);
    await here.send(
      'DELETE',
      `/issue-types/${heir.id}?moveTo=${((await read<Body[]>(`issue-types?project=${project}`))[0] as Body).id}`,
      undefined,
      alice,
    );
  });

  it('replaces points', async () => {
    const [old, heir] = [await add('points', { name: 'Old', value: 3 }), await add('points', { name: 'Heir', value: 8 })];
    const { roles } = await read<{ roles: (Body & { computable: boolean })[] }>(`projects/${project}`);
    const role = roles.find(({ computable }) => computable) as Body;
    const story = await add('userstories', { subject: 'Load', points: { [role.id]: old.id } });
    await deleteAndDie(`points/${old.id}?moveTo=${heir.id}`, death);
    expect((await read(`userstories/${story.id}`)).points).toMatchObject({ [role.id]: heir.id });
    await here.send(
      'DELETE',
      `/points/${heir.id}?moveTo=${((await read<Body[]>(`points?project=${project}`))[0] as Body).id}`,
      undefined,
      alice,
    );
  });

  it('puts stories into the swimlane that takes over', async () => {
    const [heir, old] = [await add('swimlanes', { name: `Heir ${death}` }), await add('swimlanes', { name: 'Old' })];
    const story = await add('userstories', { subject: 'Dive', swimlane: old.id });
    await deleteAndDie(`swimlanes/${old.id}?moveTo=${heir.id}`, death);
    expect((await read(`userstories/${story.id}`)).swimlane).toBe(heir.id);
    expect(await statusOf(`swimlanes/${old.id}`)).toBe(404);
  });

  it('takes the values of a custom attribute along', async () => {
    const attribute = await add('userstory-custom-attributes', { name: 'Depth' });
    const story = await add('userstories', { subject: 'Sound' });
    const values = { attributes_values: { [attribute.id]: 'deep' }, version: 1 };
    expect((await here.send('PATCH', `/userstories/custom-attributes-values/${story.id}`, values, alice)).status).toBe(200);
    await deleteAndDie(`userstory-custom-attributes/${attribute.id}`, death);
    expect((await read(`userstories/custom-attributes-values/${story.id}`)).attributes_values).toEqual({});
  });

  it('takes what belongs to a webhook along', async () => {
    const webhook = await add('webhooks', { name: 'Horn', url: 'http://horn.example.com', key: 'secret' });
    const { store } = here.node;
    await store
      .collection<{ id: number; project: number; webhook: number }>('webhook_logs')
      .insert({ id: 100_000 + webhook.id, project, webhook: webhook.id });
    await deleteAndDie(`webhooks/${webhook.id}`, death);
    expect(await statusOf(`webhooks/${webhook.id}`)).toBe(404);
    expect(await store.collection('webhook_logs').count({ webhook: webhook.id })).toBe(0);
  });

  it('takes all of a project along', async () => {
    const other = await add('projects', { name: `Pier ${death}`, description: 'x' });
    const story = await add('userstories', { project: other.id, subject: 'Sail' });
    await deleteAndDie(`projects/${other.id}`, death);
    expect([await statusOf(`projects/${other.id}`), await statusOf(`userstories/${story.id}`)]).toEqual([404, 404]);
    expect(await here.node.store.collection('userstories').count({ project: other.id })).toBe(0);
  });
});

describe('a removed role whose process died', () => {
  const join = async (role: Body) => add('memberships', { role: role.id, username: bob.email });

  it('leaves its members to the role that takes over', async () => {
    const [old, heir] = [await add('roles', { name: 'Mate' }), await add('roles', { name: 'Bosun' })];
    const member = await join(old);
    await deleteAndDie(`roles/${old.id}?moveTo=${heir.id}`);
    expect((await read(`memberships/${member.id}`)).role).toBe(heir.id);
    expect(await statusOf(`roles/${old.id}`)).toBe(404);
    await here.send('DELETE', `/memberships/${member.id}`, undefined, alice);
  });

  it('takes its members along when none takes over', async () => {
    const role = await add('roles', { name: 'Stoker' });
    const member = await join(role);
    await deleteAndDie(`roles/${role.id}`);
    expect([await statusOf(`memberships/${member.id}`), await statusOf(`roles/${role.id}`)]).toEqual([404, 404]);
    expect((await read(`projects/${project}`)).members).toHaveLength(1);
  });
});

const anyStatus = async () => (await read<Body[]>(`userstory-statuses?project=${project}`))[0] as Body;
