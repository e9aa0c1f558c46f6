import { changeQuietly } from '../../../lib/resource/operations/quiet-change';
import { pushChange } from '../../../lib/resource/push';
import type { RestRequest } from '../../../lib/resource/request';
import type { PlacedId } from '../../../lib/resource/traits/bulk-body';
import { recloseMilestones } from '../milestones/milestone-closing';
import { collectionName, type Task } from './task';
import type { UserStory } from '../userstories/userstory';
import { recordedTasks } from './task.history';

/**
 * Puts tasks into a sprint at the places given, with a history entry each; their versions stay. Tasks of a story stay in
 * the story's sprint.
 * @returns the sprints in which the tasks are then
 */
export async function tasksEnterSprint(
  request: RestRequest,
  milestone: number,
  wanted: readonly PlacedId[],
): Promise<Map<number, number | null>> {
  const places = new Map(wanted.map(({ id, order }) => [id, order]));
  const sprints = new Map<number, number | null>();
  const left = new Set<number | null>();
  const enter = (task: Task) => {
    const target = task.user_story === null ? milestone : task.milestone;
    sprints.set(task.id, target);
    if (target !== task.milestone) left.add(task.milestone);
    return { milestone: target, taskboard_order: places.get(task.id) ?? task.taskboard_order };
  };
  const [first] = await changeQuietly(recordedTasks, request, [...places.keys()], enter, { pushed: true });
  if (first) pushChange(request, { project: first.project, type: 'change', matches: 'tasks.task', pk: [...places.keys()] });
  if (left.size > 0) await recloseMilestones(request, [milestone, ...left]);
  return sprints;
}

/** The tasks of stories go into the sprint of their stories, with a history entry each; their versions stay. */
export async function tasksFollowStories(request: RestRequest, stories: readonly number[], milestone: number | null): Promise<void> {
  const filter = { user_story: { in: stories }, milestone: milestone === null ? { missing: false } : { ne: milestone } };
  const behind = await request.node.store.collection<Task>(collectionName).find({ filter, fields: ['id'] });
  if (behind.length === 0) return;
  await changeQuietly(
    recordedTasks,
    request,
    behind.map(({ id }) => id),
    () => ({ milestone }),
  );
}

/** Tasks that came into stories which moved to another sprint at the same time go there too. */
export async function tasksCatchUp(request: RestRequest, entered: readonly Pick<Task, 'user_story' | 'milestone'>[]): Promise<void> {
  if (entered.length === 0) return;
  const ids = [...new Set(entered.map(({ user_story }) => user_story))];
  const filter = { id: { in: ids } };
  const stories = await request.node.store.collection<UserStory>('userstories').find({ filter, fields: ['milestone'] });
  for (const { id, milestone } of stories) {
    const isBehind = entered.some((task) => task.user_story === id && task.milestone !== milestone);
    if (isBehind) await tasksFollowStories(request, [id], milestone);
  }
}
