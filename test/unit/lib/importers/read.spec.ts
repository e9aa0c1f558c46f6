import { dateIn, dayIn, recordIn, recordsIn, textIn, textsIn } from '../../../../lib/importers/read';
import { cut, projectOf, uniqueNames } from '../../../../lib/importers/template';
import { OutsidePeople } from '../../../../lib/importers/people';

describe('what outside systems send', () => {
  it('is read whatever it is', () => {
    for (const odd of [null, undefined, 7, 'text', true, [], [1]]) expect(recordIn(odd)).toEqual({});
    expect(recordsIn([{ a: 1 }, null, 'x', [2]])).toEqual([{ a: 1 }, {}]);
    expect(recordsIn('text')).toEqual([]);
    expect(textsIn(['a', 1, null])).toEqual(['a']);
    expect([textIn('a\0b'), textIn(5), textIn({}), textIn(null)]).toEqual(['ab', '5', '', '']);
  });

  it('has dates in several forms, which become one', () => {
    expect(dateIn('2024-01-31T10:20:30Z')).toBe('2024-01-31T10:20:30.000Z');
    expect(dateIn('2024-01-31T10:20:30.123+0200')).toBe('2024-01-31T08:20:30.123Z');
    expect(dateIn('2024-01-31')).toBe('2024-01-31T00:00:00.000Z');
    for (const odd of ['yesterday', '2024-13-31', 17, null, '']) expect(dateIn(odd)).toBeNull();
    expect(dayIn('2024-01-31T23:30:00-0200')).toBe('2024-02-01');
  });

  it('has names of any length, which become unique and short without halving a character', () => {
    expect(uniqueNames(['Done', 'Done', '', ' Done ', '😀😀'], 10)).toEqual(['Done', 'Do (2)', '?', 'Do (3)', '😀😀']);
    expect(cut('a😀', 2)).toBe('a');
    expect(
      new Set(
        uniqueNames(
          Array.from({ length: 50 }, () => 'x'.repeat(300)),
          255,
        ),
      ).size,
    ).toBe(50);
  });

  it('names people by ids, which nobody can make mean something else', () => {
    const people = new OutsidePeople({ a: 'ann@example.com', b: 'ann@example.com' });
    expect(people.address('toString')).toBeNull();
    expect(people.address('__proto__')).toBeNull();
    expect(people.addressesOf(['a', 'b', 'c'])).toEqual(['ann@example.com']);
    expect(people.author('c', 'Carl')).toEqual([null, 'Carl']);
  });
});

describe('a project of a template', () => {
  const template = {
    slug: 'scrum',
    is_backlog_activated: true,
    points: [{ name: '?', order: 1, value: null }],
    default_options: { points: '?', us_status: 'New' },
    roles: [{ name: 'Back', slug: 'back', order: 20, computable: true, permissions: ['view_us', 'add_us', 'fly'] }],
  };

  it('has its settings and a role more, which may what the first may', () => {
    const project = projectOf(template, 'Github', { name: 'One', description: '', isPrivate: true });
    expect(project).toMatchObject({
      name: 'One',
      description: 'One',
      is_private: true,
      creation_template: 'scrum',
      is_backlog_activated: true,
      is_kanban_activated: false,
      default_points: '?',
      default_us_status: 'New',
      default_severity: null,
      anon_permissions: [],
    });
    expect(project.roles).toEqual([
      { name: 'Back', slug: 'back', order: 20, computable: true, permissions: ['view_us', 'add_us'] },
      { name: 'Github', slug: 'github', order: 30, computable: false, permissions: ['view_us', 'add_us'] },
    ]);
  });

  it('shows itself to everybody when it is public', () => {
    const project = projectOf({}, 'Asana', { name: '', description: 'D', isPrivate: false });
    expect(project.anon_permissions).toContain('view_project');
    expect(project.public_permissions).toContain('view_us');
    expect([project.name, project.roles?.map(({ name }) => name)]).toEqual(['Asana', ['Asana']]);
  });
});
