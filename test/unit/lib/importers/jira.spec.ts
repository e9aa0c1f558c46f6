import { JiraCensus } from '../../../../lib/importers/jira/census';
import { jiraEpic, jiraIssue, jiraStory, jiraTask } from '../../../../lib/importers/jira/elements';
import { kindOfType, numberOfKey, type JiraKind, type JiraRow } from '../../../../lib/importers/jira/kinds';
import { jiraProject, jiraSprints, statusesOfColumns, statusesOfTypes } from '../../../../lib/importers/jira/project';
import { OutsidePeople } from '../../../../lib/importers/people';

const statuses: Record<JiraKind, string[]> = { epic: ['Open'], userstory: ['Open', 'Done'], task: ['Open'], issue: ['Open'] };
const wishes = { name: 'P', description: 'D', isPrivate: true };

const censusOf = (rows: JiraRow[], more: Partial<ConstructorParameters<typeof JiraCensus>[0]> = {}) => {
  const people = new OutsidePeople({ ann: 'ann@example.com' });
  const fields = [
    { id: 'c1', name: 'Story Points', custom: true, schema: { type: 'number', custom: 'x:float' } },
    { id: 'c2', name: 'N'.repeat(80), custom: true, schema: { type: 'string', custom: 'x:textfield' } },
    { id: 'c3', name: 'Empty', custom: true, schema: { type: 'string', custom: 'x:textfield' } },
    { id: 'c4', name: 'Epic Link', custom: true, schema: { type: 'any', custom: 'x:gh-epic-link' } },
  ];
  const census = new JiraCensus({
    server: 'https://j',
    fields,
    statuses,
    columns: null,
    sprints: [],
    people,
    keepReference: true,
    ...more,
  });
  rows.forEach((row) => census.add(row));
  census.complete();
  return census;
};
const row = (kind: JiraKind, key: string, fields: object = {}, more: Partial<JiraRow> = {}): JiraRow => ({
  kind,
  issue: { key, fields: { summary: key, status: { id: '1', name: 'Open' }, created: '2024-01-01T10:00:00.000+0000', ...fields } },
  comments: [],
  links: [],
  ...more,
});

describe('a type of issues', () => {
  it.each([
    ['Epic', false, ['epic', 'epic', 'issue', 'issue']],
    ['User Story', false, ['userstory', 'userstory', 'issue', 'issue']],
    ['Bug', false, ['issue', 'issue', 'issue', 'issue']],
    ['Anything', false, ['userstory', 'userstory', 'issue', 'issue']],
    ['Sub-task', true, ['task', 'task', 'task', 'issue']],
  ])('%s becomes what the type of the project wants', (name, subtask, kinds) => {
    const types = ['scrum', 'kanban', 'issues', 'issues-with-subissues'] as const;
    expect(types.map((type) => kindOfType({ name, subtask }, type))).toEqual(kinds);
  });
});

