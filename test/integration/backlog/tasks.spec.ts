import { startBoard, type Board } from './support';

const dates = { estimated_start: '2030-01-01', estimated_finish: '2030-01-15' };

let board: Board;
let sprint: number;
let other: number;
beforeAll(async () => {
  board = await startBoard();
  sprint = (await board.add('/milestones', { name: 'Sprint', ...dates })).id;
  other = (await board.add('/milestones', { name: 'Other', ...dates })).id;
});
afterAll(() => board.here.stop());

const send = (method: string, path: string, body?: object, as = board.alice) => board.here.send(method, path, body, as);
const story = (values: object = {}) => board.add('/userstories', { subject: 'Story', ...values });
const task = (values: object = {}) => board.add('/tasks', { subject: 'Task', ...values });

describe('a list ordered by sprint', () => {
  it.each(['userstories', 'tasks'])('has the %s without one at its end, and first when descending', async (kind) => {
    const sprints = [other, null, sprint];
    for (const milestone of sprints) await board.add(`/${kind}`, { subject: 'Ordered', tags: ['ordered'], milestone });
    const ordered = async (order: string) =>
      ((await board.read(`/${kind}?project=${board.project}&tags=ordered&order_by=${order}`)) as unknown as { milestone: number }[]).map(
        ({ milestone }) => milestone,
      );
    expect(await ordered('milestone')).toEqual([sprint, other, null]);
    expect(await ordered('-milestone')).toEqual([null, other, sprint]);
  });
});

describe('the words that lists are searched for', () => {
  it.each(['userstories', 'tasks'])('count their accents in the list of %s', async (kind) => {
    const { id } = await board.add(`/${kind}`, { subject: 'Le Château rouge' });
    const listed = async (text: string) =>
      ((await board.read(`/${kind}?project=${board.project}&q=${encodeURIComponent(text)}`)) as unknown as { id: number }[]).map(
        (one) => one.id,
      );
    expect([await listed('CHÂT'), await listed('"château rouge"')]).toEqual([[id], [id]]);
    expect([await listed('chateau'), await listed('"chateau rouge"')]).toEqual([[], []]);
  });
});

