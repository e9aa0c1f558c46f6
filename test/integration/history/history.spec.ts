import { allServices } from '../../support/all-services';
import { originOf, startInstallation, type Installation, type Person } from '../../support/installation';

interface Entry {
  id: string;
  type: number;
  user: { pk: number; name: string };
  key: string;
  diff: Record<string, [unknown, unknown]>;
  values: Record<string, Record<string, string>>;
  values_diff: Record<string, unknown>;
  comment: string;
  comment_html: string;
  is_hidden: boolean;
  is_snapshot: boolean;
  snapshot: Record<string, unknown> | null;
  delete_comment_date: string | null;
  delete_comment_user: { pk: number; name: string } | null;
  edit_comment_date: string | null;
}

interface Element {
  id: number;
  ref: number;
  version: number;
  status: number;
}

interface Kind {
  /** As in the paths of history. */
  kind: string;
  path: string;
  key: string;
  /** What a new one needs beside its project. */
  first: Record<string, unknown>;
  /** What is edited, and how the readable change shows it. */
  edit: Record<string, unknown>;
  shown: Record<string, unknown>;
}

const html = { description_diff: [null, expect.stringContaining('<ins')] };
const kinds: Kind[] = [
  {
    ...{ kind: 'userstory', path: 'userstories', key: 'userstories.userstory', first: { subject: 'Sail' } },
    ...{ edit: { subject: 'Sail away', tags: ['sea'], description: 'far' } },
    shown: { subject: ['Sail', 'Sail away'], tags: [[], ['sea']], ...html },
  },
  {
    ...{ kind: 'task', path: 'tasks', key: 'tasks.task', first: { subject: 'Knot' } },
    ...{ edit: { subject: 'Knots', is_iocaine: true, due_date: '2031-02-03' } },
    shown: { subject: ['Knot', 'Knots'], is_iocaine: [false, true], due_date: [null, '2031-02-03'] },
  },
  {
    ...{ kind: 'issue', path: 'issues', key: 'issues.issue', first: { subject: 'Leak' } },
    ...{ edit: { subject: 'Leaks', is_blocked: true, blocked_note: 'no tar' } },
    shown: { subject: ['Leak', 'Leaks'], is_blocked: [false, true], blocked_note_diff: [null, expect.stringContaining('<ins')] },
  },
  {
    ...{ kind: 'epic', path: 'epics', key: 'epics.epic', first: { subject: 'Voyage', color: '#102030' } },
    ...{ edit: { color: '#405060', team_requirement: true } },
    shown: { color: ['#102030', '#405060'], team_requirement: [false, true] },
  },
  {
    ...{ kind: 'wiki', path: 'wiki', key: 'wiki.wikipage', first: { slug: 'log', content: 'calm' } },
    ...{ edit: { content: 'calm and storm' } },
    shown: { content_diff: [null, '<span>calm</span><ins style="background:#e6ffe6;"> and storm</ins>'] },
  },
];

let here: Installation;
let alice: Person;
let bob: Person;
let carol: Person;
let stranger: Person;
let project: { id: number; roles: { id: number; slug: string }[] };

beforeAll(async () => {
  here = await startInstallation(allServices());
  const people = await Promise.all(['alice', 'bob', 'carol', 'stranger'].map((name) => here.register(name)));
  [alice, bob, carol, stranger] = people as [Person, Person, Person, Person];
  project = (await here.send<typeof project>('POST', '/projects', { name: 'Ship', description: 'x', is_private: true }, alice)).body;
  await here.send('PATCH', `/projects/${project.id}`, { is_epics_activated: true }, alice);
  const role = project.roles.find(({ slug }) => slug === 'back')?.id;
  for (const { email: username } of [bob, carol])
    expect((await here.send('POST', '/memberships', { project: project.id, role, username }, alice)).status).toBe(201);
}, 60_000);
afterAll(() => here?.stop());

async function add({ path, first }: Pick<Kind, 'path' | 'first'>, values: object = {}): Promise<Element> {
  const answer = await here.send<Element>('POST', `/${path}`, { project: project.id, ...first, ...values }, alice);
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}

