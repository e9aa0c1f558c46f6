import type { KeyCount, MilestonePoints, PointsPerRole, ProjectPoints, CreationCounts } from '../../../lib/contracts/stats-actions';
import type { MilestoneCard } from '../../../lib/contracts/element-cards';
import type { ProjectContext } from '../../../lib/contracts/project-context';
import type { Combination, CombinationOptions, Store } from '../../../lib/contracts/store';
import { countsBy } from '../../../lib/resource/counts';
import type { RestRequest } from '../../../lib/resource/request';
import { pointsByRole } from '../userstories/points.rules';
import type { UserStory } from '../userstories/userstory';

const storiesOf = (store: Store) => store.collection<UserStory>('userstories');

/** Points of a project's stories, added up over those that are equal in all that counts (projects.md §8). */
export async function projectStats(request: RestRequest, project: number): Promise<ProjectPoints> {
  const { store } = request.node;
  const [context, sprints, { combinations }] = await Promise.all([
    request.context(project),
    store.collection<MilestoneCard>('milestones').find({ filter: { project }, sort: ['estimated_start', 'id'] }),
    storiesOf(store).together([], [], counted(project)),
  ]);
  const [equals = [], increments = []] = combinations;
  const sums = new PointSums(sprints);
  if (!context) return sums.result;
  for (const { values, objects, count } of equals) sums.add(values as Counted, multiplied(pointsOf(objects, context), count));
  for (const { values, objects, count } of increments) sums.addIncrements(values as Increment, count * totalOf(pointsOf(objects, context)));
  return sums.result;
}

/** All stories by what their points count for; those that were required on top, few of all, also by the moments at which they came. */
const counted = (project: number): CombinationOptions[] => [
  { fields: ['milestone', 'is_closed'], arrays: [], objects: ['points'], filter: { project } },
  {
    fields: ['created_date', 'team_requirement', 'client_requirement'],
    arrays: [],
    objects: ['points'],
    filter: { project, or: [{ team_requirement: true }, { client_requirement: true }] },
  },
];

type Counted = Pick<UserStory, 'milestone' | 'is_closed'>;
type Increment = Pick<UserStory, 'created_date' | 'team_requirement' | 'client_requirement'>;

const pointsOf = ({ points = {} }: Combination['objects'], context: ProjectContext): PointsPerRole =>
  pointsByRole({ points: points as UserStory['points'] }, context);
const multiplied = (points: PointsPerRole, count: number): PointsPerRole =>
  Object.fromEntries(Object.entries(points).map(([role, value]) => [role, value * count]));
const totalOf = (points: PointsPerRole) => Object.values(points).reduce((sum, value) => sum + value, 0);

class PointSums {
  readonly result: ProjectPoints;
  private readonly rows: Map<number | null, MilestonePoints>;

  constructor(private readonly sprints: readonly MilestoneCard[]) {
    const milestones = sprints.map(({ name, closed }) => ({
      name,
      closed,
      ...{ points: 0, closed_points: 0, team_increment: 0, client_increment: 0 },
    }));
    this.rows = new Map(sprints.map(({ id }, index) => [id, milestones[index] as MilestonePoints]));
    this.result = { defined: {}, closed: {}, assigned: {}, milestones, future: { team_increment: 0, client_increment: 0 } };
  }

  add({ milestone, is_closed }: Counted, perRole: PointsPerRole): void {
    const total = totalOf(perRole);
    addPoints(this.result.defined, perRole);
    if (is_closed) addPoints(this.result.closed, perRole);
    if (milestone !== null) addPoints(this.result.assigned, perRole);
    const row = this.rows.get(milestone);
    if (row) row.points += total;
    if (row && is_closed) row.closed_points += total;
  }

  addIncrements({ created_date, team_requirement: team, client_requirement: client }: Increment, total: number): void {
    const day = created_date.slice(0, 10);
    const sprint = this.sprints.find(({ estimated_start, estimated_finish }) => estimated_start <= day && day < estimated_finish);
    const row = (sprint && this.rows.get(sprint.id)) ?? this.result.future;
    const share = team && client ? total / 2 : total;
    if (team) row.team_increment += share;
    if (client) row.client_increment += share;
  }
}

function addPoints(sums: PointsPerRole, points: PointsPerRole): void {
  for (const [role, value] of Object.entries(points)) sums[role] = (sums[role] ?? 0) + value;
}

/** Tasks with is_iocaine, and tasks in a closed status, by assignee. */
export async function memberStats(store: Store, project: number): Promise<{ iocaine_tasks: KeyCount[]; closed_tasks: KeyCount[] }> {
  const fields = ['assigned_to', 'is_iocaine', 'is_closed'];
  const combinations = await store.collection('tasks').combinations({ fields, arrays: [], filter: { project } });
  return {
    iocaine_tasks: countsBy(combinations, 'assigned_to', ({ values }) => values.is_iocaine === true),
    closed_tasks: countsBy(combinations, 'assigned_to', ({ values }) => values.is_closed === true),
  };
}

/** How many stories there are, and on which days since `since` they were created. */
export async function storiesCreated(store: Store, since: string): Promise<CreationCounts> {
  const days: Record<string, number> = {};
  const filter = { created_date: { gte: since } };
  for await (const { created_date } of storiesOf(store).stream({ filter, fields: ['created_date'] })) {
    const day = created_date.slice(0, 10);
    days[day] = (days[day] ?? 0) + 1;
  }
  return { total: await storiesOf(store).count(), days };
}