describe('the issues of Jira', () => {
  it('keep the number of their key, and get another where it is taken', () => {
    expect([numberOfKey('ROCKET-12'), numberOfKey('odd')]).toEqual([12, null]);
    const rows = [row('userstory', 'A-3'), row('userstory', 'B-3'), row('task', 'B-4', { parent: { key: 'B-3' } })];
    const census = censusOf(rows);
    expect(rows.map((one) => census.placeOf(String(one.issue.key))?.ref)).toEqual([3, 5, 4]);
    expect(jiraTask(rows[2]!, census, [])).toMatchObject({ ref: 4, user_story: 5 });
  });

  it('bring the attributes that one of their kind has a value for, and the values of points', () => {
    const census = censusOf([
      row('userstory', 'A-1', { c1: 5, c2: 'x', priority: { name: 'High' } }),
      row('userstory', 'A-2', { c1: 0.5 }),
      row('task', 'A-3'),
    ]);
    const project = jiraProject({ roles: [{ name: 'UX', slug: 'ux', permissions: ['view_us'] }] }, census, wishes);
    expect(project.userstorycustomattributes).toMatchObject([
      { name: 'Priority', type: 'text' },
      { name: 'N'.repeat(64), type: 'text' },
    ]);
    expect(project.taskcustomattributes).toEqual([]);
    expect(project.points).toMatchObject([
      { name: '?', value: null },
      { name: '0.5', value: 0.5 },
      { name: '5', value: 5 },
    ]);
    expect(project.roles).toMatchObject([{ name: 'Main', computable: true, permissions: ['view_us'] }]);
    expect(project.us_statuses?.map(({ name, is_closed }) => [name, is_closed])).toEqual([
      ['Open', false],
      ['Done', false],
    ]);
  });

  it('become stories with points, links and their history', () => {
    const changed = { author: { key: 'ann', displayName: 'Ann' }, created: '2024-01-02T10:00:00.000+0000' };
    const items: object[] = [
      { field: 'status', from: '1', fromString: 'Open', to: '2', toString: 'Done' },
      { field: 'Story Points', fromString: null, toString: '5' },
      { field: 'assignee', from: null, to: 'ann' },
      { field: 'labels', fromString: '', toString: 'A b' },
      { field: 'priority', fromString: 'Low', toString: 'High' },
      { field: 'Unknown', fromString: 'x', toString: 'y' },
    ];
    const one = row(
      'userstory',
      'A-1',
      {
        c1: 5,
        priority: { name: 'High' },
        labels: ['A'],
        issuelinks: [{ type: { inward: 'needs' }, inwardIssue: { key: 'A-9', fields: { summary: '[x]' } } }],
      },
      {
        links: [{ object: { url: 'https://e/(a)', title: '' } }],
        comments: [{ author: { key: 'z', displayName: 'Zoe' }, body: 'Hi', created: '2024-01-01T11:00:00.000+0000' }],
      },
    );
    const told = { ...one, issue: { ...one.issue, changelog: { histories: [{ ...changed, items }] } } };
    const story = jiraStory(told, censusOf([told]), []);
    expect(story).toMatchObject({
      ref: 1,
      status: 'Open',
      tags: ['a'],
      role_points: [{ role: 'Main', points: '5' }],
      external_reference: ['jira', 'https://j/browse/A-1'],
      custom_attributes_values: {
        Priority: 'High',
        Links: '* needs: [A-9 \\[x\\]](https://j/browse/A-9)\n* [https://e/(a)](https://e/%28a%29)',
      },
    });
    expect(story.history?.map(({ type, comment, diff }) => comment ?? (type === 2 ? 'creation' : diff))).toEqual([
      'creation',
      'Hi',
      { status: [1, 2] },
      { points: [{ '1': 1 }, { '1': 2 }] },
      { assigned_to: [null, 'ann@example.com'] },
      { tags: [[], ['a', 'b']] },
      {
        custom_attributes: [
          [{ id: 1, name: 'Priority', type: 'text', value: 'Low' }],
          [{ id: 1, name: 'Priority', type: 'text', value: 'High' }],
        ],
      },
    ]);
    expect(story.history?.[3]?.values).toEqual({ points: { '1': '?', '2': '5' }, roles: { '1': 'Main' } });
  });

  it('become epics with their stories, tasks of stories only, and issues of a known type', () => {
    const rows = [
      row('epic', 'A-1'),
      row('userstory', 'A-2', { c4: 'A-1' }),
      row('userstory', 'A-3', { epic: { key: 'A-1' } }),
      row('issue', 'A-4', { issuetype: { name: 'Bug' } }),
      row('task', 'A-5', { parent: { key: 'A-4' } }),
    ];
    const census = censusOf(rows);
    expect(jiraEpic(rows[0]!, census, []).related_user_stories).toEqual([
      { user_story: 2, order: 1 },
      { user_story: 3, order: 2 },
    ]);
    expect(jiraTask(rows[4]!, census, []).user_story).toBeNull();
    expect(jiraIssue(rows[3]!, census, [], ['Bug']).type).toBe('Bug');
    expect(jiraIssue(rows[3]!, census, [], ['Error'])).not.toHaveProperty('type');
  });
});

describe('a project of Jira', () => {
  it('has the statuses of its types, each once', () => {
    const types = [
      { name: 'Story', statuses: [{ name: 'Open' }, { name: 'Done' }] },
      { name: 'Task', statuses: [{ name: 'Open' }, { name: 'Blocked' }] },
      { name: 'Sub-task', subtask: true, statuses: [{ name: 'Todo' }] },
    ];
    expect(statusesOfTypes(types, 'scrum')).toEqual({ epic: [], userstory: ['Open', 'Done', 'Blocked'], task: ['Todo'], issue: [] });
  });

  it('of a board has its columns as statuses, and sprints that follow on one another', () => {
    const { names, columns } = statusesOfColumns({
      columnConfig: {
        columns: [
          { name: 'Do', statuses: [{ id: '1' }] },
          { name: 'Do', statuses: [] },
        ],
      },
    });
    expect([names, [...columns]]).toEqual([['Do', 'Do (2)'], [['1', 'Do']]]);
    const sprints = [
      { id: 1, name: 'S', state: 'closed', startDate: '2024-01-01T10:00:00.000+0000', endDate: '2024-01-14T10:00:00.000+0000' },
      { id: 2, name: 'S', state: 'future' },
    ];
    const one = row('userstory', 'A-1', { sprint: { id: 2 } });
    const census = censusOf([one], { columns, sprints, statuses: { epic: names, userstory: names, task: names, issue: names } });
    expect(jiraSprints(census, '2024-01-10')).toMatchObject([
      { name: 'S', estimated_start: '2024-01-01', estimated_finish: '2024-01-14', closed: true },
      { name: 'S (2)', estimated_start: '2024-01-14', estimated_finish: '2024-01-28', closed: false },
    ]);
    expect(jiraStory(one, census, [])).toMatchObject({ milestone: 'S (2)', status: 'Do' });
  });
});
