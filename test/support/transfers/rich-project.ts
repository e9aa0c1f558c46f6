import type { Body, Carrier, Traveller } from './carrier';

/** A file that is no text: all bytes there are, many times. */
export const oddBytes = Buffer.from(Array.from({ length: 70_001 }, (_, index) => (index * 31) % 256));

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mP8z8BQz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC';
export const redDot = Buffer.from(dot, 'base64');

interface Named {
  id: number;
  name: string;
  slug: string;
}
type Project = Body & { id: number } & Record<
    'roles' | 'points' | 'us_statuses' | 'task_statuses' | 'issue_statuses' | 'epic_statuses' | 'issue_types' | 'priorities' | 'severities',
    Named[]
  >;
type Element = Body & { id: number; ref: number; version: number };

interface Filling {
  carrier: Carrier;
  friend: Traveller;
  project: Project;
}

const kinds = ['epics', 'userstories', 'tasks', 'issues'] as const;
type Kind = (typeof kinds)[number];
/** As paths of settings and of the history name one. */
const one = { epics: 'epic', userstories: 'userstory', tasks: 'task', issues: 'issue' } as const;

/** A project with something in each part of its dump, made by its owner and a second member as clients make it. */
export async function makeRichProject(carrier: Carrier, friend: Traveller): Promise<number> {
  const project = await configure(carrier, friend);
  const filling = { carrier, friend, project };
  const { stories, tasks, issues, epics } = await makeElements(filling);
  const elements: [Kind, Element][] = [
    ['userstories', stories[0] as Element],
    ['tasks', tasks[0] as Element],
    ['issues', issues[0] as Element],
    ['epics', epics[0] as Element],
  ];
  for (const [kind, element] of elements) await enrich(filling, kind, element);
  await makeWiki(filling);
  return project.id;
}

/** Settings, people, and marks of the project itself. */
async function configure(carrier: Carrier, friend: Traveller): Promise<Project> {
  const { id } = await carrier.add('/projects', { name: 'Rich', description: 'About “it”\u2028', is_private: true });
  const flags = { is_epics_activated: true, is_kanban_activated: true, is_looking_for_people: true, looking_for_people_note: 'Sailors' };
  const totals = { total_milestones: 5, total_story_points: 120.5, videoconferences: 'jitsi', videoconferences_extra_data: 'deck' };
  await carrier.done('PATCH', `/projects/${id}`, { ...flags, ...totals, tags: ['sea', 'salt'] });
  for (const [tag, color] of [['red', '#ff0000'], ['plain']]) await carrier.done('POST', `/projects/${id}/create_tag`, { tag, color });
  for (const kind of ['userstory', 'task', 'issue'])
    await carrier.add(`/${kind}-due-dates`, { project: id, name: 'In a week', days_to_due: 7, color: '#abcdef' });
  for (const kind of kinds)
    for (const type of ['text', 'date', 'number', 'checkbox', 'url'])
      await carrier.add(`/${one[kind]}-custom-attributes`, { project: id, name: `A ${type}`, type, description: `${type} of ${kind}` });
  const project = await carrier.done<Project>('GET', `/projects/${id}`);
  const [first] = project.us_statuses;
  for (const name of ['Fast', 'Slow']) await carrier.add('/swimlanes', { project: id, name });
  const limits = await carrier.done<{ id: number }[]>('GET', `/swimlane-userstory-statuses?project=${id}`);
  await carrier.done('PATCH', `/swimlane-userstory-statuses/${limits.at(-1)?.id ?? 0}`, { wip_limit: 4 });
  await carrier.done('PATCH', `/userstory-statuses/${first?.id ?? 0}`, { wip_limit: 9 });
  await carrier.add('/roles', { project: id, name: 'Crew', computable: true, permissions: ['view_us', 'view_tasks'] });
  const role = project.roles.find(({ slug }) => slug === 'back')?.id;
  await carrier.add('/memberships', { project: id, role, username: friend.email, is_admin: true });
  await carrier.add('/memberships', { project: id, role, username: 'nobody@example.com', invitation_extra_text: 'Come' });
  await carrier.done('POST', `/projects/${id}/watch`, {}, friend);
  await carrier.upload(`/projects/${id}/change_logo`, {}, { field: 'logo', name: 'logo.png', content: redDot, type: 'image/png' });
  return carrier.done<Project>('GET', `/projects/${id}`);
}

interface Elements {
  stories: Element[];
  tasks: Element[];
  issues: Element[];
  epics: Element[];
}

