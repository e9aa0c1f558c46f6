import { asanaFile, asanaProject, asanaStory, asanaTask } from '../../../../lib/importers/asana';
import { OutsidePeople } from '../../../../lib/importers/people';

const frame = { project: '5', people: new OutsidePeople({ '1': 'ann@example.com' }), keepReference: true };
const task = {
  gid: '9',
  name: 'Launch',
  notes: 'Soon',
  completed: true,
  completed_at: '2024-01-03T10:00:00.000Z',
  created_at: '2024-01-01T10:00:00.000Z',
  due_on: '2024-02-01',
  assignee: { gid: '2' },
  followers: [{ gid: '1' }, { gid: '2' }],
  tags: [{ name: 'Urgent ' }],
  created_by: { gid: '1', name: 'Ann' },
};

describe('a task of Asana', () => {
  it('becomes a story', () => {
    expect(asanaStory({ task, ref: 3, stories: [], attachments: [] }, frame)).toMatchObject({
      ref: 3,
      subject: 'Launch',
      description: 'Soon',
      status: 'Closed',
      finish_date: '2024-01-03T10:00:00.000Z',
      owner: 'ann@example.com',
      assigned_to: null,
      watchers: ['ann@example.com'],
      tags: ['urgent'],
      external_reference: ['asana', 'https://app.asana.com/0/5/9'],
      custom_attributes_values: { 'Due date': '2024-02-01' },
      history: [{ type: 2, user: ['ann@example.com', 'Ann'] }],
    });
  });

  it('below another becomes a task of its story', () => {
    const below = { ...task, completed: false, completed_at: null, name: '', due_on: null };
    expect(asanaTask({ task: below, ref: 4, stories: [], attachments: [] }, 3, frame)).toMatchObject({
      subject: '#4',
      status: 'Open',
      user_story: 3,
      finished_date: null,
      custom_attributes_values: {},
    });
  });

  it('keeps what was told of it', () => {
    const story = (resource_subtype: string, more: object = {}) => ({
      resource_subtype,
      created_at: '2024-01-02T10:00:00.000Z',
      created_by: { gid: '2', name: 'Bob' },
      ...more,
    });
    const stories = [
      story('assigned', { assignee: { gid: '1' } }),
      story('unassigned'),
      story('marked_complete'),
      story('name_changed', { old_name: 'A', new_name: 'B' }),
      story('comment_added', { type: 'comment', text: 'Hi' }),
      story('section_changed', { type: 'system', text: 'moved' }),
    ];
    const { history = [] } = asanaStory({ task, ref: 3, stories, attachments: [] }, frame);
    expect(history.slice(1).map(({ comment, diff }) => comment ?? diff)).toEqual([
      { assigned_to: [null, 'ann@example.com'] },
      { assigned_to: ['ann@example.com', null] },
      { status: [1, 2] },
      { subject: ['A', 'B'] },
      'Hi',
    ]);
  });
});

describe('a project of Asana', () => {
  it('has two statuses, an attribute for the due date, and each tag once', () => {
    const tags = [{ name: 'A', color: 'dark-red' }, { name: 'a', color: null }, { name: '' }];
    const project = asanaProject({}, tags, { name: 'P', description: '', isPrivate: true });
    expect(project.us_statuses?.map(({ name }) => name)).toEqual(['Open', 'Closed']);
    expect(project.taskcustomattributes).toMatchObject([{ name: 'Due date', type: 'date' }]);
    expect(project.tags_colors).toEqual([['a', null]]);
  });

  it('has files where Asana gives an address', () => {
    expect(asanaFile({ name: 'a', download_url: 'https://e/a' })).toMatchObject({ name: 'a', address: 'https://e/a' });
    expect(asanaFile({ name: 'a', download_url: null })).toBeNull();
  });
});
