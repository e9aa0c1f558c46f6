import authService from '../../../services/auth/auth.service';
import backlogService from '../../../services/backlog/backlog.service';
import issuesService from '../../../services/issues/issues.service';
import membershipsService from '../../../services/memberships/memberships.service';
import notificationsService from '../../../services/notifications/notifications.service';
import projectsService from '../../../services/projects/projects.service';
import { startInstallation, type Installation, type Person } from '../../support/installation';

interface Story extends Record<string, unknown> {
  id: number;
  ref: number;
  version: number;
  kanban_order: number;
  status: number;
}

let here: Installation;
let alice: Person;
let project: number;
let statuses: number[];

beforeAll(async () => {
  here = await startInstallation([authService, projectsService, membershipsService, notificationsService, backlogService, issuesService], {
    'history.record': () => undefined,
  });
  alice = await here.register('alice');
  const { body } = await here.send<{ id: number; us_statuses: { id: number }[] }>(
    'POST',
    '/projects',
    { name: 'Board', description: 'x' },
    alice,
  );
  project = body.id;
  statuses = body.us_statuses.map(({ id }) => id);
});
afterAll(() => here.stop());

const make = async (subject: string) => (await here.send<Story>('POST', '/userstories', { project, subject }, alice)).body;
const read = async (id: number) => (await here.send<Story>('GET', `/userstories/${id}`, undefined, alice)).body;
const edit = (id: number, body: object) => here.send<Story>('PATCH', `/userstories/${id}`, body, alice);
const times = (count: number) => Array.from({ length: count }, (_, index) => index);
const countOf = (answers: { status: number }[], status: number) => answers.filter((answer) => answer.status === status).length;

describe('concurrent edits', () => {
  it('of one attribute from the same version: exactly one of 50 wins', async () => {
    const { id } = await make('Raced');
    const answers = await Promise.all(times(50).map((index) => edit(id, { subject: `Try ${index}`, version: 1 })));
    expect([countOf(answers, 200), countOf(answers, 400)]).toEqual([1, 49]);
    const winner = answers.find(({ status }) => status === 200)?.body;
    expect(await read(id)).toMatchObject({ subject: winner?.subject, version: 2 });
  });

  it('that arrived although the store said otherwise, as after a broken connection, are done once', async () => {
    const { id } = await make('Sent twice');
    const collection = here.node.store.collection.bind(here.node.store);
    const spy = jest.spyOn(here.node.store, 'collection').mockImplementation((name) => {
      const documents = collection(name);
      const updateOne = documents.updateOne.bind(documents);
      jest.spyOn(documents, 'updateOne').mockImplementation(async (filter, update) => {
        const matched = await updateOne(filter, update);
        return update.set?.subject === 'Arrived' ? 0 : matched;
      });
      return documents as never;
    });
    const { status, body } = await edit(id, { subject: 'Arrived', version: 1 });
    spy.mockRestore();
    expect({ status, version: body.version, stored: await read(id) }).toMatchObject({
      status: 200,
      version: 2,
      stored: { subject: 'Arrived', version: 2 },
    });
  });

  it('of different attributes from the same version all land', async () => {
    const { id } = await make('Shared');
    const bodies = [
      { subject: 'New' },
      { description: 'Text' },
      { tags: ['one'] },
      { client_requirement: true },
      { team_requirement: true },
      { status: statuses[1] },
      { due_date: '2099-01-01' },
    ];
    const answers = await Promise.all(bodies.map((body) => edit(id, { ...body, version: 1 })));
    expect(countOf(answers, 200)).toBe(bodies.length);
    const after = await read(id);
    expect(after).toMatchObject({ ...Object.assign({}, ...bodies), tags: [['one', null]], version: 1 + bodies.length });
  });
});

describe('concurrent creation and moves', () => {
  it('numbers elements without gaps or doubles', async () => {
    const before = await make('Last');
    const made = await Promise.all(times(20).map((index) => make(`At once ${index}`)));
    expect(made.map(({ ref }) => ref).sort((left, right) => left - right)).toEqual(times(20).map((index) => before.ref + 1 + index));
  });

  it('loses and doubles no card, and each ends where one of the moves put it', async () => {
    const cards = await Promise.all(times(8).map((index) => make(`Card ${index}`)));
    const ids = cards.map(({ id }) => id);
    const move = (moved: number[], status: number) =>
      here.send(
        'POST',
        '/userstories/bulk_update_kanban_order',
        { project_id: project, status_id: status, bulk_userstories: moved },
        alice,
      );
    const [left, right] = [statuses[1] as number, statuses[2] as number];
    const answers = await Promise.all(ids.flatMap((id) => [move([id], left), move([id], right)]));
    expect(countOf(answers, 200)).toBe(answers.length);
    const after = await Promise.all(ids.map(read));
    expect(after.every(({ status }) => status === left || status === right)).toBe(true);
    expect(after.map(({ version }) => version)).toEqual(ids.map(() => 1));
  });

  it('writes only the cards whose place changes', async () => {
    const cards = await Promise.all(times(5).map((index) => make(`Place ${index}`)));
    const status = statuses[3] as number;
    const move = (body: object) =>
      here.send('POST', '/userstories/bulk_update_kanban_order', { project_id: project, status_id: status, ...body }, alice);
    await move({ bulk_userstories: cards.map(({ id }) => id) });
    const [first, , third, fourth, fifth] = cards.map(({ id }) => id) as [number, number, number, number, number];
    const { body } = await move({ bulk_userstories: [fifth], after_userstory_id: third });
    const pushed = (await read(fourth)).kanban_order;
    expect(body).toEqual([
      { id: fifth, status, swimlane: null, kanban_order: 4 },
      { id: fourth, status, swimlane: null, kanban_order: pushed },
    ]);
    expect([pushed > 4, (await read(first)).kanban_order]).toEqual([true, 1]);
  });
});
