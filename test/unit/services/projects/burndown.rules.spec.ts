import type { ProjectPoints } from '../../../../lib/contracts/stats-actions';
import { burndown, projectStats } from '../../../../services/projects/stats/burndown.rules';

const milestone = (name: string, closed_points: number, more: Partial<ProjectPoints['milestones'][number]> = {}) => ({
  name,
  closed: false,
  points: closed_points,
  closed_points,
  team_increment: 0,
  client_increment: 0,
  ...more,
});

const points: ProjectPoints = {
  defined: { 1: 8.5, 2: 41 },
  closed: { 1: 8, 2: 8 },
  assigned: { 1: 8.5, 2: 21 },
  milestones: [milestone('Past', 13, { closed: true }), milestone('Now', 3, { team_increment: 4, client_increment: 3.5 })],
  future: { team_increment: 6, client_increment: 20 },
};
const plan = (total_milestones: number | null, total_story_points: number | null) => ({ name: 'P', total_milestones, total_story_points });

describe('the burndown', () => {
  it('falls by equal steps from the defined points when nothing is planned', () => {
    expect(burndown(plan(null, null), points)).toEqual([
      { name: 'Past', optimal: 49.5, evolution: 49.5, 'team-increment': 0, 'client-increment': 0 },
      { name: 'Now', optimal: 24.75, evolution: 36.5, 'team-increment': 0, 'client-increment': 0 },
      { name: 'Project End', optimal: 0, evolution: 33.5, 'team-increment': 4, 'client-increment': 3.5 },
    ]);
  });

  it('has sprints to come up to the planned number, of which only the first has an evolution', () => {
    const entries = burndown(plan(4, 100), points);
    expect(entries.map(({ name, optimal, evolution }) => [name, optimal, evolution])).toEqual([
      ['Past', 100, 100],
      ['Now', 75, 87],
      ['Future sprint', 50, 84],
      ['Future sprint', 25, null],
      ['Project End', 0, null],
    ]);
    expect(entries[2]).toMatchObject({ 'team-increment': 10, 'client-increment': 23.5 });
  });

  it('goes below zero when there are more milestones than planned', () => {
    expect(burndown(plan(1, 10), points).map(({ optimal }) => optimal)).toEqual([10, 0, -10]);
  });

  it('is flat without points', () => {
    const nothing: ProjectPoints = { ...points, defined: {}, milestones: [] };
    expect(burndown(plan(null, 0), nothing)).toEqual([
      { name: 'Project End', optimal: 0, evolution: null, 'team-increment': 0, 'client-increment': 0 },
    ]);
  });
});

it('the speed is the mean of closed milestones', () => {
  expect(projectStats(plan(null, null), points)).toMatchObject({
    closed_points: 16,
    defined_points: 49.5,
    assigned_points: 29.5,
    speed: 13,
  });
  expect(projectStats(plan(null, null), { ...points, milestones: [] })).toMatchObject({ speed: 0 });
});
