import { allServices } from '../../support/all-services';
import { originOf, startInstallation, type Installation, type Person } from '../../support/installation';
import { redDot } from '../../support/transfers/rich-project';

interface Event {
  id: number;
  content_type: number;
  object_id: number;
  namespace: string;
  event_type: string;
  project: number | null;
  data: Record<string, unknown> & { user: { id: number; name: string }; comment?: string };
  created: string;
}

interface Project {
  id: number;
  slug: string;
  roles: { id: number; slug: string }[];
}

let here: Installation;
let alice: Person;
let bob: Person;
let stranger: Person;
/** One that all may see, and one for its members alone. */
let open: Project;
let closed: Project;

const make = async <Body = { id: number }>(path: string, values: object, person = alice): Promise<Body> => {
  const answer = await here.send<Body>('POST', `/${path}`, values, person);
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
};

async function read(timeline: string, query = '', person?: Person): Promise<Event[]> {
  const answer = await here.send<Event[]>('GET', `/timeline/${timeline}${query}`, undefined, person);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
}

const types = (events: Event[]) => events.map(({ event_type: type }) => type);

async function projectOf(name: string, isPrivate: boolean): Promise<Project> {
  const { id } = await make('projects', { name, description: 'x', is_private: isPrivate });
  await here.send('PATCH', `/projects/${id}`, { is_epics_activated: true }, alice);
  return (await here.send<Project>('GET', `/projects/${id}`, undefined, alice)).body;
}

beforeAll(async () => {
  here = await startInstallation(allServices());
  [alice, bob, stranger] = (await Promise.all(['alice', 'bob', 'stranger'].map((name) => here.register(name)))) as [Person, Person, Person];
  [open, closed] = [await projectOf('Open', false), await projectOf('Closed', true)];
  for (const { id, roles } of [open, closed])
    await make('memberships', { project: id, role: roles.find(({ slug }) => slug === 'back')?.id, username: bob.email });
}, 60_000);
afterAll(() => here?.stop());

