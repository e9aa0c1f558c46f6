import { jiraToken } from '../../support/outside/jira';
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

describe('a project of Jira', () => {
  it(
    'becomes a project with epics, stories, tasks, issues and all their fields',
    async () => {
      const made = await imported('jira', {
        token: jiraToken,
        url: outside.jira.origin,
        project: '10000',
        project_type: 'scrum',
        importer_type: 'normal',
        users_bindings: { 'ann-j': ann.id, 'bob-j': bob.id },
        keep_external_reference: true,
        is_private: true,
      });
      expect(made.project).toMatchObject({ name: 'Rocket', description: 'Up', is_epics_activated: true });
      expect(made.names('us_statuses').map(([name]) => name)).toEqual(['Open', 'Doing', 'Done']);
      expect(made.names('issue_statuses').map(([name]) => name)).toEqual(['Open', 'Done']);
      expect(made.names('points').map(([name]) => name)).toEqual(['?', '0.5', '5']);
      expect((made.project.roles as { name: string }[]).map(({ name }) => name)).toEqual(['Main']);
      expect(made.names('userstory_custom_attributes').map(([name]) => name)).toEqual([
        'Due date',
        'Priority',
        'Environment',
        'Components',
        'Fix Version/s',
        'Links',
        'Customer',
        'Notes',
        'Shown on',
      ]);
      expect(made.names('issue_custom_attributes').map(([name]) => name)).toEqual(['Resolution', 'Resolution date']);
      const stories = await made.list('userstories');
      expect(stories).toHaveLength(121);
      const fly = stories.find(({ ref }) => ref === 3)!;
      expect(fly).toMatchObject({
        subject: 'Fly',
        status: made.id('us_statuses', 'Doing'),
        assigned_to: bob.id,
        owner: ann.id,
        total_points: 5,
        external_reference: ['jira', `${outside.jira.origin}/browse/ROCKET-3`],
        total_attachments: 1,
        total_comments: 2,
      });
      expect((fly.epics as { ref: number }[]).map(({ ref }) => ref)).toEqual([1]);
      const { attributes_values: values } = await made.detail('userstories/custom-attributes-values', fly.id);
      const valueOf = (name: string) => (values as Json)[String(made.id('userstory_custom_attributes', name))];
      expect(['Due date', 'Priority', 'Components', 'Customer', 'Notes', 'Shown on'].map(valueOf)).toEqual([
        '2024-02-01',
        'High',
        'Engine, Wings',
        'ACME',
        'Several\nlines',
        '2024-03-01',
      ]);
      expect(valueOf('Links')).toBe(
        `* blocks: [ROCKET-4 Crash](${outside.jira.origin}/browse/ROCKET-4)\n* [The \\[spec\\]](https://example.com/spec)`,
      );
      const history = await made.history('userstory', fly.id);
      expect(history.map(said)).toEqual([
        { subject: ['Go', 'Fly'] },
        { status: ['Open', 'Doing'] },
        { assigned_to: [null, 'bob Tester'] },
        'Nice',
        { tags: [['fast'], ['fast', 'far']] },
        'Indeed',
        { points: { Main: ['?', '5'] } },
        {
          custom_attributes: expect.objectContaining({
            changed: [expect.objectContaining({ name: 'Priority', changes: { value: ['Low', 'High'] } })],
          }) as object,
        },
        { attachments: expect.objectContaining({ new: [expect.objectContaining({ filename: 'map.txt' })] }) as object },
      ]);
      const [epic] = await made.list('epics');
      expect(epic).toMatchObject({ ref: 1, subject: 'Space', color: '#0052cc', owner: ann.id });
      const tasks = await made.list('tasks');
      expect(tasks.map(({ ref, user_story, assigned_to }) => [ref, user_story, assigned_to]).sort()).toEqual([
        [5, fly.id, ann.id],
        [6, null, null],
      ]);
      const [crash] = await made.list('issues');
      expect(crash).toMatchObject({ ref: 4, status: made.id('issue_statuses', 'Done'), type: made.id('issue_types', 'Bug') });
    },
    limit,
  );

  it(
    'that is a board has columns and sprints',
    async () => {
      const made = await imported('jira', {
        token: jiraToken,
        url: outside.jira.origin,
        project: '7',
        importer_type: 'agile',
        name: 'Board',
      });
      expect(made.names('us_statuses').map(([name]) => name)).toEqual(['Waiting', 'Working']);
      expect((await made.list('milestones')).map(({ name, closed }) => [name, closed]).sort()).toEqual([
        ['Sprint 1', true],
        ['Sprint 2', false],
        ['Sprint 3', false],
      ]);
      const stories = await made.list('userstories');
      expect(stories).toHaveLength(61);
      expect(stories.find(({ ref }) => ref === 3)).toMatchObject({
        subject: 'Fly',
        milestone_name: 'Sprint 2',
        status: made.id('us_statuses', 'Working'),
      });
      // Another project of the board had the number as well.
      expect(stories.find(({ subject }) => subject === 'Foreign')?.ref).toBe(69);
      const history = await made.history('userstory', stories.find(({ ref }) => ref === 3)!.id);
      expect(history.map(said)).toContainEqual({ milestone: ['Sprint 1', 'Sprint 2'] });
    },
    limit,
  );

  it.each([
    ['issues', [123, 2]],
    ['issues-with-subissues', [125, 0]],
  ])(
    'read as %s has issues of its issues',
    async (project_type, counts) => {
      const made = await imported('jira', { token: jiraToken, url: outside.jira.origin, project: 'ROCKET', project_type });
      expect([(await made.list('issues')).length, (await made.list('tasks')).length]).toEqual(counts);
      expect(await made.list('userstories')).toEqual([]);
    },
    limit,
  );

  it('of no known type is refused', async () => {
    const body = { token: jiraToken, url: outside.jira.origin, project: '10000', project_type: 'waterfall' };
    const { status, body: refusal } = await outside.here.send('POST', '/importers/jira/import_project', body, ann);
    expect([status, refusal._error_message]).toEqual([400, 'Invalid project_type waterfall']);
  });
});