describe('a task in a story', () => {
  it('is in the sprint of the story, whatever is sent and wherever the story goes', async () => {
    const { id: user_story } = await story({ milestone: sprint });
    const { id, milestone } = await task({ user_story, milestone: other });
    expect(milestone).toBe(sprint);
    expect((await board.edit(`/tasks/${id}`, { milestone: other, version: 1 })).body.milestone).toBe(sprint);
    await board.edit(`/userstories/${user_story}`, { milestone: other, version: 1 });
    expect(await board.read(`/tasks/${id}`)).toMatchObject({ milestone: other, version: 2 });
    expect(board.entries.findLast(({ kind }) => kind === 'task')).toMatchObject({ object: id, diff: { milestone: [sprint, other] } });
    const move = { project_id: board.project, milestone_id: sprint, bulk_tasks: [{ task_id: id, order: 1 }] };
    expect((await send('POST', '/tasks/bulk_update_milestone', move)).body).toEqual({ [id]: other });
  });

  it('is in the sprint of the story also when both come at the same time', async () => {
    const stories = await Promise.all(Array.from({ length: 8 }, () => story({ milestone: sprint })));
    await Promise.all(
      stories.flatMap(({ id }) => [
        task({ user_story: id }),
        board.edit(`/userstories/${id}`, { milestone: other, version: 1 }),
        task({ user_story: id }),
      ]),
    );
    const tasks = (await Promise.all(stories.map(({ id }) => board.read(`/tasks?user_story=${id}`)))) as unknown as {
      milestone: number;
    }[][];
    expect(tasks.flat().map(({ milestone }) => milestone)).toEqual(Array<number>(16).fill(other));
  });

  it('goes with it into another project, in its status of the same name and with a ref of its own', async () => {
    const { body: foreign } = await send('POST', '/projects', { name: 'Together', description: 'x', is_private: true });
    const { id: user_story, version } = await story({ milestone: sprint });
    const values = { user_story, status: board.taskStatus['in-progress'], tags: ['along'] };
    const [one, two] = [await task({ ...values, us_order: 2 }), await task({ ...values, us_order: 1 })];
    const { body: moved } = await board.edit(`/userstories/${user_story}`, { project: foreign.id, version });
    const { id: status } = (foreign.task_statuses as { id: number; slug: string }[]).find(({ slug }) => slug === 'in-progress') ?? {
      id: 0,
    };
    const there = { project: foreign.id, user_story, status, milestone: null, tags: [['along', null]], version: 1 };
    expect(await board.read(`/tasks?project=${String(foreign.id)}&user_story=${user_story}&order_by=us_order`)).toMatchObject([
      { id: two.id, ref: moved.ref + 1, ...there },
      { id: one.id, ref: moved.ref + 2, ...there },
    ]);
    const entries = board.entries.filter(({ kind, object, action }) => kind === 'task' && object === one.id && action === 'change');
    expect(entries.map(({ diff }) => diff.milestone)).toEqual([[sprint, null]]);
  });

  it('closes and opens it, the old one and the new one', async () => {
    const [first, second] = [await story(), await story()];
    const { id } = await task({ user_story: first.id, status: board.taskStatus.closed });
    const closed = async () =>
      [await board.read(`/userstories/${first.id}`), await board.read(`/userstories/${second.id}`)].map(({ is_closed }) => is_closed);
    expect(await closed()).toEqual([true, false]);
    await board.edit(`/tasks/${id}`, { user_story: second.id, version: 1 });
    expect(await closed()).toEqual([false, true]);
    await send('DELETE', `/tasks/${id}`);
    expect(await closed()).toEqual([false, false]);
  });

  it('goes with the story', async () => {
    const { id: user_story } = await story();
    const { id } = await task({ user_story });
    await send('DELETE', `/userstories/${user_story}`);
    expect((await send('GET', `/tasks/${id}`)).status).toBe(404);
  });

  it('shows a new subject of the story at once', async () => {
    const { id: user_story, ref } = await story();
    const { id } = await task({ user_story });
    await board.read(`/tasks?user_story=${user_story}`);
    await board.edit(`/userstories/${user_story}`, { subject: 'Renamed', version: 1 });
    const [listed] = (await board.read(`/tasks?user_story=${user_story}`)) as unknown as Record<string, unknown>[];
    expect(listed).toMatchObject({ id, user_story_extra_info: { id: user_story, ref, subject: 'Renamed', epics: null } });
  });
});

describe('another project', () => {
  it('can give neither a story nor a sprint nor a status', async () => {
    const { body: foreign } = await send('POST', '/projects', { name: 'Foreign', description: 'x' });
    const there = { project: foreign.id, subject: 'There' };
    const { body: user_story } = await send('POST', '/userstories', there);
    const { body: milestone } = await send('POST', '/milestones', { project: foreign.id, name: 'There', ...dates });
    const status = (foreign.task_statuses as { id: number }[])[0]?.id;
    const { id } = await task();
    for (const values of [{ user_story: user_story.id }, { milestone: milestone.id }, { status }]) {
      const answer = await board.edit(`/tasks/${id}`, { ...values, version: 1 });
      expect([answer.status, answer.body._error_type]).toEqual([400, 'taiga.base.exceptions.WrongArguments']);
    }
    const { body: moved } = await board.edit(`/tasks/${id}`, { project: foreign.id, milestone: sprint, version: 1 });
    expect(moved).toMatchObject({ project: foreign.id, milestone: null, version: 2 });
  });

  it('leaves a history that names what the element had in the one before as well', async () => {
    const { body: foreign } = await send('POST', '/projects', { name: 'Elsewhere', description: 'x' });
    const { id, status } = await story({ status: board.storyStatus.ready });
    const { body: moved } = await board.edit(`/userstories/${id}`, { project: foreign.id, version: 1 });
    const entry = board.entries.findLast(({ kind, object }) => kind === 'userstory' && object === id);
    expect(entry?.diff.status).toEqual([status, moved.status]);
    expect(entry?.names.status).toEqual({ [String(status)]: 'Ready', [String(moved.status)]: 'Ready' });
    const roles = (entry?.diff.points ?? []).flatMap((points) => Object.keys(points as object));
    expect(Object.keys(entry?.names.roles ?? {}).sort()).toEqual(roles.sort());
  });
});