describe('the timeline of a project', () => {
  it('tells creation, change and deletion of every kind, the newest first, with what each is about', async () => {
    const project = open.id;
    const sprint = await make('milestones', { project, name: 'June', estimated_start: '2030-06-01', estimated_finish: '2030-06-30' });
    const story = await make<{ id: number; ref: number }>('userstories', { project, subject: 'Sail', milestone: sprint.id });
    const task = await make('tasks', { project, subject: 'Knot', user_story: story.id });
    const issue = await make('issues', { project, subject: 'Leak' });
    const epic = await make('epics', { project, subject: 'Voyage' });
    await make(`epics/${epic.id}/related_userstories`, { epic: epic.id, user_story: story.id });
    const page = await make('wiki', { project, slug: 'log', content: 'calm' });
    await here.send('PATCH', `/issues/${issue.id}`, { subject: 'Leaks', version: 1, comment: 'two of them' }, bob);
    await here.send('DELETE', `/tasks/${task.id}`, undefined, alice);
    const events = await read(`project/${project}`, '?page_size=9', alice);
    expect(types(events)).toEqual([
      ...['tasks.task.delete', 'issues.issue.change', 'wiki.wikipage.create', 'epics.relateduserstory.create', 'epics.epic.create'],
      ...['issues.issue.create', 'tasks.task.create', 'userstories.userstory.create', 'milestones.milestone.create'],
    ]);
    const about = { id: project, slug: open.slug, name: 'Open', description: 'x' };
    const data = (type: string) => events.find(({ event_type }) => event_type === type)?.data;
    expect(data('issues.issue.change')).toMatchObject({
      issue: { id: issue.id, subject: 'Leaks' },
      user: { id: bob.id, username: 'bob', is_profile_visible: true },
      values_diff: { subject: ['Leak', 'Leaks'] },
      ...{ comment: 'two of them', comment_html: '<p>two of them</p>', project: about },
    });
    expect(data('userstories.userstory.create')).toMatchObject({
      userstory: { id: story.id, ref: story.ref, subject: 'Sail' },
      milestone: { id: sprint.id, slug: 'june', name: 'June' },
    });
    expect(data('tasks.task.create')).toMatchObject({ task: { id: task.id, userstory: { id: story.id, subject: 'Sail' } } });
    expect(data('epics.relateduserstory.create')).toMatchObject({ epic: { id: epic.id }, userstory: { id: story.id } });
    expect(data('wiki.wikipage.create')).toMatchObject({ wikipage: { id: page.id, slug: 'log' } });
    expect(new Set(events.map(({ namespace, project: id, object_id }) => `${namespace} ${id} ${object_id}`))).toEqual(
      new Set([`project:${project} ${project} ${project}`]),
    );
  });

  it('points to the history for the change of a description', async () => {
    const story = await make('userstories', { project: open.id, subject: 'Deep', description: 'one' });
    await here.send('PATCH', `/userstories/${story.id}`, { description: 'two', version: 1 }, alice);
    const [event] = await read(`project/${open.id}`, '?page_size=1');
    expect(event?.data.values_diff).toEqual({ description_diff: 'Check the history API for the exact diff' });
  });

  it('shows the attachments that came and went with their thumbnails', async () => {
    const story = await make('userstories', { project: open.id, subject: 'Drawn' });
    const attach = async (name: string, content: Buffer) => {
      const form = new FormData();
      form.set('project', String(open.id));
      form.set('object_id', String(story.id));
      form.set('attached_file', new Blob([content]), name);
      const headers = { authorization: `Bearer ${alice.token}` };
      const answer = await fetch(`${originOf(here)}/api/v1/userstories/attachments`, { method: 'POST', body: form, headers });
      return (await answer.json()) as { id: number; thumbnail_card_url: string | null };
    };
    const drawing = await attach('dot.png', redDot);
    const text = await attach('notes.txt', Buffer.from('notes'));
    await here.send('DELETE', `/userstories/attachments/${drawing.id}`, undefined, alice);
    const thumb = { id: drawing.id, filename: 'dot.png', thumb_url: drawing.thumbnail_card_url };
    expect(drawing.thumbnail_card_url).toMatch(/^http/);
    const events = await read(`project/${open.id}`, '?page_size=3');
    expect(events.map(({ data }) => data.values_diff)).toEqual([
      { attachments: { new: [], changed: [], deleted: [expect.objectContaining(thumb)] } },
      { attachments: { new: [expect.objectContaining({ id: text.id, thumb_url: null })], changed: [], deleted: [] } },
      { attachments: { new: [expect.objectContaining(thumb)], changed: [], deleted: [] } },
    ]);
  });

  it('tells that a comment was edited and taken back, with the date of the comment', async () => {
    const story = await make('userstories', { project: open.id, subject: 'Talk' });
    await here.send('PATCH', `/userstories/${story.id}`, { comment: 'first', version: 1 }, bob);
    const [said] = await read(`project/${open.id}`, '?page_size=1');
    const history = `/history/userstory/${story.id}`;
    const entry = (await here.send<{ id: string }[]>('GET', history, undefined, bob)).body[0]?.id;
    await here.send('POST', `${history}/edit_comment?id=${entry}`, { comment: 'second' }, bob);
    await here.send('POST', `${history}/delete_comment?id=${entry}`, {}, bob);
    const events = await read(`project/${open.id}`, '?page_size=3');
    expect(events.map(({ data, created }) => [data.comment, data.comment_edited, data.comment_deleted, created])).toEqual([
      ['second', true, true, said?.created],
      ['second', true, undefined, said?.created],
      ['first', undefined, undefined, said?.created],
    ]);
  });

  it('tells who came and went in the name of the member', async () => {
    const role = open.roles.find(({ slug }) => slug === 'ux')?.id;
    const dora = await here.register('dora');
    const membership = await make('memberships', { project: open.id, role, username: dora.email });
    await here.send('DELETE', `/memberships/${membership.id}`, undefined, alice);
    const events = (await read(`project/${open.id}`)).filter(({ event_type: type }) => type.startsWith('projects.membership'));
    expect(events.slice(0, 2).map(({ event_type: type, data }) => [type, data.user.id, data.role])).toEqual([
      ['projects.membership.delete', dora.id, { id: role, name: 'UX' }],
      ['projects.membership.create', dora.id, { id: role, name: 'UX' }],
    ]);
  });

  it('is closed to who may not see the project', async () => {
    const status = async (person?: Person) => (await here.send('GET', `/timeline/project/${closed.id}`, undefined, person)).status;
    expect([await status(), await status(stranger), await status(bob)]).toEqual([401, 403, 200]);
    expect((await here.send('GET', '/timeline/project/999999', undefined, alice)).status).toBe(404);
  });

  it('leaves out deletions when only what matters is asked for', async () => {
    const issue = await make('issues', { project: open.id, subject: 'Gone' });
    await here.send('DELETE', `/issues/${issue.id}`, undefined, alice);
    expect(types(await read(`project/${open.id}`, '?page_size=1'))).toEqual(['issues.issue.delete']);
    expect(types(await read(`project/${open.id}`, '?page_size=1&only_relevant=true'))).toEqual(['issues.issue.create']);
  });

  it('tells nothing of an order alone', async () => {
    const task = await make('tasks', { project: open.id, subject: 'Order' });
    await here.send('PATCH', `/tasks/${task.id}`, { us_order: 99, version: 1 }, alice);
    expect(types(await read(`project/${open.id}`, '?page_size=1'))).toEqual(['tasks.task.create']);
  });
});

describe('the timelines of a person', () => {
  it('tell an event once, however many people it was for', async () => {
    const story = await make('userstories', { project: open.id, subject: 'Watched', assigned_to: bob.id, watchers: [alice.id, bob.id] });
    const ofStory = (events: Event[]) => events.filter(({ data }) => (data.userstory as { id: number } | undefined)?.id === story.id);
    expect(types(ofStory(await read(`user/${alice.id}`)))).toEqual(['userstories.userstory.create']);
    expect(types(ofStory(await read(`profile/${bob.id}`)))).toEqual(['userstories.userstory.create']);
    expect(ofStory(await read(`user/${bob.id}`))).toEqual([]);
  });

  it('show of private projects what the reader may view there', async () => {
    await make('issues', { project: closed.id, subject: 'Secret' });
    const subjects = async (person?: Person) =>
      (await read(`user/${alice.id}`, '', person)).flatMap(({ data }) => (data.issue as { subject: string } | undefined)?.subject ?? []);
    expect(await subjects(bob)).toContain('Secret');
    for (const person of [undefined, stranger]) expect(await subjects(person)).not.toContain('Secret');
  });

  it('begin with the account', async () => {
    const events = await read(`profile/${stranger.id}`);
    expect(events.at(-1)).toMatchObject({ event_type: 'users.user.create', project: null, data: { user: { id: stranger.id } } });
  });

  it('are not found for nobody', async () => {
    for (const timeline of ['user', 'profile']) expect((await here.send('GET', `/timeline/${timeline}/999999`)).status).toBe(404);
  });
});
