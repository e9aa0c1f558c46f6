import { githubIssue, githubProject, githubSprints, githubStory, type GithubFrame } from '../../../../lib/importers/github';
import { OutsidePeople } from '../../../../lib/importers/people';

const people = new OutsidePeople({ '1': 'ann@example.com', '2': 'bob@example.com' });
const ann = { id: 1, login: 'ann-out' };
const bob = { id: 2, login: 'bob-out' };
const carl = { id: 3, login: 'carl-out' };
const frame: GithubFrame = { target: 'user_stories', people, keepReference: true, sprints: new Map([[7, 'First']]) };
const at = '2024-01-01T10:00:00Z';

const issue = {
  number: 12,
  title: 'T'.repeat(600),
  body: null,
  state: 'closed',
  user: carl,
  assignee: ann,
  assignees: [ann, bob, carl],
  labels: [{ name: 'Bug' }],
  milestone: { number: 7 },
  html_url: 'https://github.com/o/r/issues/12',
  created_at: at,
  updated_at: '2024-01-02T10:00:00Z',
  closed_at: '2024-01-03T10:00:00Z',
};

describe('an issue of GitHub', () => {
  it('becomes a story with the number as its ref', () => {
    expect(githubStory(issue, [], [], frame)).toMatchObject({
      ref: 12,
      subject: 'T'.repeat(500),
      description: '',
      status: 'Closed',
      is_closed: true,
      finish_date: '2024-01-03T10:00:00.000Z',
      owner: null,
      assigned_to: 'ann@example.com',
      watchers: ['bob@example.com'],
      milestone: 'First',
      tags: ['bug'],
      backlog_order: 12,
      external_reference: ['github', 'https://github.com/o/r/issues/12'],
    });
  });

  it('becomes an issue where issues are wanted, and no reference is kept unless asked for', () => {
    const made = githubIssue(issue, [], [], { ...frame, target: 'issues', keepReference: false });
    expect(made).toMatchObject({ ref: 12, finished_date: '2024-01-03T10:00:00.000Z', external_reference: null });
    expect(made).not.toHaveProperty('backlog_order');
  });

  it('keeps comments and events in the order of time, whatever the order of the list', () => {
    const event = (id: number, name: string, more: object = {}) => ({
      id,
      event: name,
      actor: bob,
      created_at: `2024-01-01T10:0${id}:00Z`,
      ...more,
    });
    const events = [
      event(6, 'reopened'),
      event(5, 'closed'),
      event(4, 'demilestoned', { milestone: { title: 'First' } }),
      event(3, 'milestoned', { milestone: { title: 'First' } }),
      event(2, 'unlabeled', { label: { name: 'Bug' } }),
      event(1, 'labeled', { label: { name: 'Bug' } }),
    ];
    const comments = [
      { user: carl, body: 'Hm', created_at: '2024-01-01T10:03:30Z' },
      { user: carl, body: '', created_at: at },
    ];
    const { history = [] } = githubStory(issue, comments, events, frame);
    expect(history.map(({ type, comment, diff }) => comment ?? (type === 2 ? 'creation' : diff))).toEqual([
      'creation',
      { tags: [[], ['bug']] },
      { tags: [['bug'], []] },
      { milestone: [null, 1] },
      'Hm',
      { milestone: [1, null] },
      { status: [1, 2] },
      { status: [2, 1] },
    ]);
    expect(history[0]?.user).toEqual([null, 'carl-out']);
    expect(history[1]?.user).toEqual(['bob@example.com', 'bob-out']);
    expect(history[6]?.values).toEqual({ status: { '1': 'Open', '2': 'Closed' } });
  });

  it('tells of assignments only where one of the people is known', () => {
    const assigned = (id: number, person: object, name = 'assigned') => ({ id, event: name, actor: ann, created_at: at, assignee: person });
    const { history = [] } = githubStory(issue, [], [assigned(1, bob), assigned(2, bob, 'unassigned'), assigned(3, carl)], frame);
    expect(history.slice(1).map(({ diff }) => diff)).toEqual([
      { assigned_to: [null, 'bob@example.com'] },
      { assigned_to: ['bob@example.com', null] },
    ]);
  });

  it('of no known form is still read', () => {
    expect(githubStory({ number: 4, labels: 'none', user: 5 }, [{}], [{}, { event: 'renamed' }], frame)).toMatchObject({
      ref: 4,
      subject: '#4',
      status: 'Open',
      history: [],
    });
  });
});

describe('a repository', () => {
  it('gives its two statuses to what its issues become', () => {
    const labels = [
      { name: 'Bug', color: 'D73A4A' },
      { name: 'odd', color: 'none' },
    ];
    const stories = githubProject({}, 'user_stories', labels, { name: 'o/r', description: '', isPrivate: false });
    expect(stories.us_statuses?.map(({ name, is_closed }) => [name, is_closed])).toEqual([
      ['Open', false],
      ['Closed', true],
    ]);
    expect(stories.tags_colors).toEqual([
      ['bug', '#d73a4a'],
      ['odd', null],
    ]);
    expect(stories.issue_statuses).toEqual([]);
    expect(githubProject({}, 'issues', [], { name: 'o/r', description: '', isPrivate: false }).issue_statuses).toHaveLength(2);
  });

  it('makes sprints of milestones, those without an end to the far end', () => {
    const { items, names } = githubSprints(
      [
        { number: 7, title: 'First', created_at: at, due_on: '2024-02-01T08:00:00Z', creator: ann, state: 'closed' },
        { number: 9, title: 'First', created_at: at, due_on: null, creator: carl, state: 'open' },
      ],
      people,
    );
    expect(items).toMatchObject([
      { name: 'First', estimated_start: '2024-01-01', estimated_finish: '2024-02-01', owner: 'ann@example.com', closed: true },
      { name: 'First (2)', estimated_finish: '9999-12-31', owner: null, closed: false },
    ]);
    expect([...names]).toEqual([
      [7, 'First'],
      [9, 'First (2)'],
    ]);
  });
});