describe('places', () => {
  it('push on the others of the story, and the header tells all that moved', async () => {
    const { id: user_story } = await story();
    const [one, two, three] = [
      await task({ user_story, us_order: 1 }),
      await task({ user_story, us_order: 2 }),
      await task({ user_story, us_order: 3 }),
    ];
    const { headers } = await board.edit(`/tasks/${three.id}`, { us_order: 1, version: 1 });
    const told = { [one.id]: 2, [two.id]: 3, [three.id]: 1 };
    expect(JSON.parse(headers.get('taiga-info-order-updated') ?? '')).toEqual(told);
    expect(headers.get('service-info-order-updated')).toBe(headers.get('taiga-info-order-updated'));
    expect(await board.read(`/tasks/${one.id}`)).toMatchObject({ us_order: 2, version: 1 });
    expect((await board.edit(`/tasks/${one.id}`, { subject: 'Renamed', version: 1 })).headers.get('taiga-info-order-updated')).toBe('{}');
  });

  it('of a bulk order leave hidden entries and versions as they are', async () => {
    const { id: user_story } = await story();
    const [one, two] = [await task({ user_story, us_order: 1 }), await task({ user_story, us_order: 2 })];
    const order = { project_id: board.project, us_id: user_story, bulk_tasks: [{ task_id: two.id, order: 1 }] };
    expect((await send('POST', '/tasks/bulk_update_us_order', order)).body).toEqual({ [one.id]: 2, [two.id]: 1 });
    expect(board.entries.at(-1)).toMatchObject({ object: two.id, hidden: true, diff: { us_order: [2, 1] } });
    expect(await board.read(`/tasks/${two.id}`)).toMatchObject({ us_order: 1, version: 1 });
  });

  it.each([[true], ['0x1'], [[]], [{}], [1.5]])('are whole numbers, not %j', async (order) => {
    const { id } = await task();
    const body = { project_id: board.project, bulk_tasks: [{ task_id: id, order }] };
    const answer = await send('POST', '/tasks/bulk_update_us_order', body);
    expect([answer.status, answer.body]).toEqual([400, { bulk_tasks: [{ order: ['Enter a whole number.'] }] }]);
  });

  it('can be given to others too by the header set-orders', async () => {
    const { id: user_story } = await story();
    const [one, two] = [await task({ user_story, us_order: 10 }), await task({ user_story, us_order: 20 })];
    const elsewhere = await task({ us_order: 5 });
    const answer = await fetch(`${board.origin}/tasks/${two.id}`, {
      method: 'PATCH',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${board.alice.token}`,
        'set-orders': JSON.stringify({ [one.id]: 30, [elsewhere.id]: 1 }),
      },
      body: JSON.stringify({ us_order: 40, version: 1 }),
    });
    expect(JSON.parse(answer.headers.get('taiga-info-order-updated') ?? '')).toEqual({ [one.id]: 30, [two.id]: 41 });
    expect(await board.read(`/tasks/${two.id}`)).toMatchObject({ us_order: 41 });
    expect(await board.read(`/tasks/${elsewhere.id}`)).toMatchObject({ us_order: 5 });
  });
});

describe('promotion', () => {
  it('makes a story of the task, with who voted and watched, and deletes the task', async () => {
    const { id, ref } = await task({ subject: 'Grown', milestone: sprint, tags: ['big'], assigned_to: board.bob.id });
    await send('POST', `/tasks/${id}/upvote`);
    await send('POST', `/tasks/${id}/watch`, undefined, board.bob);
    const body = { project_id: board.project };
    const { body: refs } = await send('POST', `/tasks/${id}/promote_to_user_story`, body);
    expect((await send('GET', `/tasks/${id}`)).status).toBe(404);
    expect(await board.read(`/userstories/by_ref?project=${board.project}&ref=${String(refs)}`)).toMatchObject({
      ...{ subject: 'Grown', milestone: sprint, tags: [['big', null]], from_task_ref: `Task #${ref}` },
      ...{ assigned_users: [board.bob.id], watchers: [board.bob.id], total_voters: 1, is_voter: true },
    });
  });
});

