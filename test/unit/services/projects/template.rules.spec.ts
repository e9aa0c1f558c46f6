import type { SettingItem, SettingKind } from '../../../../lib/contracts/project-context';
import { settingKinds } from '../../../../lib/contracts/project-context';
import builtIn from '../../../../services/projects/data/project-templates.json';
import { userStoryStatuses, points } from '../../../../services/projects/settings/kinds';
import { defaultsIn, rolesIn, settingsIn, tagsIn } from '../../../../services/projects/templates/template.rules';

describe('the settings of a template', () => {
  it('are those of the built-in ones, with slugs made from the names', () => {
    for (const template of builtIn) {
      const statuses = settingsIn(template.us_statuses, userStoryStatuses.fields);
      expect(statuses.map(({ name, slug, wip_limit }) => [name, slug, wip_limit])).toContainEqual(['In progress', 'in-progress', null]);
      expect(statuses).toHaveLength(template.us_statuses.length);
      expect(settingsIn(template.points, points.fields)).toContainEqual({ name: '1/2', order: 3, value: 0.5 });
    }
  });

  it('leave out what a client made up: repeated names, wrong values, things that are no objects', () => {
    const made = [
      { name: 'A' },
      { name: 'A' },
      { name: '' },
      { name: 'B', order: 'x' },
      7,
      null,
      { name: 'C', id: 9, project: 4, value: 2 },
    ];
    expect(settingsIn(made, points.fields)).toEqual([
      { name: 'A', order: 10, value: null },
      { name: 'C', order: 10, value: 2 },
    ]);
    expect(settingsIn('nonsense', points.fields)).toEqual([]);
  });
});

describe('the roles of a template', () => {
  it('have permissions that there are, in the order given', () => {
    const [role] = rolesIn({
      roles: [{ name: 'Dev', permissions: ['view_us', 'fly', 'view_project', 'view_us'] }],
      default_owner_role: 'dev',
    });
    expect(role).toEqual({ name: 'Dev', slug: 'dev', order: 10, computable: true, permissions: ['view_us', 'view_project'] });
  });

  it('are never none', () => {
    expect(rolesIn({ roles: null, default_owner_role: 'Boss' })).toMatchObject([{ name: 'Boss', slug: 'boss' }]);
  });
});

describe('the defaults of a template', () => {
  const settings = Object.fromEntries(settingKinds.map((kind) => [kind, [] as SettingItem[]])) as Record<SettingKind, SettingItem[]>;
  settings.points = [{ id: 5, project: 1, name: '?', order: 1 }];

  it('are found by name, and null where there is none of that name', () => {
    expect(defaultsIn({ points: '?', severity: null, us_status: 'Gone' }, settings)).toMatchObject({
      default_points: 5,
      default_severity: null,
      default_us_status: null,
      default_swimlane: null,
    });
    expect(defaultsIn('nonsense', settings)).toMatchObject({ default_points: null });
  });
});

it('tags of a template are read leniently', () => {
  expect(tagsIn({ tags: ['A'], tags_colors: [['A', '#FFF']] })).toEqual({ tags: ['a'], tags_colors: [['a', '#FFF']] });
  expect(tagsIn({ tags: 7, tags_colors: { a: 'red' } })).toEqual({ tags: [], tags_colors: [] });
});
