import { asanaPeople, asanaToken } from '../../support/outside/asana';
import { ann as annOut, bob as bobOut, githubToken } from '../../support/outside/github';
import { trelloPeople, trelloToken } from '../../support/outside/trello';
import type { Person } from '../../support/installation';
import { importedBy, limit, said, type Json } from './imported';
import { startOutside, type Outside } from './outside-support';

let outside: Outside;
let ann: Person;
let bob: Person;

beforeAll(async () => {
  outside = await startOutside();
  ann = outside.ann;
  bob = await outside.here.register('bob');
}, limit);

afterAll(() => outside.stop(), limit);

const imported = (system: string, body: Json) => importedBy(outside, system, body);

describe('a repository of GitHub', () => {
  it(
    'becomes a project with its labels, milestones, issues, comments and events',
    async () => {
      const made = await imported('github', {
        token: githubToken,
        project: 'octo/rocket',
        users_bindings: { [annOut.id]: ann.id, [bobOut.id]: 'BOB@example.com', 13: 'nobody@example.com', 14: 99999 },
        keep_external_reference: true,
        is_private: true,
      });
      const { project } = made;
      expect(project).toMatchObject({ name: 'octo/rocket', description: 'To the moon', is_private: true, is_backlog_activated: true });
      expect(made.answer).toMatchObject({ is_backlog_activated: true, is_kanban_activated: false });
      expect(project.owner).toMatchObject({ id: ann.id });
      expect(made.members().sort()).toEqual([
        ['ann', expect.any(String)],
        ['bob', 'Github'],
      ]);
      expect(made.names('us_statuses').map(([name]) => name)).toEqual(['Open', 'Closed']);
      expect(project.tags_colors).toMatchObject({ bug: '#d73a4a', 'help wanted': '#008672' });
      const sprints = await made.list('milestones');
      expect(sprints.map(({ name, estimated_finish }) => [name, estimated_finish]).sort()).toEqual([
        ['Endless', '9999-12-31'],
        ['First', '2024-02-01'],
      ]);

      const stories = await made.list('userstories');
      expect(stories.map(({ ref }) => ref).sort((one, other) => one - other)).toEqual(Array.from({ length: 120 }, (_, index) => index + 1));
      const first = stories.find(({ ref }) => ref === 1)!;
      expect(first).toMatchObject({
        subject: 'The engine **stalls**',
        status: made.id('us_statuses', 'Closed'),
        is_closed: true,
        assigned_to: bob.id,
        watchers: [ann.id],
        milestone_name: 'First',
        external_reference: ['github', 'https://github.com/octo/rocket/issues/1'],
        created_date: '2024-01-10T08:00:00Z',
        finish_date: '2024-01-10T08:50:00Z',
        owner: ann.id,
        total_comments: 1,
      });
      expect((first.tags as [string, string][]).map(([name]) => name)).toEqual(['bug', 'help wanted']);
      expect((await made.detail('userstories', first.id)).description_html).toContain(
        `href="http://front.example.com/project/${String(project.slug)}/us/2"`,
      );

      const history = await made.history('userstory', first.id);
      expect(history.map(said)).toEqual([
        { tags: [[], ['bug']] },
        { assigned_to: [null, 'bob Tester'] },
        { milestone: [null, 'First'] },
        { subject: ['Engine', 'The engine **stalls**'] },
        { tags: [['bug'], ['bug', 'help wanted']] },
        { status: ['Open', 'Closed'] },
        { status: ['Closed', 'Open'] },
        { status: ['Open', 'Closed'] },
        'Comment 1',
      ]);
      expect(history[8]).toMatchObject({
        user: { pk: null, name: 'carl-out' },
        created_at: expect.stringContaining('2024-01-10T08:20:00') as string,
      });
      expect(history[5]).toMatchObject({ user: { pk: bob.id } });
      const second = await made.history('userstory', stories.find(({ ref }) => ref === 2)!.id);
      expect(second).toHaveLength(100);

      const next = await outside.here.send('POST', '/userstories', { project: project.id, subject: 'New' }, ann);
      expect(next.body.ref).toBe(121);
      expect(outside.here.mails.filter(({ name }) => name !== 'registration')).toEqual([]);
    },
    limit,
  );

  it(
    'has a timeline of what those did whom we know',
    async () => {
      const made = await imported('github', {
        token: githubToken,
        project: 'octo/rocket',
        name: 'Told',
        users_bindings: { [annOut.id]: ann.id },
      });
      const timeline = await made.timeline();
      const told = timeline.filter(({ event_type }) => String(event_type).startsWith('userstories.'));
      const types = new Set(told.map(({ event_type }) => event_type));
      expect(types).toEqual(new Set(['userstories.userstory.create', 'userstories.userstory.change']));
      expect(told.every(({ data }) => ((data as Json).user as Json).id === ann.id)).toBe(true);
      const created = told.filter(({ event_type }) => event_type === 'userstories.userstory.create');
      expect(created.map(({ data }) => ((data as Json).userstory as Json).ref)).toEqual([1]);
      expect(made.project).toMatchObject({
        name: 'Told',
        is_private: false,
        anon_permissions: expect.arrayContaining(['view_project']) as object,
      });
      const seen = await outside.here.send<Json[]>('GET', `/userstories?project=${made.project.id}`);
      expect(seen.body.length).toBeGreaterThan(0);
    },
    limit,
  );

  it(
    'becomes issues where the template says so',
    async () => {
      const made = await imported('github', { token: githubToken, project: 'octo/rocket', template: 'issues', is_private: true });
      expect(await made.list('userstories')).toEqual([]);
      const issues = await made.list('issues');
      expect(issues).toHaveLength(120);
      expect(issues.find(({ ref }) => ref === 1)).toMatchObject({
        status: made.id('issue_statuses', 'Closed'),
        external_reference: null,
        assigned_to: null,
        finished_date: '2024-01-10T08:50:00Z',
      });
    },
    limit,
  );
});