describe('stories made of tasks of a blocked project', () => {
  it('are refused in other projects too, as the task would get a comment', async () => {
    const { body: blocked } = await send('POST', '/projects', { name: 'Blocked', description: 'x', is_private: true });
    const { body: origin } = await send('POST', '/tasks', { project: blocked.id, subject: 'Stays' });
    await board.here.node.store
      .collection('projects')
      .updateOne({ id: blocked.id as number }, { set: { blocked_code: 'blocked-by-staff' } });
    await board.here.node.invalidate({ projects: [blocked.id as number] });
    const body = { project: board.project, subject: 'Made of it', generated_from_task: origin.id };
    expect((await send('POST', '/userstories', body)).status).toBe(451);
    expect(await board.read(`/userstories?project=${board.project}&q="made of it"`)).toEqual([]);
  });
});

describe('promotions', () => {
  it('of one task at the same time make one story', async () => {
    const { id } = await task({ subject: 'Once' });
    const promote = () => send('POST', `/tasks/${id}/promote_to_user_story`, { project_id: board.project });
    const answers = await Promise.all([promote(), promote(), promote(), promote()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
    expect(await board.read(`/userstories?project=${board.project}&q=Once`)).toHaveLength(1);
  });

  it('into a project of their own are refused to people who could not delete the task', async () => {
    const viewer = await board.here.register('viewer');
    const open = (await send('POST', '/projects', { name: 'Open', description: 'x', is_private: false })).body;
    const { body: seen } = await send('POST', '/tasks', { project: open.id, subject: 'Seen by all' });
    const { body: own } = await send('POST', '/projects', { name: 'Own', description: 'x' }, viewer);
    const { status } = await send('POST', `/tasks/${String(seen.id)}/promote_to_user_story`, { project_id: own.id }, viewer);
    expect([status, (await send('GET', `/tasks/${String(seen.id)}`)).status]).toEqual([403, 200]);
  });
});

describe('lists', () => {
  it('take the same few look-ups whatever their length', async () => {
    const { id: user_story } = await story({ milestone: sprint });
    await send('POST', '/tasks/bulk_create', {
      ...{ project_id: board.project, milestone_id: sprint, us_id: user_story },
      bulk_tasks: Array.from({ length: 20 }, (_, index) => `Line ${index}`).join('\n'),
    });
    const list = () => send('GET', `/tasks?project=${board.project}&order_by=-us_order`);
    expect(await board.here.operations(list)).toBeLessThanOrEqual(3);
  });

  it('refuse dates and ids that are none', async () => {
    for (const query of ['created_date__gt=soon', 'user_story=x', 'milestone__estimated_start__lt=never', 'status__is_closed=maybe'])
      expect((await send('GET', `/tasks?project=${board.project}&${query}`)).status).toBe(400);
  });
});

describe('the CSV', () => {
  it('names the story and the sprint of each task, and starts no formula', async () => {
    const { id: user_story, ref } = await story({ milestone: sprint });
    await task({ subject: '=1+1', user_story });
    const { body } = await send('POST', `/projects/${board.project}/regenerate_tasks_csv_uuid`);
    const text = await (await fetch(`${board.origin}/tasks/csv?uuid=${String(body.uuid)}`)).text();
    const row = text.split('\r\n').find((line) => line.includes('1+1'));
    expect(row).toMatch(new RegExp(`^\\d+,\\d+,'=1\\+1,,${ref},${sprint},Sprint,2030-01-01,2030-01-15,alice`));
  });
});
