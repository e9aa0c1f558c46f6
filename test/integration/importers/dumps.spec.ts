import { gzipSync } from 'node:zlib';
import { comparable, startTransfers, type Body, type Transfers } from './support';

jest.setTimeout(120_000);

let transfers: Transfers;
beforeAll(async () => {
  transfers = await startTransfers();
});
afterAll(() => transfers.here.stop());

/** A project with something in each of its lists. */
async function richProject(): Promise<number> {
  const { add, attach, bob, here, alice } = transfers;
  const project = await add('/projects', { name: 'Rich', description: 'About it', is_private: true });
  await here.send(
    'PATCH',
    `/projects/${project.id}`,
    { is_epics_activated: true, is_kanban_activated: true, tags_colors: [['red', '#ff0000']] },
    alice,
  );
  const { body: whole } = await here.send('GET', `/projects/${project.id}`, undefined, alice);
  const roles = whole.roles as { id: number; slug: string; computable: boolean }[];
  const points = whole.points as { id: number; value: number | null }[];
  await add('/memberships', { project: project.id, role: roles.find(({ slug }) => slug === 'back')?.id, username: bob.email });
  await add('/memberships', { project: project.id, role: roles[0]?.id, username: 'nobody@example.com' });
  await add('/swimlanes', { project: project.id, name: 'Fast' });
  const sprint = await add('/milestones', {
    project: project.id,
    name: 'Sprint 1',
    estimated_start: '2026-01-01',
    estimated_finish: '2026-01-14',
  });
  const attribute = await add('/userstory-custom-attributes', { project: project.id, name: 'Where', type: 'text' });
  const issue = await add('/issues', { project: project.id, subject: 'An issue', tags: [['red', null]] });
  const story = await add('/userstories', {
    ...{
      project: project.id,
      subject: 'A story with “quotes”\u2028and lines',
      milestone: sprint.id,
      assigned_to: bob.id,
      description: 'see #1 and @bob',
    },
    ...{ generated_from_issue: issue.id, due_date: '2026-03-01', tags: ['red'], watchers: [bob.id] },
  });
  const role = roles.find(({ computable }) => computable);
  const value = points.find((one) => one.value === 5);
  await here.send('PATCH', `/userstories/${story.id}`, { points: { [role?.id ?? 0]: value?.id }, version: 1 }, alice);
  await here.send(
    'PATCH',
    `/userstories/custom-attributes-values/${story.id}`,
    { attributes_values: { [attribute.id]: 'here' }, version: 1 },
    alice,
  );
  await here.send('PATCH', `/userstories/${story.id}`, { comment: 'look at #1', version: 2 }, bob);
  await attach(
    '/userstories/attachments',
    { project: String(project.id), object_id: String(story.id), description: 'notes' },
    { name: 'notes.txt', content: 'hello, world' },
  );
  const task = await add('/tasks', { project: project.id, subject: 'A task', user_story: story.id });
  await here.send('POST', `/tasks/${task.id}/promote_to_user_story`, { project_id: project.id }, alice);
  await here.send('POST', `/issues/${issue.id}/upvote`, {}, bob);
  const epic = await add('/epics', { project: project.id, subject: 'An epic', color: '#123456' });
  await add(`/epics/${epic.id}/related_userstories`, { epic: epic.id, user_story: story.id });
  await add('/wiki', { project: project.id, slug: 'home', content: 'to #2' });
  await add('/wiki-links', { project: project.id, title: 'A link' });
  return project.id;
}

describe('a dump', () => {
  let source: number;
  let first: Body;
  let loaded: Body & { id: number };
  beforeAll(async () => {
    source = await richProject();
    first = await transfers.dump(source);
    const { status, body } = await transfers.load(JSON.stringify(first));
    expect([status, body.error, body.details]).toEqual([201, undefined, undefined]);
    loaded = body as Body & { id: number };
  });

  it('of a project that came from a dump is the same dump', async () => {
    expect(comparable(await transfers.dump(loaded.id))).toEqual(comparable(first));
  });

  it('is the same zipped, and loads zipped', async () => {
    const zipped = await transfers.dump(source, 'gzip');
    expect(comparable(zipped)).toEqual(comparable(first));
    const { status, body } = await transfers.load(gzipSync(JSON.stringify(zipped)), transfers.alice, 'application/gzip');
    expect(status).toBe(201);
    expect(comparable(await transfers.dump(Number(body.id)))).toEqual(comparable(first));
  });

  it('renders texts that name elements which come later in it', async () => {
    const { body: stories } = await transfers.here.send<Body[]>('GET', `/userstories?project=${loaded.id}`, undefined, transfers.alice);
    const story = stories.find(({ subject }) => String(subject).startsWith('A story'));
    const { body } = await transfers.here.send('GET', `/userstories/${String(story?.id)}`, undefined, transfers.alice);
    expect(body.description_html).toContain('/issue/1');
    expect(body.description_html).toContain('profile/bob');
    const { body: history } = await transfers.here.send<Body[]>(
      'GET',
      `/history/userstory/${String(story?.id)}`,
      undefined,
      transfers.alice,
    );
    expect(history.map(({ comment_html }) => comment_html).join()).toContain('/issue/1');
  });

  it('brings its files with their content', async () => {
    const { body: stories } = await transfers.here.send<Body[]>('GET', `/userstories?project=${loaded.id}`, undefined, transfers.alice);
    const story = stories.find(({ total_attachments }) => total_attachments === 1);
    const { body: files } = await transfers.here.send<Body[]>(
      'GET',
      `/userstories/attachments?project=${loaded.id}&object_id=${String(story?.id)}`,
      undefined,
      transfers.alice,
    );
    const { body: before } = await transfers.here.send<Body[]>(
      'GET',
      `/userstories/attachments?project=${source}&object_id=${String(files[0]?.object_id)}`,
      undefined,
      transfers.alice,
    );
    expect(files.map(({ size, name }) => [size, name])).toEqual([[12, 'notes.txt']]);
    expect(before).toEqual([]);
  });

  it('makes the uploader the owner, whoever it was', async () => {
    const { status, body } = await transfers.load(JSON.stringify(first), transfers.bob);
    expect(status).toBe(201);
    const { body: project } = await transfers.here.send('GET', `/projects/${String(body.id)}`, undefined, transfers.bob);
    expect(project).toMatchObject({ i_am_owner: true, i_am_admin: true });
  });

  it('may have its parts in any order', async () => {
    const reversed = Object.fromEntries(Object.entries(first).reverse());
    const { status, body } = await transfers.load(JSON.stringify(reversed));
    expect(status).toBe(201);
    expect(comparable(await transfers.dump(Number(body.id)))).toEqual(comparable(first));
  });
});
