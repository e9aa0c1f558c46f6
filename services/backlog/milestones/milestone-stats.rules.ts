import type { ProjectContext } from '../../../lib/contracts/project-context';
import { pointsByRole } from '../userstories/points.rules';
import type { UserStory } from '../userstories/userstory';
import type { Milestone } from './milestone';

/** What the statistics need of a story and of a task. */
export type CountedStory = Pick<UserStory, 'id' | 'points' | 'is_closed' | 'finish_date'>;
export interface CountedTask {
  user_story: number | null;
  is_closed: boolean;
  is_iocaine: boolean;
  finished_date: string | null;
}

/** Points that were done on a day (YYYY-MM-DD). */
export interface DonePoints {
  day: string;
  points: number;
}

export interface SprintDay {
  day: string;
  name: number;
  open_points: number;
  optimal_points: number;
}

type Sprint = Pick<Milestone, 'name' | 'estimated_start' | 'estimated_finish'>;

const oneDay = 86_400_000;
/** Longer sprints are shown up to here, so that an absurd end can't make an endless answer. */
const mostDays = 3660;

/** The statistics of a sprint (milestones.md, stats). */
export function milestoneStats(
  sprint: Sprint,
  context: ProjectContext,
  stories: readonly CountedStory[],
  tasks: readonly CountedTask[],
): Record<string, unknown> {
  const closed = stories.filter(({ is_closed }) => is_closed);
  const total = pointsPerRole(stories, context);
  return {
    name: sprint.name,
    estimated_start: sprint.estimated_start,
    estimated_finish: sprint.estimated_finish,
    total_points: total,
    completed_points: Object.values(pointsPerRole(closed, context)),
    total_userstories: stories.length,
    completed_userstories: closed.length,
    total_tasks: tasks.length,
    completed_tasks: tasks.filter(({ is_closed }) => is_closed).length,
    iocaine_doses: tasks.filter(({ is_iocaine }) => is_iocaine).length,
    days: sprintDays(sprint, added(total), donePoints(stories, tasks, context)),
  };
}

const added = (points: Record<string, number>) => Object.values(points).reduce((sum, value) => sum + value, 0);

function pointsPerRole(stories: readonly CountedStory[], context: ProjectContext): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const story of stories) {
    for (const [role, value] of Object.entries(pointsByRole(story, context))) sums[role] = (sums[role] ?? 0) + value;
  }
  return sums;
}

/** A story without tasks is done at once, one with tasks by equal shares with each of them. */
export function donePoints(stories: readonly CountedStory[], tasks: readonly CountedTask[], context: ProjectContext): DonePoints[] {
  const finishes = new Map<number | null, (string | null)[]>();
  for (const { user_story, finished_date } of tasks) finishes.set(user_story, [...(finishes.get(user_story) ?? []), finished_date]);
  return stories.flatMap((story) => {
    const points = added(pointsByRole(story, context));
    const moments = finishes.get(story.id) ?? [story.finish_date];
    return moments.flatMap((moment) => (moment === null ? [] : [{ day: moment.slice(0, 10), points: points / moments.length }]));
  });
}

/** Each day with the points still open and those that an even pace would have left. */
export function sprintDays(sprint: Sprint, total: number, done: readonly DonePoints[]): SprintDay[] {
  const start = Date.parse(sprint.estimated_start);
  const steps = Math.round((Date.parse(sprint.estimated_finish) - start) / oneDay);
  const waiting = [...done].sort((left, right) => (left.day < right.day ? -1 : 1));
  const days: SprintDay[] = [];
  let open = total;
  for (let step = 0; step <= Math.min(steps, mostDays); step++) {
    const date = new Date(start + step * oneDay);
    const day = date.toISOString().slice(0, 10);
    while (waiting[0] && waiting[0].day <= day) open -= waiting.shift()?.points ?? 0;
    const optimal = steps === 0 ? total : total * (1 - step / steps);
    days.push({ day, name: date.getUTCDate(), open_points: open, optimal_points: optimal });
  }
  return days;
}