/** Saves an edit upon whatever version there is. */
async function edit(path: string, id: number, values: object, person = alice): Promise<Element> {
  const { version } = (await here.send<Element>('GET', `/${path}/${id}`, undefined, alice)).body;
  const answer = await here.send<Element>('PATCH', `/${path}/${id}`, { ...values, version }, person);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
}

const entriesOf = async (kind: string, id: number, query = '') =>
  (await here.send<Entry[]>('GET', `/history/${kind}/${id}${query}`, undefined, alice)).body;

describe.each(kinds)('the history of a $kind', ({ kind, path, key, first, edit: change, shown }) => {
  const unique = (word: string) => (kind === 'wiki' ? { slug: word } : {});

  it('shows the newest change first, by whom and readable, as soon as its answer is there, and no creation', async () => {
    const { id } = await add({ path, first }, unique('changed'));
    expect(await entriesOf(kind, id)).toEqual([]);
    await edit(path, id, change);
    await edit(path, id, { comment: 'So **be** it' }, bob);
    const entries = await entriesOf(kind, id);
    expect(entries.map(({ type, user }) => [type, user.pk])).toEqual([
      [1, bob.id],
      [1, alice.id],
    ]);
    expect(entries[0]).toMatchObject({ comment: 'So **be** it', comment_html: '<p>So <strong>be</strong> it</p>', diff: {} });
    expect(entries[1]).toMatchObject({ key: `${key}:${id}`, is_hidden: false, is_snapshot: false, snapshot: null });
    expect(entries[1]?.values_diff).toMatchObject(shown);
    expect(entries[1]?.values).toHaveProperty('users');
  });

  it('tells changes and comments apart when asked for one of them', async () => {
    const { id } = await add({ path, first }, unique('apart'));
    await edit(path, id, change);
    await edit(path, id, { comment: 'only said' });
    await edit(path, id, { comment: 'said and done', ...(kind === 'wiki' ? { content: 'done' } : { subject: 'Done' }) });
    const comments = async (type: string) => (await entriesOf(kind, id, `?type=${type}`)).map(({ comment }) => comment);
    expect(await comments('activity')).toEqual(['']);
    expect(await comments('comment')).toEqual(['said and done', 'only said']);
    expect(await comments('nonsense')).toEqual(['said and done', 'only said', '']);
  });

  it('keeps what a comment was before each edit, under both spellings and methods', async () => {
    const { id } = await add({ path, first }, unique('versions'));
    await edit(path, id, { comment: 'one' }, bob);
    const entry = (await entriesOf(kind, id))[0]?.id;
    const versions = (method: string, name: string) => here.send(method, `/history/${kind}/${id}/${name}?id=${entry}`, undefined, bob);
    expect((await versions('GET', 'comment_versions')).body).toBeNull();
    const say = (comment: string) => here.send('POST', `/history/${kind}/${id}/edit_comment?id=${entry}`, { comment }, bob);
    expect((await say('two')).status).toBe(200);
    expect((await say('')).status).toBe(200);
    for (const method of ['GET', 'POST'])
      for (const name of ['comment_versions', 'commentVersions']) {
        const { status, body } = await versions(method, name);
        expect([status, body]).toEqual([200, [expect.objectContaining({ comment: 'one' }), expect.objectContaining({ comment: 'two' })]]);
      }
    expect((await entriesOf(kind, id))[0]?.edit_comment_date).not.toBeNull();
  });

  it('lets the author and administrators alone take a comment back, and who took it restore it', async () => {
    const { id } = await add({ path, first }, unique('taken'));
    await edit(path, id, { comment: 'hasty' }, bob);
    const entry = (await entriesOf(kind, id))[0]?.id;
    const act = async (action: string, person: Person | null) =>
      (await here.send('POST', `/history/${kind}/${id}/${action}?id=${entry}`, {}, person ?? undefined)).status;
    expect(await act('delete_comment', null)).toBe(401);
    for (const person of [stranger, carol]) expect(await act('delete_comment', person)).toBe(403);
    expect(await act('delete_comment', bob)).toBe(200);
    expect(await act('delete_comment', bob)).toBe(400);
    expect((await entriesOf(kind, id, '?type=comment'))[0]).toMatchObject({
      comment: 'hasty',
      delete_comment_user: { pk: bob.id, name: expect.any(String) as string },
    });
    expect(await act('edit_comment', bob)).toBe(400);
    expect(await act('undelete_comment', carol)).toBe(403);
    expect(await act('undelete_comment', alice)).toBe(200);
    expect(await act('undelete_comment', alice)).toBe(400);
    expect((await entriesOf(kind, id))[0]).toMatchObject({ delete_comment_date: null, delete_comment_user: null });
  });

  it('is open to who may see the project, and an entry of another element is not found', async () => {
    const [one, other] = [await add({ path, first }, unique('one')), await add({ path, first }, unique('other'))];
    await edit(path, other.id, { comment: 'elsewhere' });
    const entry = (await entriesOf(kind, other.id))[0]?.id;
    const read = async (person?: Person) => (await here.send('GET', `/history/${kind}/${one.id}`, undefined, person)).status;
    expect([await read(), await read(stranger), await read(carol)]).toEqual([401, 403, 200]);
    const path404 = `/history/${kind}/${one.id}/edit_comment?id=${entry}`;
    expect((await here.send('POST', path404, { comment: 'x' }, alice)).status).toBe(404);
    expect((await here.send('GET', `/history/${kind}/999999`, undefined, alice)).status).toBe(404);
  });
});

