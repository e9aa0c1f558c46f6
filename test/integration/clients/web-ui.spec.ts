import { allServices } from '../../support/all-services';
import { originOf, startInstallation, type Installation, type Person } from '../../support/installation';

type Json = Record<string, unknown>;
interface Element extends Json {
  id: number;
  ref: number;
  version: number;
}
interface Seen<Body> {
  status: number;
  headers: Headers;
  text: string;
  body: Body;
}

let here: Installation;
let owner: Person;
let project: Element & { slug: string; my_permissions: string[] };

/** As the browser sends everything once somebody is logged in. */
async function ask<Body = Element>(method: string, path: string, body?: unknown, more: Record<string, string> = {}): Promise<Seen<Body>> {
  const isForm = body instanceof FormData;
  const headers = {
    authorization: `Bearer ${owner.token}`,
    'accept-language': 'en',
    'x-session-id': '3f5a0c',
    accept: 'application/json, text/plain, */*',
    ...(isForm ? {} : { 'content-type': 'application/json' }),
    ...more,
  };
  const sent = body === undefined ? undefined : isForm ? body : JSON.stringify(body);
  const answer = await fetch(`${originOf(here)}/api/v1${path}`, { method, headers, body: sent });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: (text === '' ? null : JSON.parse(text)) as Body };
}

/** The interface sends its own wrapper of an object beside the object's values. */
const wrapped = (name: string, values: Json): Json => ({
  ...values,
  _attrs: { ...values },
  _name: name,
  _dataTypes: {},
  _modifiedAttrs: { subject: 'x' },
  _isModified: true,
});

const whole = { 'x-disable-pagination': '1' };
const lazy = { 'x-lazy-pagination': 'true' };

beforeAll(async () => {
  here = await startInstallation(allServices());
  owner = await here.register('owner');
  const body = { name: 'Harbour', description: 'Of the harbour', is_private: false, creation_template: 1 };
  ({ body: project } = await ask<typeof project>('POST', '/projects', body));
  await ask('PATCH', `/projects/${project.id}`, { is_epics_activated: true, is_kanban_activated: true });
}, 60_000);
afterAll(() => here.stop());

const emptyStory = {
  milestone: null,
  swimlane: null,
  assigned_to: null,
  assigned_users: [],
  is_closed: false,
  is_archived: false,
  slug: null,
  points: {},
  tags: [],
  due_date: null,
  is_blocked: false,
  blocked_note: null,
  description: null,
};

const make = async (kind: string, subject: string, more: Json = {}): Promise<Element> =>
  (await ask('POST', `/${kind}`, wrapped(kind, { project: project.id, subject, ...more }))).body;

