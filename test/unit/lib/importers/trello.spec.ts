import { OutsidePeople } from '../../../../lib/importers/people';
import { numberedCards, trelloBoard, trelloFiles, trelloProject, trelloStory, trelloTask } from '../../../../lib/importers/trello';
import { trelloHistory } from '../../../../lib/importers/trello-history';

const people = new OutsidePeople({ ann: 'ann@example.com' });
const board = {
  lists: [
    { id: 'b', name: 'Same', closed: false, pos: 2 },
    { id: 'a', name: 'First', closed: false, pos: 1 },
    { id: 'c', name: 'Same', closed: true, pos: 0 },
  ],
  labels: [
    { name: 'Red Thing', color: 'red_light' },
    { name: '', color: 'lime' },
    { name: '', color: null },
  ],
  cards: [
    { id: '65920080aaaaaaaaaaaaaaaa', idList: 'b', name: '', idMembers: ['ann', 'bob'], pos: 5.5 },
    { id: 'gone', idList: 'c', name: 'In a closed list' },
    { id: 'archived', idList: 'a', closed: true },
    { id: 'two', idList: 'a', name: 'Two' },
  ],
  checklists: [
    {
      idCard: '65920080aaaaaaaaaaaaaaaa',
      checkItems: [
        { name: 'Later', pos: 2 },
        { name: 'Now', state: 'complete', pos: 1 },
      ],
    },
  ],
};
const frame = trelloBoard(board, people, false);

describe('a board of Trello', () => {
  it('has its open lists as statuses in their order', () => {
    const project = trelloProject({}, board, frame, { name: 'B', description: '', isPrivate: true });
    expect(project.us_statuses?.map(({ name }) => name)).toEqual(['First', 'Same']);
    expect(project.default_us_status).toBe('First');
    expect(project.tags_colors).toEqual([
      ['red thing', '#eb5a46'],
      ['lime', '#51e898'],
    ]);
    expect(project.task_statuses?.map(({ name }) => name)).toEqual(['Incomplete', 'Complete']);
  });

  it('numbers cards and check items in turn, and leaves out what is closed', () => {
    const cards = numberedCards(board, frame);
    expect(cards.map(({ ref, tasks }) => [ref, tasks.map((task) => task.ref)])).toEqual([
      [1, [2, 3]],
      [4, []],
    ]);
    expect(trelloTask(cards[0]!.tasks[0]!, 1, 1)).toMatchObject({ ref: 2, subject: 'Now', status: 'Complete', user_story: 1 });
    expect(trelloStory(cards[0]!, [], frame, [])).toMatchObject({
      subject: '#1',
      status: 'Same',
      assigned_to: 'ann@example.com',
      watchers: [],
      kanban_order: 6,
      created_date: '2024-01-01T00:00:00.000Z',
      external_reference: null,
      custom_attributes_values: {},
    });
  });

  it('tells the past of a card in the order of time', () => {
    const by = { memberCreator: { id: 'ann', fullName: 'Ann' } };
    const actions = [
      {
        type: 'updateCard',
        date: '2024-01-04T10:00:00.000Z',
        ...by,
        data: { old: { idList: 'c', name: 'Old' }, card: { idList: 'b', name: 'New' } },
      },
      {
        type: 'updateCard',
        date: '2024-01-05T10:00:00.000Z',
        ...by,
        data: { old: { due: null }, card: { due: '2024-02-01T10:00:00.000Z' } },
      },
      { type: 'updateCard', date: '2024-01-06T10:00:00.000Z', ...by, data: { old: { closed: true }, card: {} } },
      { type: 'commentCard', date: '2024-01-03T10:00:00.000Z', memberCreator: { id: 'bob', username: 'bob' }, data: { text: 'Hi' } },
      { type: 'createCard', date: '2024-01-02T10:00:00.000Z', ...by },
    ];
    const { created, owner, history } = trelloHistory(actions, frame);
    expect([created, owner]).toEqual(['2024-01-02T10:00:00.000Z', 'ann@example.com']);
    expect(history.map(({ type, comment, diff }) => comment ?? (type === 2 ? 'creation' : diff))).toEqual([
      'creation',
      'Hi',
      { subject: ['Old', 'New'] },
      { status: [3, 2] },
      { custom_attributes: [[], [{ id: 1, name: 'Due', type: 'date', value: '2024-02-01' }]] },
    ]);
    expect(history[3]?.values).toEqual({ status: { '2': 'Same', '3': 'Same (2)' } });
  });

  it('takes attachments with a size for files', () => {
    const attachments = [{ url: 'https://e/a', bytes: 5, name: 'a' }, { url: 'https://e/b', bytes: null }, { bytes: 5 }];
    expect(trelloFiles({ attachments }).map(({ name }) => name)).toEqual(['a']);
  });
});