async function makeElements({ carrier, friend, project }: Filling): Promise<Elements> {
  const { id } = project;
  const add = (path: string, values: object) => carrier.add(path, { project: id, ...values }) as Promise<Element>;
  const dates = { estimated_start: '2026-01-01', estimated_finish: '2026-01-14' };
  const sprint = (await add('/milestones', { name: 'Sprint 1', ...dates, disponibility: 12.5 })).id;
  const empty = await add('/milestones', { name: 'Sprint 2', ...dates });
  await carrier.done('POST', `/milestones/${empty.id}/watch`, {}, friend);
  const lanes = await carrier.done<Named[]>('GET', `/swimlanes?project=${id}`);
  const due = { due_date: '2026-03-01', due_date_reason: 'The fair' };
  const issue = await add('/issues', {
    ...{ subject: 'An issue', tags: [['red', null]], milestone: sprint, ...due, severity: project.severities.at(-1)?.id },
    ...{ type: project.issue_types.at(-1)?.id, priority: project.priorities[0]?.id, external_reference: ['github', 'https://x.example/1'] },
  });
  const story = await add('/userstories', {
    ...{ subject: 'A story with “quotes”\u2028and lines', milestone: sprint, assigned_to: friend.id, description: 'see #1 and @bob' },
    ...{ generated_from_issue: issue.id, ...due, tags: ['red', 'new'], watchers: [friend.id], swimlane: lanes.at(-1)?.id },
    ...{ client_requirement: true, team_requirement: true, assigned_users: [friend.id, carrier.owner.id] },
  });
  await add('/userstories', { subject: 'Done', status: project.us_statuses.find(({ slug }) => slug === 'done')?.id });
  const role = project.roles.find(({ slug }) => slug === 'back')?.id ?? 0;
  const five = project.points.find(({ name }) => name === '5')?.id;
  await carrier.done('PATCH', `/userstories/${story.id}`, { points: { [role]: five }, version: 1 });
  const closed = project.task_statuses.find(({ slug }) => slug === 'closed')?.id;
  const task = await add('/tasks', {
    subject: 'A task',
    user_story: story.id,
    milestone: sprint,
    status: closed,
    ...due,
    is_iocaine: true,
  });
  const alone = await add('/tasks', { subject: 'A task alone', assigned_to: carrier.owner.id });
  await carrier.done('POST', `/tasks/${alone.id}/promote_to_user_story`, { project_id: id });
  await carrier.done('POST', `/issues/${issue.id}/upvote`, {}, friend);
  await carrier.done('POST', `/issues/${issue.id}/upvote`, {});
  const epics = [
    await add('/epics', { subject: 'An epic', color: '#123456', team_requirement: true }),
    await add('/epics', { subject: 'Bare' }),
  ];
  const stories = await carrier.done<Element[]>('GET', `/userstories?project=${id}&order_by=ref`);
  for (const { id: related } of stories)
    await carrier.add(`/epics/${epics[0]?.id ?? 0}/related_userstories`, { epic: epics[0]?.id, user_story: related });
  return { stories: [story], tasks: [task], issues: [issue], epics };
}

const customValues: Record<string, unknown> = {
  ...{ 'A text': 'Ahoj “světe”', 'A date': '2026-05-05', 'A number': 3.5, 'A checkbox': true, 'A url': 'https://x.example/?a=1&b=<2>' },
};

/** Custom values, watchers, a block, comments in all their states, files. */
async function enrich({ carrier, friend, project: { id: project } }: Filling, kind: Kind, { id }: Element): Promise<void> {
  const attributes = await carrier.done<Named[]>('GET', `/${one[kind]}-custom-attributes?project=${project}`);
  const attributes_values = Object.fromEntries(attributes.map((attribute) => [attribute.id, customValues[attribute.name]]));
  await carrier.done('PATCH', `/${kind}/custom-attributes-values/${id}`, { attributes_values, version: 1 });
  await carrier.done('POST', `/${kind}/${id}/watch`, {}, friend);
  const change = async (values: object, as = carrier.owner) => {
    const { version } = await carrier.done<Element>('GET', `/${kind}/${id}`);
    await carrier.done('PATCH', `/${kind}/${id}`, { ...values, version }, as);
  };
  await change({ is_blocked: true, blocked_note: 'No *wind*' });
  await change({ subject: `Changed ${kind}`, description: 'With a [link](https://x.example) to #1', assigned_to: friend.id }, friend);
  for (const comment of ['look at #1, @bob', 'Once', 'Never']) await change({ comment }, friend);
  const entries = await carrier.done<{ id: string; comment: string }[]>('GET', `/history/${one[kind]}/${id}`);
  const entry = (text: string) => entries.find(({ comment }) => comment === text)?.id ?? '';
  await carrier.done('POST', `/history/${one[kind]}/${id}/edit_comment?id=${entry('Once')}`, { comment: 'Twice' }, friend);
  await carrier.done('POST', `/history/${one[kind]}/${id}/delete_comment?id=${entry('Never')}`, {});
  await attachFiles(carrier, kind, project, id);
}

async function attachFiles(carrier: Carrier, kind: Kind | 'wiki', project: number, element: number): Promise<void> {
  const path = `/${kind}/attachments`;
  const values = { project: String(project), object_id: String(element) };
  await carrier.attach(path, { ...values, description: 'notes' }, { name: 'notes.txt', content: `of ${kind}` });
  await carrier.attach(path, { ...values, is_deprecated: 'true' }, { name: 'odd “bytes”.bin', content: oddBytes });
  await carrier.attach(path, values, { name: 'dot.png', content: redDot });
}

async function makeWiki({ carrier, friend, project: { id: project } }: Filling): Promise<void> {
  const page = await carrier.add('/wiki', { project, slug: 'home', content: 'to #2' });
  await carrier.done('PATCH', `/wiki/${page.id}`, { content: 'to #2 and [[elsewhere]]', version: 1 }, friend);
  await carrier.done('POST', `/wiki/${page.id}/watch`, {}, friend);
  await attachFiles(carrier, 'wiki', project, page.id);
  await carrier.add('/wiki-links', { project, title: 'A link' });
}