describe('what a history keeps of an element', () => {
  const stories = { path: 'userstories', first: { subject: 'Sail' } };

  it('hides an entry whose only news is an order, and shows it once something was said', async () => {
    const { id } = await add({ path: 'tasks', first: { subject: 'Knot' } });
    await edit('tasks', id, { taskboard_order: 4711 });
    expect(await entriesOf('task', id)).toEqual([]);
    await edit('tasks', id, { taskboard_order: 4712, comment: 'to the end' });
    expect(await entriesOf('task', id)).toMatchObject([{ comment: 'to the end', diff: { taskboard_order: [4711, 4712] } }]);
  });

  it('freezes the element whole when 60 parts have followed the last whole one', async () => {
    const { id } = await add(stories);
    for (let turn = 1; turn <= 61; turn += 1)
      await here.send('PATCH', `/userstories/${id}`, { subject: `Sail ${turn}`, version: turn }, alice);
    const entries = await entriesOf('userstory', id, '?page_size=100');
    expect(entries).toHaveLength(61);
    const whole = entries.filter(({ is_snapshot: snapshot }) => snapshot);
    expect(whole.map(({ diff, snapshot }) => [diff.subject, snapshot?.subject])).toEqual([[['Sail 60', 'Sail 61'], 'Sail 61']]);
  }, 60_000);

  it('names people, statuses and sprints where the change has their ids', async () => {
    const { id } = await add(stories);
    const sprint = { project: project.id, name: 'June', estimated_start: '2030-06-01', estimated_finish: '2030-06-30' };
    const milestone = (await here.send<{ id: number }>('POST', '/milestones', sprint, alice)).body.id;
    await edit('userstories', id, { assigned_to: bob.id, assigned_users: [bob.id, carol.id], milestone });
    const [entry] = await entriesOf('userstory', id);
    expect(entry?.diff.assigned_users).toEqual([[], [bob.id, carol.id]]);
    expect(entry?.values_diff).toMatchObject({ milestone: [null, 'June'], assigned_users: [null, expect.stringMatching(/^\S.*, \S/)] });
    expect(entry?.values.users).toHaveProperty(String(carol.id));
    expect(entry?.diff).not.toHaveProperty('assigned_to');
  });

  it('names the people of a story in the order of their usernames, and takes another order for no change', async () => {
    await here.send('PATCH', `/users/${carol.id}`, { full_name: 'Aaron' }, carol);
    const { id } = await add(stories);
    await edit('userstories', id, { assigned_users: [carol.id, bob.id] });
    await edit('userstories', id, { assigned_users: [bob.id, carol.id] });
    const entries = await entriesOf('userstory', id);
    expect(entries.map(({ diff }) => diff)).toEqual([{ assigned_users: [[], [bob.id, carol.id]] }]);
    expect(entries[0]?.values_diff).toEqual({ assigned_users: [null, 'bob Tester, Aaron'] });
  });

  it.each([
    ['?page=2', {}, "Page is not 'last', nor can it be converted to an int."],
    ['?page=text', {}, "Page is not 'last', nor can it be converted to an int."],
    ['?page=2', { 'x-lazy-pagination': 'true' }, 'Invalid page (2): That page contains no results'],
  ])('has no page %s with headers %j', async (query, headers, message) => {
    const { id } = await add(stories);
    await edit('userstories', id, { subject: 'Sails' });
    const address = `${originOf(here)}/api/v1/history/userstory/${String(id)}${query}`;
    const answer = await fetch(address, { headers: { authorization: `Bearer ${alice.token}`, ...(headers as Record<string, string>) } });
    expect([answer.status, await answer.json()]).toEqual([404, expect.objectContaining({ _error_message: message })]);
  });

  it('makes no entry of an edit that changed nothing', async () => {
    const { id } = await add(stories);
    await edit('userstories', id, { subject: 'Sail', tags: [] });
    expect(await entriesOf('userstory', id)).toEqual([]);
  });

  it('gives the old and the new value of each custom attribute', async () => {
    const define = async (name: string, type: string) =>
      (await here.send<{ id: number }>('POST', '/task-custom-attributes', { project: project.id, name, type }, alice)).body.id;
    const [depth, sealed] = [await define('Depth', 'text'), await define('Sealed', 'checkbox')];
    const task = await add({ path: 'tasks', first: { subject: 'Dive' } });
    const values = async (attributes_values: object, version: number) =>
      here.send('PATCH', `/tasks/custom-attributes-values/${task.id}`, { attributes_values, version }, alice);
    expect((await values({ [depth]: 'ten', [sealed]: true }, 1)).status).toBe(200);
    expect((await values({ [depth]: 'twelve' }, 2)).status).toBe(200);
    const [second, first] = await entriesOf('task', task.id);
    expect(first?.values_diff.custom_attributes).toMatchObject({
      new: [
        { id: depth, name: 'Depth', value: 'ten', type: 'text' },
        { id: sealed, name: 'Sealed', value: true, type: 'checkbox', value_diff: [null, true] },
      ],
    });
    expect(second?.values_diff.custom_attributes).toMatchObject({
      changed: [{ name: 'Depth', type: 'text', changes: { value: ['ten', 'twelve'] } }],
      deleted: [{ id: sealed }],
    });
  });
});

describe('the history in a project that is closed', () => {
  it.each([
    ['blocked', { blocked_code: 'blocked-by-staff' }, 451],
    ['archived', { archived_code: 'archived-by-staff' }, 403],
  ])('can be read while it is %s, and no comment of it changed', async (name, closed, refused) => {
    const { id } = (await here.send<{ id: number }>('POST', '/projects', { name, description: 'x' }, alice)).body;
    const story = (await here.send<Element>('POST', '/userstories', { project: id, subject: 'Sail' }, alice)).body;
    await edit('userstories', story.id, { comment: 'said' });
    const entry = (await entriesOf('userstory', story.id))[0]?.id;
    await here.node.store.collection('projects').updateOne({ id }, { set: closed });
    await here.node.invalidate({ projects: [id] });
    for (const action of ['edit_comment', 'delete_comment']) {
      const path = `/history/userstory/${story.id}/${action}?id=${entry}`;
      expect([action, (await here.send('POST', path, { comment: 'unsaid' }, alice)).status]).toEqual([action, refused]);
    }
    expect(await entriesOf('userstory', story.id)).toMatchObject([{ comment: 'said', delete_comment_date: null }]);
  });
});