describe('the web interface', () => {
  it.each([
    ['userstories', { subject: 'Quay', ...emptyStory }],
    ['issues', { subject: 'Leak', milestone: null, assigned_to: null, slug: null, is_closed: false, tags: [], description: null }],
    ['epics', { subject: 'Basin', slug: null, assigned_to: null, tags: [], is_archived: false }],
    ['tasks', { subject: 'Barge', user_story: null, milestone: null, assigned_to: null, is_closed: false, tags: [] }],
    ['wiki', { slug: 'home', content: 'Welcome', id: null, version: null, html: null }],
  ])('creates %s with its own wrapper, and edits what it was answered', async (kind, values) => {
    const made = await ask('POST', `/${kind}`, wrapped(kind, { project: project.id, ...values }));
    expect([made.status, made.body.version]).toEqual([201, 1]);
    expect(made.body).not.toHaveProperty('_attrs');
    const edit = kind === 'wiki' ? { content: 'More' } : { subject: 'Renamed', comment: 'Better so' };
    const edited = await ask('PATCH', `/${kind}/${made.body.id}`, { ...edit, version: made.body.version });
    expect([edited.status, edited.body.version, edited.body.id]).toEqual([200, 2, made.body.id]);
    const stale = await ask<Json>('PATCH', `/${kind}/${made.body.id}`, { ...edit, version: 1 });
    expect([stale.status, typeof stale.body.version]).toEqual([400, 'string']);
    const read = await ask('GET', `/${kind}/${made.body.id}`, undefined, whole);
    expect([read.status, read.body.version]).toEqual([200, 2]);
    expect((await ask('DELETE', `/${kind}/${made.body.id}`, {})).text).toBe('');
    expect((await ask('GET', `/${kind}/${made.body.id}`, undefined, whole)).status).toBe(404);
  });

  it('presses buttons by requests that have a type and no body', async () => {
    const { id } = await make('userstories', 'Crane');
    const paths = ['upvote', 'downvote', 'watch', 'unwatch'].map((name) => `/userstories/${id}/${name}`);
    for (const path of [...paths, `/projects/${project.id}/like`, `/projects/${project.id}/unlike`]) {
      const { status, text } = await ask('POST', path);
      expect([path, status, text]).toEqual([path, 200, '']);
    }
  });

  it('reads whole lists, and pages without counting', async () => {
    for (let number = 1; number <= 4; number++) await make('issues', `Issue ${number}`);
    const all = await ask<Element[]>('GET', `/issues?project=${project.id}&page_size=2`, undefined, { 'x-disable-pagination': '' });
    expect(all.body.length).toBeGreaterThanOrEqual(4);
    expect([...all.headers.keys()].filter((name) => /^x-pagina/.test(name))).toEqual([]);
    const page = await ask<Element[]>('GET', `/issues?project=${project.id}&page=1&page_size=2`);
    expect([page.body.length, page.headers.get('x-pagination-count')]).toEqual([2, String(all.body.length)]);
    expect(page.headers.get('access-control-expose-headers')).toContain('x-pagination-count');
    const timeline = await ask<Json[]>('GET', `/timeline/project/${project.id}?page=1&only_relevant=true&page_size=1`, undefined, lazy);
    expect(timeline.body).toHaveLength(1);
    expect(timeline.headers.get('x-pagination-next')).toContain('page=2');
    expect(timeline.headers.has('x-pagination-count')).toBe(false);
  });

  it('drags cards with the places of the others in a header', async () => {
    const sprint = { project: project.id, name: 'Tide', estimated_start: '2030-01-01', estimated_finish: '2030-01-14' };
    const { body: milestone } = await ask('POST', '/milestones', sprint);
    const [story, other] = [await make('userstories', 'Lock', { milestone: milestone.id }), await make('userstories', 'Gate')];
    const tasks = [await make('tasks', 'One', { user_story: story.id }), await make('tasks', 'Two', { user_story: story.id })] as const;
    const [moved, pushed] = tasks;
    const path = `/tasks/${moved.id}?include_attachments=true&status__is_archived=false`;
    const header = { 'set-orders': JSON.stringify({ [pushed.id]: 9 }) };
    const dragged = await ask('PATCH', path, { us_order: 4, taskboard_order: 4, version: moved.version }, header);
    expect([dragged.status, dragged.body.version]).toEqual([200, 2]);
    expect(Object.keys(JSON.parse(dragged.headers.get('taiga-info-order-updated') ?? '{}') as Json)).toContain(String(moved.id));
    const bulk = { project_id: project.id, milestone_id: milestone.id, after_userstory_id: story.id, bulk_userstories: [other.id] };
    const dropped = await ask<Element[]>('POST', '/userstories/bulk_update_backlog_order', bulk);
    expect(dropped.body.find(({ id }) => id === other.id)).toMatchObject({ milestone: milestone.id });
    const ticked = { project_id: project.id, milestone_id: milestone.id, bulk_stories: [{ us_id: other.id, order: 1 }] };
    expect(await ask('POST', '/userstories/bulk_update_milestone', ticked)).toMatchObject({ status: 204, text: '' });
    const titled = await ask('GET', `/milestones?project=${project.id}&closed=false`, undefined, whole);
    expect(titled.headers.get('taiga-info-total-opened-milestones')).toBe('1');
  });

  it('keeps its settings under a key that it first tries to replace', async () => {
    const key = '/user-storage/a94a8fe5ccb19ba6';
    expect((await ask('GET', key)).status).toBe(404);
    expect((await ask('PUT', key, { key: 'a94a8fe5ccb19ba6', value: { open: true } })).status).toBe(404);
    expect((await ask('POST', '/user-storage', { key: 'a94a8fe5ccb19ba6', value: { open: true } })).status).toBe(201);
    expect((await ask('PUT', key, { key: 'a94a8fe5ccb19ba6', value: { open: false } })).status).toBe(200);
    expect((await ask<Json>('GET', key)).body.value).toEqual({ open: false });
  });

  it('uploads files as forms, and asks with cards for their thumbnails', async () => {
    const { id, ref } = await make('userstories', 'Dock');
    const form = new FormData();
    form.append('project', String(project.id));
    form.append('object_id', String(id));
    form.append('from_comment', 'false');
    form.append('attached_file', new Blob(['depths']), 'depths.txt');
    const attachment = await ask<Json>('POST', '/userstories/attachments', form);
    expect(attachment).toMatchObject({ status: 201, body: { name: 'depths.txt', size: 6, is_deprecated: false } });
    const query = `project=${project.id}&ref=${ref}&include_attachments=true&include_tasks=true`;
    const read = await ask<Json>('GET', `/userstories/by_ref?${query}`, undefined, whole);
    expect(read.body).toMatchObject({ id, tasks: [], attachments: [{ id: attachment.body.id }] });
  });

  it('opens every page on what it finds by its address', async () => {
    const find = async (path: string) => (await ask<Json>('GET', path, undefined, whole)).body;
    const shown = await find(`/projects/by_slug?slug=${project.slug}`);
    for (const list of ['members', 'roles', 'points', 'us_statuses', 'milestones', 'my_permissions', 'tags_colors'])
      expect([list, typeof shown[list]]).toEqual([list, 'object']);
    expect(Object.keys(await find(`/search?project=${project.id}&text=lock&get_all=false`)).sort()).toEqual(
      ['count', 'epics', 'issues', 'tasks', 'userstories', 'wikipages'].sort(),
    );
    const bell = await ask('GET', '/web-notifications?only_unread=true&page=1', undefined, lazy);
    expect(bell.body).toMatchObject({ objects: [], total: 0 });
    expect((await ask('GET', `/wiki/by_slug?project=${project.id}&slug=nothing`)).status).toBe(404);
    const filters = await find(`/userstories/filters_data?project=${project.id}&milestone=null`);
    expect(Object.keys(filters)).toEqual(
      expect.arrayContaining(['statuses', 'assigned_to', 'assigned_users', 'owners', 'roles', 'tags', 'epics']),
    );
    expect(Object.keys(await find(`/projects/${project.id}/member_stats`))).toHaveLength(5);
  });
});
