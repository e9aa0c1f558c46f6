import type { ChangeEntry } from '../../../lib/contracts/changes';
import type { Outbox } from '../../../mixins/outbox';
import { present } from '../../../services/attachments/attachment';
import { originOf, type Installation, type Person } from '../../support/installation';
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

async function attach(path: string, object: number): Promise<void> {
  const form = new FormData();
  form.set('project', String(project));
  form.set('object_id', String(object));
  form.set('attached_file', new Blob(['a ship']), 'ship.txt');
  const headers = { authorization: `Bearer ${alice.token}` };
  const { status } = await fetch(`${originOf(here)}/api/v1/${path}/attachments`, { method: 'POST', headers, body: form });
  expect(status).toBe(201);
}

const files = (kind: string, object: number) => here.node.store.collection('attachments').count({ kind, object_id: object, ...present });

/** Sends a DELETE whose process dies once the document is gone, and lets the sweeper find what it left. */
async function deleteAndDie(path: string): Promise<void> {
  const { changes, store } = here.node;
  const remove = changes.remove.bind(changes);
  let collection = '';
  changes.remove = async (name, entry, seen) => {
    await remove(name, entry, seen);
    collection = name;
    throw new Error('dies here');
  };
  expect((await here.send('DELETE', `/${path}`, undefined, alice)).status).toBe(500);
  changes.remove = remove;
  expect(await store.collection(collection).count({ id: Number(path.split('/').pop()) })).toBe(0);
  await store.collection<{ id: string; entry: ChangeEntry }>('tombstones').updateMany({}, { set: { 'entry.at': longAgo } });
  await (changes as Outbox).sweep(collection, here.node.call);
  expect(await store.collection('tombstones').count()).toBe(0);
}

describe('a removal whose process died on the way', () => {
  it('takes the tasks of a story along, and the files of both', async () => {
    const story = await add('userstories', { subject: 'Moor' });
    const task = await add('tasks', { subject: 'Throw the rope', user_story: story.id });
    await attach('userstories', story.id);
    await attach('tasks', task.id);
    expect([await files('userstory', story.id), await files('task', task.id)]).toEqual([1, 1]);
    await deleteAndDie(`userstories/${story.id}`);
    expect((await here.send('GET', `/tasks/${task.id}`, undefined, alice)).status).toBe(404);
    expect([await files('userstory', story.id), await files('task', task.id)]).toEqual([0, 0]);
    const told = { kind: 'userstory', object: story.id, action: 'delete' };
    expect(await here.node.store.collection('history_entries').count(told)).toBe(1);
  });

  it('leaves what a sprint held in none', async () => {
    const sprint = await add('milestones', { name: 'Spring', estimated_start: '2026-03-01', estimated_finish: '2026-03-20' });
    const story = await add('userstories', { subject: 'Sail', milestone: sprint.id });
    const issue = await add('issues', { subject: 'A leak', milestone: sprint.id });
    await deleteAndDie(`milestones/${sprint.id}`);
    expect((await read(`userstories/${story.id}`)).milestone).toBeNull();
    expect((await read(`issues/${issue.id}`)).milestone).toBeNull();
  });

  it('takes an epic off its stories', async () => {
    const [epic, story] = [await add('epics', { subject: 'Voyage' }), await add('userstories', { subject: 'Set out' })];
    const related = await here.send('POST', `/epics/${epic.id}/related_userstories`, { epic: epic.id, user_story: story.id }, alice);
    expect(related.status).toBe(201);
    await deleteAndDie(`epics/${epic.id}`);
    expect((await read(`userstories/${story.id}`)).epics).toBeNull();
  });

  it('forgets what a story was made of', async () => {
    const issue = await add('issues', { subject: 'Lost anchor' });
    const story = await add('userstories', { subject: 'Dive', generated_from_issue: issue.id });
    await deleteAndDie(`issues/${issue.id}`);
    expect((await read(`userstories/${story.id}`)).generated_from_issue).toBeNull();
  });

  it('takes a member who left off what was watched', async () => {
    const roles = (await read(`projects/${project}`)).roles as Body[];
    const member = await add('memberships', { role: roles[0]?.id, username: bob.email });
    const story = await add('userstories', { subject: 'Keep watch' });
    expect((await here.send('POST', `/userstories/${story.id}/watch`, undefined, bob)).status).toBe(200);
    await deleteAndDie(`memberships/${member.id}`);
    expect((await read(`userstories/${story.id}`)).watchers).not.toContain(bob.id);
    expect((await read(`projects/${project}`)).members).toHaveLength(1);
  });
});
