import type { ProjectContext, SettingItem } from '../../../../lib/contracts/project-context';
import type { IssueCounts } from '../../../../lib/contracts/stats-actions';
import type { UserCard } from '../../../../lib/contracts/user-card';
import { readModules, shownModules } from '../../../../services/projects/modules.rules';
import { issueStats } from '../../../../services/projects/stats/issue-stats.rules';

const setting = (id: number, name: string, is_closed = false): SettingItem => ({
  id,
  project: 7,
  name,
  order: id,
  color: '#aaa',
  is_closed,
});
const context = {
  id: 7,
  settings: {
    issue_statuses: [setting(1, 'New'), setting(2, 'Closed', true)],
    issue_types: [setting(5, 'Bug')],
    priorities: [setting(6, 'High')],
    severities: [setting(8, 'Minor')],
  } as ProjectContext['settings'],
} as ProjectContext;

describe('the modules of a project', () => {
  it('get what follows from the project where nothing was stored, and an address with the key in force', () => {
    const shown = shownModules({ gitlab: { secret: 'a b', close_status: 9 }, mine: [1] }, context, 'http://here');
    expect(shown).toMatchObject({
      github: { close_status: 2, webhooks_url: 'http://here/api/v1/github-hook?project=7' },
      gitlab: { close_status: 9, valid_origin_ips: [], webhooks_url: 'http://here/api/v1/gitlab-hook?project=7&key=a%20b' },
      mine: [1],
    });
  });

  it('name no closing status in a project whose issues have none', () => {
    const without = { ...context, settings: { ...context.settings, issue_statuses: [setting(1, 'New')] } };
    const { github, gitlab } = shownModules({}, without, 'http://here') as Record<string, object>;
    expect([github, gitlab].some((module) => module !== undefined && 'close_status' in module)).toBe(false);
  });

  it('have names that cannot reach into other parts of the document', () => {
    for (const name of ['a.b', '$set', '__proto__x', '', '1']) expect(() => readModules({ [name]: 1 })).toThrow();
    expect(readModules({ mine: 1 })).toEqual({ mine: 1 });
  });
});

describe('the statistics of issues', () => {
  const days = Array.from({ length: 28 }, () => 0);
  const counts: IssueCounts = {
    total: 3,
    closed: 1,
    per_type: [{ key: 5, count: 3 }],
    per_status: [
      { key: 1, count: 2 },
      { key: 99, count: 1 },
    ],
    per_priority: [],
    per_severity: [],
    per_owner: [{ key: 4, count: 3 }],
    per_assigned_to: [
      { key: null, count: 2 },
      { key: 4, count: 1 },
    ],
    opened_by_day: days,
    closed_by_day: days,
    open_by_severity: [{ key: 8, days }],
    open_by_priority: [],
  };
  const ann = { id: 4, username: 'ann', full_name_display: 'Ann', color: '#123456' } as UserCard;

  it('name what occurs, in the language of the request, and those without assignee under 0', () => {
    const stats = issueStats(counts, { context, users: new Map([[4, ann]]), language: 'es' });
    expect(stats).toMatchObject({
      opened_issues: 2,
      closed_issues: 1,
      issues_per_status: { 1: { count: 2, name: 'Nueva', id: 1, color: '#aaa' } },
      issues_per_assigned_to: { 0: { count: 2, username: 'Unassigned', color: 'black' }, 4: { count: 1, name: 'Ann', color: '#123456' } },
      last_four_weeks_days: { by_severity: { 8: { id: 8, data: days } }, by_status: {} },
    });
    expect(Object.keys(stats.issues_per_status as object)).toEqual(['1']);
  });
});
