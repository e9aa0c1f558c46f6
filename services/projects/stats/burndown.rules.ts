import type { PointsPerRole, ProjectPoints } from '../../../lib/contracts/stats-actions';

/** One point of the burndown as sent. */
export interface BurndownEntry {
  name: string;
  optimal: number;
  evolution: number | null;
  'team-increment': number;
  'client-increment': number;
}

interface Plan {
  name: string;
  total_milestones: number | null;
  total_story_points: number | null;
}

const sumOf = (points: PointsPerRole) => Object.values(points).reduce((sum, value) => sum + value, 0);

/** The answer of GET /projects/:id/stats (projects.md §8). */
export function projectStats(plan: Plan, points: ProjectPoints): Record<string, unknown> {
  const closed = points.milestones.filter((milestone) => milestone.closed);
  return {
    name: plan.name,
    total_milestones: plan.total_milestones,
    total_points: plan.total_story_points,
    closed_points: sumOf(points.closed),
    closed_points_per_role: points.closed,
    defined_points: sumOf(points.defined),
    defined_points_per_role: points.defined,
    assigned_points: sumOf(points.assigned),
    assigned_points_per_role: points.assigned,
    milestones: burndown(plan, points),
    speed: closed.length === 0 ? 0 : closed.reduce((sum, milestone) => sum + milestone.points, 0) / closed.length,
  };
}

/** One entry a milestone, further ones up to the planned number, and the end; each tells what lies before it. */
export function burndown(plan: Plan, { milestones, future, defined }: ProjectPoints): BurndownEntry[] {
  const total = plan.total_story_points || sumOf(defined);
  const count = plan.total_milestones || milestones.length;
  const step = total === 0 || count === 0 ? 0 : total / count;
  const entries: BurndownEntry[] = [];
  let closed = 0;
  let team = 0;
  let client = 0;
  const add = (name: string, evolution: number | null) =>
    entries.push({ name, optimal: total - entries.length * step, evolution, 'team-increment': team, 'client-increment': client });
  for (const milestone of milestones) {
    add(milestone.name, total - closed);
    closed += milestone.closed_points;
    team += milestone.team_increment;
    client += milestone.client_increment;
  }
  const missing = Math.max(0, count - milestones.length);
  for (let index = 0; index < missing; index++) {
    team += future.team_increment;
    client += future.client_increment;
    add('Future sprint', index === 0 ? total - closed : null);
  }
  add('Project End', missing > 0 || total === 0 ? null : total - closed);
  return entries;
}
