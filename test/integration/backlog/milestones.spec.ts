import { startBoard, type Board } from './support';

const dates = { estimated_start: '2030-01-01', estimated_finish: '2030-01-15' };

let board: Board;
beforeAll(async () => {
  board = await startBoard();
});
afterAll(() => board.here.stop());

let sprints = 0;
const sprint = (values: object = {}) => board.add('/milestones', { name: `Sprint ${++sprints}`, ...dates, ...values });
const isClosed = async (id: number) => (await board.read(`/milestones/${id}`)).closed;
const send = (method: string, path: string, body?: object, as = board.alice) => board.here.send(method, path, body, as);

describe('a sprint', () => {
  it('is of one name and one slug in its project, also when many are made at once', async () => {
    const body = { project: board.project, ...dates };
    const same = await Promise.all(Array.from({ length: 8 }, () => send('POST', '/milestones', { ...body, name: 'Same name' })));
    expect(same.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(7).fill(400)]);
    expect(same.find(({ status }) => status === 400)?.body).toEqual({ name: ['Duplicated name'] });
    const alike = await Promise.all(
      Array.from({ length: 8 }, (_, index) => send('POST', '/milestones', { ...body, name: `Alike${'!'.repeat(index)}` })),
    );
    expect(new Set(alike.map(({ body: { slug } }) => slug)).size).toBe(8);
    const taken = await send('POST', '/milestones', { ...body, name: 'Other', slug: 'alike' });
    expect([taken.status, taken.body]).toEqual([400, { __all__: ['Milestone with this Slug and Project already exists.'] }]);
  });

  it('keeps a comment in its history, and its project for ever', async () => {
    const { id } = await sprint();
    expect((await board.edit(`/milestones/${id}`, { comment: 'Soon' })).status).toBe(200);
    expect(board.entries.at(-1)).toMatchObject({ kind: 'milestone', object: id, comment: 'Soon', hidden: false });
    const other = await send('POST', '/projects', { name: 'Other', description: 'x' });
    expect((await board.edit(`/milestones/${id}`, { project: other.body.id })).status).toBe(400);
  });

  it('is watched by the members sent as its watchers, who hear of it, and by nobody else', async () => {
    const { id } = await sprint({ watchers: [board.alice.id] });
    const watching = async () =>
      ((await board.read(`/milestones/${id}/watchers`)) as unknown as { id: number }[]).map((watcher) => watcher.id);
    expect(await watching()).toEqual([board.alice.id]);
    expect((await board.edit(`/milestones/${id}`, { watchers: [board.bob.id] })).status).toBe(200);
    expect(await watching()).toEqual([board.bob.id]);
    expect(board.entries.at(-1)).toMatchObject({ kind: 'milestone', object: id, added: { watchers: [board.bob.id] } });
    expect((await board.edit(`/milestones/${id}`, { watchers: [999_999] })).body).toEqual({
      watchers: ['Watchers contains invalid users'],
    });
    await board.edit(`/milestones/${id}`, { name: 'Still watched' });
    expect(await watching()).toEqual([board.bob.id]);
  });

  it('shows a new name on its stories at once', async () => {
    const { id } = await sprint({ name: 'Before' });
    const story = await board.add('/userstories', { subject: 'In it', milestone: id });
    expect((await board.read(`/userstories/${story.id}`)).milestone_name).toBe('Before');
    await board.edit(`/milestones/${id}`, { name: 'Afterwards' });
    expect((await board.read(`/userstories/${story.id}`)).milestone_name).toBe('Afterwards');
  });

  it('takes as many look-ups with many stories as with one', async () => {
    const { id } = await sprint();
    const list = () => send('GET', `/milestones?project=${board.project}`);
    await board.add('/userstories', { subject: 'One', milestone: id });
    await list();
    const few = await board.here.operations(list);
    for (let index = 0; index < 5; index++) await board.add('/userstories', { subject: `More ${index}`, milestone: id });
    expect(await board.here.operations(list)).toBeLessThanOrEqual(Math.max(few, 3));
  });
});

