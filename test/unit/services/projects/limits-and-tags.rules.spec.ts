import type { TagColor } from '../../../../lib/contracts/project-context';
import { excessOf, ownedCounts, reasonOf } from '../../../../services/projects/limits.rules';
import { readCreatedTag, readEditedTag, readMixedTags, renamed, withNewTags } from '../../../../services/projects/tags.rules';
import { creationStats, countsPerWeek, moduleShares } from '../../../../services/projects/stats/system-stats.rules';

describe('the limits of an owner', () => {
  const holdings = { projects: 2, users: new Set([1, 2]), emails: new Set(['a@example.com']) };

  it('count projects of one visibility, then different people in them', () => {
    const people = { users: [2, 3], emails: ['A@example.com'] };
    expect(excessOf({ projects: 2, memberships: null }, holdings, 1, people)).toBe('projects');
    expect(excessOf({ projects: 3, memberships: 4 }, holdings, 1, people)).toBeNull();
    expect(excessOf({ projects: 3, memberships: 3 }, holdings, 1, people)).toBe('memberships');
    expect(excessOf({ projects: null, memberships: null }, holdings, 99, people)).toBeNull();
  });

  it('are named with the visibility', () => {
    expect([reasonOf('projects', true), reasonOf('memberships', false), reasonOf(null, true)]).toEqual([
      'max_private_projects',
      'max_public_projects_memberships',
      null,
    ]);
  });

  it('are held against the projects that each user owns', () => {
    const owned = [true, true, false].map((is_private) => ({ owner: 1, is_private }));
    expect(ownedCounts([...owned, { owner: null, is_private: true }])).toEqual([{ user: 1, private: 2, public: 1 }]);
  });
});

describe('tags', () => {
  const tags: TagColor[] = [
    ['blue', '#00f'],
    ['plain', null],
  ];

  it('are compared in lower case', () => {
    expect(readCreatedTag({ tag: 'Blue' }, tags).errors).toEqual({ tag: ['This tag already exists.'] });
    expect(readCreatedTag({ tag: 'New', color: '#ABC' }, tags)).toEqual({ tag: ['new', '#ABC'], errors: {} });
  });

  it('keep their colour, or their name, when only the other is edited', () => {
    expect(readEditedTag({ from_tag: 'blue', to_tag: 'Sky' }, tags).edit).toEqual({ from: 'blue', to: 'sky', color: '#00f' });
    expect(readEditedTag({ from_tag: 'blue', color: '#fff' }, tags).edit).toEqual({ from: 'blue', to: 'blue', color: '#fff' });
    expect(renamed(tags, { from: 'blue', to: 'sky', color: '#00f' })).toEqual([
      ['plain', null],
      ['sky', '#00f'],
    ]);
  });

  it('are refused by field', () => {
    expect(readEditedTag({ from_tag: 'gone', to_tag: 'plain', color: 'red' }, tags).errors).toEqual({
      from_tag: ["The tag doesn't exist."],
      to_tag: ['This tag already exists.'],
      color: ['The color is not a valid HEX color.'],
    });
    expect(readMixedTags({}, tags).errors).toEqual({ from_tags: ['This field is required.'], to_tag: ['This field is required.'] });
    expect(readMixedTags({ from_tags: ['Blue'], to_tag: 'Plain' }, tags)).toEqual({ from: ['blue'], to: 'plain', errors: {} });
  });

  it('of elements are learned with the first colour sent', () => {
    const learned = withNewTags(tags, [
      ['blue', '#fff'],
      ['new', '#123456'],
      ['new', null],
    ]);
    expect(learned).toEqual([...tags, ['new', '#123456']]);
  });
});

describe('numbers of the installation', () => {
  // A Wednesday.
  const now = new Date('2030-01-16T10:00:00Z');
  const counts = { total: 100, days: { '2030-01-16': 1, '2030-01-13': 7, '2030-01-15': 5, '2030-01-08': 50 } };

  it('count today and the days before it, weekends apart', () => {
    expect(creationStats(counts, now)).toEqual({
      total: 100,
      today: 1,
      average_last_seven_days: 12 / 7,
      average_last_five_working_days: 1,
    });
  });

  it('sum up by week, from Monday', () => {
    expect(countsPerWeek(counts)).toEqual({ '2030-01-07': 94, '2030-01-14': 100 });
  });

  it('share projects by module, also when there are none', () => {
    expect(moduleShares(0, { backlog: 0, kanban: 0, both: 0 })).toMatchObject({ percent_with_backlog: 0 });
    expect(moduleShares(4, { backlog: 1, kanban: 2, both: 1 })).toMatchObject({ total_with_kanban: 2, percent_with_kanban: 50 });
  });
});
