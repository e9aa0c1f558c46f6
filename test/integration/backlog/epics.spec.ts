import type { Person } from '../../support/installation';
import { startBoard, type Board } from './support';

let board: Board;
beforeAll(async () => {
  board = await startBoard();
});
afterAll(() => board.here.stop());

const related = (epic: number) => `/epics/${epic}/related_userstories`;
const relate = (epic: number, story: number) => board.here.send('POST', related(epic), { epic, user_story: story }, board.alice);
const epicsOf = async (story: number) =>
  ((await board.read(`/userstories/${story}`)).epics as { id: number }[] | null)?.map(({ id }) => id) ?? null;

describe('stories of epics', () => {
  it('keeps every relation of many made at once to one story, and each only once', async () => {
    const story = await board.add('/userstories', { subject: 'Story' });
    const epics = await Promise.all([1, 2, 3, 4, 5].map((number) => board.add('/epics', { subject: `Epic ${number}` })));
    const answers = await Promise.all([...epics, ...epics].map(({ id }) => relate(id, story.id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(5).fill(201), ...Array<number>(5).fill(400)]);
    expect((await epicsOf(story.id))?.sort()).toEqual(epics.map(({ id }) => id).sort());
    await Promise.all(epics.slice(1).map(({ id }) => board.here.send('DELETE', `/epics/${id}`, undefined, board.alice)));
    expect(await epicsOf(story.id)).toEqual([epics[0]?.id]);
  });

  it('finds a story as one without epics once its last epic is gone', async () => {
    const [story, epic] = [await board.add('/userstories', { subject: 'Lonely' }), await board.add('/epics', { subject: 'Short' })];
    await relate(epic.id, story.id);
    const unrelated = async () => {
      const { body } = await board.here.send<{ id: number }[]>(
        'GET',
        `/userstories?project=${board.project}&epic=null`,
        undefined,
        board.alice,
      );
      return body.some(({ id }) => id === story.id);
    };
    expect(await unrelated()).toBe(false);
    await board.here.send('DELETE', `${related(epic.id)}/${story.id}`, undefined, board.alice);
    expect([await unrelated(), await epicsOf(story.id)]).toEqual([true, null]);
  });

  it('shows on a story, and on its tasks, the epics of other projects to those who see them there, and to nobody else', async () => {
    const elsewhere = await board.here.send<{ id: number }>(
      'POST',
      '/projects',
      { name: 'Elsewhere', description: 'x', is_private: true },
      board.alice,
    );
    const story = await board.add('/userstories', { subject: 'Shared' });
    const task = await board.add('/tasks', { subject: 'Of it', user_story: story.id });
    const epic = await board.add('/epics', { subject: 'Far away', project: elsewhere.body.id });
    await relate(epic.id, story.id);
    const seen = async (as: Person) => {
      const read = async (path: string) => (await board.here.send<Record<string, unknown>>('GET', path, undefined, as)).body;
      const list = (await read(`/userstories?project=${board.project}`)) as unknown as {
        id: number;
        epics: { subject: string }[] | null;
      }[];
      const info = (await read(`/tasks/${task.id}`)).user_story_extra_info as { epics: { subject: string }[] | null };
      const found = [(await read(`/userstories/${story.id}`)).epics, list.find(({ id }) => id === story.id)?.epics, info.epics];
      return (found as ({ subject: string }[] | null)[]).map((epics) => epics?.map(({ subject }) => subject) ?? null);
    };
    for (let repeated = 0; repeated < 2; repeated++) {
      expect(await seen(board.alice)).toEqual([['Far away'], ['Far away'], ['Far away']]);
      expect(await seen(board.bob)).toEqual([null, null, null]);
    }
  });

  it('takes an edit of a relation that names both ends when it is whole, and a place that is a number', async () => {
    const [story, epic] = [await board.add('/userstories', { subject: 'Placed' }), await board.add('/epics', { subject: 'Around' })];
    await relate(epic.id, story.id);
    const send = (method: string, values: object) =>
      board.here.send(method, `${related(epic.id)}/${story.id}`, values, board.alice).then(({ status, body }) => [status, body]);
    const ends = { epic: epic.id, user_story: story.id };
    const wanted = ['This field is required.'];
    expect(await send('PUT', { order: 3 })).toEqual([400, { epic: wanted, user_story: wanted }]);
    expect(await send('PUT', { ...ends, order: 3 })).toEqual([200, { ...ends, order: 3 }]);
    expect(await send('PATCH', { order: null })).toEqual([400, { order: ['This field cannot be null.'] }]);
    expect(await send('PATCH', { order: 4 })).toEqual([200, { ...ends, order: 4 }]);
  });

  it('puts the other stories that the header set-orders names where it says, by their ids', async () => {
    const epic = await board.add('/epics', { subject: 'Dragged in' });
    const stories = [await board.add('/userstories', { subject: 'A' }), await board.add('/userstories', { subject: 'B' })];
    for (const [index, { id }] of stories.entries())
      await board.here.send('POST', related(epic.id), { epic: epic.id, user_story: id, order: index }, board.alice);
    const [first, second] = stories.map(({ id }) => id);
    const answer = await fetch(`${board.origin}${related(epic.id)}/${second}`, {
      method: 'PATCH',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${board.alice.token}`,
        'set-orders': JSON.stringify({ [first ?? 0]: 7 }),
      },
      body: JSON.stringify({ order: 3 }),
    });
    expect(Object.values(JSON.parse(answer.headers.get('taiga-info-order-updated') ?? '') as object)).toEqual(
      expect.arrayContaining([3, 7]),
    );
    expect(await board.read(related(epic.id))).toMatchObject([
      { user_story: first, order: 7 },
      { user_story: second, order: 3 },
    ]);
  });

  it('enters each change of a relation, with what it is between, and leaves the versions', async () => {
    const [story, epic] = [await board.add('/userstories', { subject: 'Told' }), await board.add('/epics', { subject: 'Big' })];
    await relate(epic.id, story.id);
    await board.here.send('PATCH', `${related(epic.id)}/${story.id}`, { order: 7 }, board.alice);
    await board.here.send('DELETE', `${related(epic.id)}/${story.id}`, undefined, board.alice);
    const entries = board.entries.filter(({ kind, document }) => kind === 'relateduserstory' && document.epic === epic.id);
    expect(entries.map(({ action }) => action)).toEqual(['create', 'change', 'delete']);
    expect(entries[0]?.related).toMatchObject({ epic: { id: epic.id }, userstory: { id: story.id, ref: story.ref } });
    expect(entries[1]?.diff.order?.[1]).toBe(7);
    expect((await board.read(`/userstories/${story.id}`)).version).toBe(1);
  });

  it('hides stories that the requester may not see', async () => {
    const { body: foreign } = await board.here.send<{ id: number }>(
      'POST',
      '/projects',
      { name: 'Bob', description: 'x', is_private: true },
      board.bob,
    );
    const { body: secret } = await board.here.send<{ id: number }>(
      'POST',
      '/userstories',
      { project: foreign.id, subject: 'Secret' },
      board.bob,
    );
    const epic = await board.add('/epics', { subject: 'Curious' });
    const answer = await relate(epic.id, secret.id);
    expect([answer.status, answer.body]).toEqual([400, { user_story: [`Invalid pk '${secret.id}' - object does not exist.`] }]);
  });

  it('makes stories in an epic only for who may change the epic', async () => {
    const { body: own } = await board.here.send<{ id: number }>('POST', '/projects', { name: 'Own', description: 'x' }, board.bob);
    const { body: stranger } = await board.here.send<{ id: number }>('POST', '/epics', { project: own.id, subject: 'Not hers' }, board.bob);
    const body = { project_id: board.project, bulk_userstories: 'Intruder' };
    expect((await board.here.send('POST', `${related(stranger.id)}/bulk_create`, body, board.alice)).status).toBe(403);
  });
});

describe('lists of epics', () => {
  it('count the stories of all their epics in the same few operations', async () => {
    const list = () => board.here.send('GET', `/epics?project=${board.project}`, undefined, board.alice);
    const epic = await board.add('/epics', { subject: 'Counted' });
    for (const subject of ['A', 'B', 'C']) await relate(epic.id, (await board.add('/userstories', { subject })).id);
    const few = await board.here.operations(list);
    for (const subject of ['D', 'E', 'F'])
      await relate((await board.add('/epics', { subject })).id, (await board.add('/userstories', { subject })).id);
    expect(await board.here.operations(list)).toBe(few);
  });
});

describe('the counts of filters', () => {
  it('need a project: without one strangers are asked who they are, as for one that does not exist', async () => {
    for (const kind of ['epics', 'userstories', 'tasks', 'issues'])
      for (const query of ['', '?project=', '?project=999999']) {
        const path = `/${kind}/filters_data${query}`;
        expect([path, (await board.here.send('GET', path)).status]).toEqual([path, 401]);
        expect([path, (await board.here.send('GET', path, undefined, board.alice)).status]).toEqual([path, 404]);
      }
  });
});