describe('closing', () => {
  it('follows what many change at the same time', async () => {
    const { id } = await sprint();
    const tasks = await Promise.all(
      Array.from({ length: 10 }, (_, index) => board.add('/tasks', { subject: `Task ${index}`, milestone: id })),
    );
    const { closed, new: fresh } = board.taskStatus;
    await Promise.all(tasks.map((task) => board.edit(`/tasks/${task.id}`, { status: closed, version: 1 })));
    expect(await isClosed(id)).toBe(true);
    await Promise.all([
      ...tasks.slice(1).map((task) => board.edit(`/tasks/${task.id}`, { subject: 'Renamed', version: 2 })),
      board.edit(`/tasks/${tasks[0]?.id}`, { status: fresh, version: 2 }),
    ]);
    expect(await isClosed(id)).toBe(false);
  });

  it('by a deletion may close, but never opens', async () => {
    const { id } = await sprint();
    const open = await board.add('/issues', { subject: 'Open', milestone: id });
    await board.add('/issues', { subject: 'Closed', milestone: id, status: board.issueStatus.closed });
    expect(await isClosed(id)).toBe(false);
    await send('DELETE', `/issues/${open.id}`);
    expect(await isClosed(id)).toBe(true);
    const [left] = (await board.read(`/issues?milestone=${id}`)) as unknown as { id: number }[];
    await send('DELETE', `/issues/${left?.id}`);
    expect(await isClosed(id)).toBe(true);
  });

  it('is left to people until something in the sprint changes', async () => {
    const { id } = await sprint();
    const story = await board.add('/userstories', { subject: 'Open', milestone: id });
    await board.edit(`/milestones/${id}`, { closed: true });
    expect(await isClosed(id)).toBe(true);
    await board.edit(`/userstories/${story.id}`, { subject: 'Still open', version: 1 });
    expect(await isClosed(id)).toBe(false);
  });
});

describe('what a sprint holds', () => {
  it('moves with its history, in the order given, and is refused when it is of another project', async () => {
    const [from, to] = [await sprint(), await sprint()];
    const task = await board.add('/tasks', { subject: 'Loose', milestone: from.id });
    const move = (body: object) => send('POST', `/milestones/${from.id}/move_tasks_to_sprint`, { project_id: board.project, ...body });
    expect((await move({ milestone_id: to.id, bulk_tasks: [{ task_id: task.id, order: 7 }] })).status).toBe(204);
    expect(await board.read(`/tasks/${task.id}`)).toMatchObject({ milestone: to.id, taskboard_order: 7, version: 1 });
    expect(board.entries.at(-1)).toMatchObject({ kind: 'task', diff: { milestone: [from.id, to.id] } });
    const { body: foreign } = await send('POST', '/projects', { name: 'Foreign', description: 'x' });
    const issue = await board.add('/issues', { subject: 'Bug', milestone: from.id });
    const elsewhere = await send('POST', '/issues', { project: foreign.id, subject: 'Elsewhere' });
    const refused = await send('POST', `/milestones/${from.id}/move_issues_to_sprint`, {
      ...{ project_id: board.project, milestone_id: to.id },
      bulk_issues: [{ issue_id: issue.id }, { issue_id: elsewhere.body.id }],
    });
    expect([refused.status, refused.body]).toEqual([400, { bulk_issues: ['All the issues must be from the same project'] }]);
    expect((await board.read(`/issues/${issue.id}`)).milestone).toBe(from.id);
  });

  it('is in no sprint once this one is deleted, with the versions as they were', async () => {
    const { id } = await sprint();
    const story = await board.add('/userstories', { subject: 'Story', milestone: id });
    const made = {
      task: await board.add('/tasks', { subject: 'Task', user_story: story.id }),
      loose: await board.add('/tasks', { subject: 'Loose', milestone: id }),
    };
    const issue = await board.add('/issues', { subject: 'Issue', milestone: id });
    expect((await send('DELETE', `/milestones/${id}`)).status).toBe(204);
    const paths = [`/userstories/${story.id}`, `/tasks/${made.task.id}`, `/tasks/${made.loose.id}`, `/issues/${issue.id}`];
    for (const path of paths) expect(await board.read(path)).toMatchObject({ milestone: null, version: 1 });
  });
});

describe('permissions', () => {
  it('show no sprint to strangers, and let members do what their role allows', async () => {
    const { id } = await sprint();
    const stranger = await board.here.register('stranger');
    expect((await send('GET', `/milestones/${id}/stats`, undefined, stranger)).status).toBe(403);
    expect((await send('GET', `/milestones?project=${board.project}`, undefined, stranger)).body).toEqual([]);
    expect((await send('POST', `/milestones/${id}/move_tasks_to_sprint`, {}, stranger)).status).toBe(404);
    expect((await send('GET', `/milestones/${id}`, undefined, board.bob)).status).toBe(200);
  });
});