describe('a board of Trello', () => {
  it(
    'becomes a project with lists, cards, check items, files and the past of the cards',
    async () => {
      const made = await imported('trello', {
        token: trelloToken,
        project: 'board1',
        description: 'Ours',
        users_bindings: { [trelloPeople.ann]: ann.id, [trelloPeople.bob]: bob.id },
        keep_external_reference: true,
      });
      expect(made.project).toMatchObject({ name: 'Kitchen', description: 'Ours', is_kanban_activated: true });
      expect(made.names('us_statuses').map(([name]) => name)).toEqual(['To do', 'Done', 'Done (2)']);
      expect(made.members()).toContainEqual(['bob', 'Trello']);
      expect(made.project.tags_colors).toMatchObject({ vegan: '#61bd4f', sky_dark: '#00c2e0', plain: null });
      const stories = await made.list('userstories');
      expect(stories.map(({ ref, subject }) => [ref, subject]).sort()).toEqual([
        [1, 'Soup'],
        [4, 'Bread'],
      ]);
      const soup = stories.find(({ ref }) => ref === 1)!;
      expect(soup).toMatchObject({
        status: made.id('us_statuses', 'Done'),
        assigned_to: ann.id,
        watchers: [bob.id],
        external_reference: ['trello', 'https://trello.com/c/one'],
        created_date: '2024-01-02T10:00:00Z',
        modified_date: '2024-02-02T10:00:00Z',
        total_attachments: 2,
        total_comments: 1001,
      });
      const attributes = made.names('userstory_custom_attributes');
      const values = await made.detail('userstories/custom-attributes-values', soup.id);
      expect(values.attributes_values).toEqual({ [String(attributes[0]?.[1])]: '2024-03-01' });

      const tasks = await made.list('tasks');
      expect(tasks.map(({ ref, subject, status, user_story }) => [ref, subject, status, user_story]).sort()).toEqual([
        [2, 'Chop', made.id('task_statuses', 'Complete'), soup.id],
        [3, 'Boil', made.id('task_statuses', 'Incomplete'), soup.id],
      ]);

      const files = await made.list(`userstories/attachments?object_id=${soup.id}`);
      expect(files.map(({ name, size }) => [name, size])).toEqual([
        ['recipe.txt', 11],
        ['moved.txt', 11],
      ]);
      expect(files[0]?.owner).toBe(ann.id);

      const history = await made.history('userstory', soup.id);
      expect(history).toHaveLength(100);
      const oldest = await outside.here.send<Json[]>('GET', `/history/userstory/${soup.id}?page_size=100&page=11`, undefined, ann);
      const [due, description, moved, named, comment] = oldest.body as { values_diff: Json; comment: string; user: Json }[];
      expect(comment).toMatchObject({ comment: 'Tasty', user: { pk: bob.id } });
      expect(named?.values_diff).toEqual({ subject: ['Broth', 'Soup'] });
      expect(named?.user).toMatchObject({ pk: null, name: 'Carl' });
      expect(moved?.values_diff).toEqual({ status: ['Old', 'Done'] });
      expect(description?.values_diff).toHaveProperty('description_diff');
      expect(due?.values_diff).toMatchObject({ custom_attributes: { new: [{ name: 'Due', value: '2024-03-01' }] } });
    },
    limit,
  );
});

describe('a project of Asana', () => {
  it(
    'becomes a project with its tasks, those below them, files and comments',
    async () => {
      const made = await imported('asana', {
        token: asanaToken,
        project: 501,
        users_bindings: { [asanaPeople.ann]: ann.id, [asanaPeople.bob]: bob.id },
        keep_external_reference: true,
      });
      expect(made.project).toMatchObject({ name: 'Space/Moon', description: 'Go there' });
      expect(made.project.tags_colors).toMatchObject({ urgent: '#ee2400', later: null });
      const stories = await made.list('userstories');
      expect(stories.map(({ ref, subject }) => [ref, subject]).sort()).toEqual([
        [1, 'Launch'],
        [4, 'Land'],
        [5, 'Return'],
      ]);
      const launch = stories.find(({ ref }) => ref === 1)!;
      expect(launch).toMatchObject({
        status: made.id('us_statuses', 'Closed'),
        assigned_to: bob.id,
        watchers: [ann.id],
        total_attachments: 1,
        external_reference: ['asana', 'https://app.asana.com/0/501/1'],
        finish_date: '2024-01-03T10:00:00Z',
      });
      expect((await made.history('userstory', launch.id)).map(said)).toEqual([
        { assigned_to: [null, 'bob Tester'] },
        { subject: ['Start', 'Launch'] },
        'Ready?',
        { status: ['Open', 'Closed'] },
      ]);
      const tasks = await made.list('tasks');
      expect(tasks.map(({ ref, subject, user_story, status }) => [ref, subject, user_story, status]).sort()).toEqual([
        [2, 'Fuel', launch.id, made.id('task_statuses', 'Open')],
        [3, 'Buy', launch.id, made.id('task_statuses', 'Closed')],
      ]);
    },
    limit,
  );
});
