import { viewPermissions } from '../../../../lib/resource/permissions';
import { FieldProblem } from '../../../../lib/resource/fields';
import { ordersAfter, readOrders } from '../../../../services/projects/project-orders.rules';
import { emptyDependent, visibilityAfter } from '../../../../services/projects/project.rules';
import { projectFields } from '../../../../services/projects/project.fields';
import { recentCounts } from '../../../../services/projects/totals.rules';

describe('the visibility of a project', () => {
  const sent = { anon_permissions: ['view_us'], public_permissions: ['add_us'] };

  it('opens all viewing when it is made, or becomes, public, beside what was sent', () => {
    for (const before of [null, { is_private: true }]) {
      const after = visibilityAfter(before, { is_private: false, ...sent });
      expect(new Set(after.anon_permissions)).toEqual(new Set(viewPermissions));
      expect(new Set(after.public_permissions)).toEqual(new Set(['add_us', ...viewPermissions]));
    }
  });

  it('closes everything when it becomes private, whatever is sent', () => {
    expect(visibilityAfter({ is_private: false }, { is_private: true, ...sent })).toEqual({
      is_private: true,
      anon_permissions: [],
      public_permissions: [],
    });
  });

  it('leaves the lists as sent without a change', () => {
    expect(visibilityAfter(null, { is_private: true, ...sent })).toEqual({ is_private: true, ...sent });
    expect(visibilityAfter({ is_private: false }, { is_private: false, ...sent })).toEqual({ is_private: false, ...sent });
  });
});

describe('what depends on a switch', () => {
  it('is emptied when the switch is off', () => {
    const project = {
      is_backlog_activated: false,
      total_milestones: 3,
      total_story_points: 4.5,
      videoconferences: null,
      videoconferences_extra_data: 'room',
      is_looking_for_people: false,
      looking_for_people_note: 'come',
    };
    emptyDependent(project);
    expect(project).toMatchObject({
      total_milestones: null,
      total_story_points: null,
      videoconferences_extra_data: null,
      looking_for_people_note: '',
    });
  });
});

describe('the fields of a project', () => {
  const read = (name: 'anon_permissions' | 'videoconferences' | 'tags', value: unknown) => () =>
    projectFields[name].read(value, { operation: 'patch' });

  it('refuse permissions that anonymous people cannot have, by their place', () => {
    expect(read('anon_permissions', ['view_us', 'add_us'])).toThrow(
      new FieldProblem(["Item 2 in the array did not validate: Value 'add_us' is not a valid choice."]),
    );
    expect(read('anon_permissions', null)()).toEqual([]);
  });

  it('take only known kinds of calls, and names as tags', () => {
    expect(read('videoconferences', 'nonsense')).toThrow(FieldProblem);
    expect(read('videoconferences', '')()).toBeNull();
    expect(read('tags', ['One', 'one', 'TWO'])()).toEqual(['one', 'two']);
    expect(read('tags', [['one', '#fff']])).toThrow(FieldProblem);
  });
});

describe('the order of one’s projects', () => {
  it('moves those at the place or after it down, and skips foreign ones', () => {
    const present = [1, 2, 3].map((project, order) => ({ project, order }));
    const after = ordersAfter(present, [
      { project: 9, order: 1 },
      { project: 3, order: 0 },
    ]);
    expect(Object.fromEntries(after.map(({ project, order }) => [project, order]))).toEqual({ 1: 1, 2: 2, 3: 0 });
  });

  it('is refused with an object of errors for each wrong entry', () => {
    const refused = (body: unknown) => {
      try {
        return readOrders(body);
      } catch (error) {
        return (error as { data: { body: unknown } }).data.body;
      }
    };
    expect(refused([{ order: 5 }, { project_id: 1, order: 2 }, { project_id: 'x', order: 'y' }])).toEqual([
      { project_id: ['This field is required.'] },
      { project_id: ['Enter a whole number.'], order: ['Enter a whole number.'] },
    ]);
    expect(refused([{ project_id: '7', order: 1 }])).toEqual([{ project: 7, order: 1 }]);
  });
});

describe('recent activity', () => {
  const now = new Date('2030-06-30T12:00:00Z');
  const days = { '2030-06-30': 1, '2030-06-24': 2, '2030-06-23': 4, '2030-06-01': 8, '2030-05-20': 16, '2029-06-20': 32 };

  it('is counted over 7, 30 and 365 days', () => {
    expect(recentCounts(days, now)).toEqual({ week: 3, month: 15, year: 31 });
  });
});
