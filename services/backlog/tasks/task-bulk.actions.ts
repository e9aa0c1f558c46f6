import type { Reply } from '../../../lib/contracts/http';
import { can } from '../../../lib/resource/access';
import type { RestAction } from '../../../lib/resource/define';
import type { Draft } from '../../../lib/resource/draft';
import { ok, type RestRequest } from '../../../lib/resource/request';
import { BulkBody } from '../../../lib/resource/traits/bulk-body';
import { bulkAction, bulkCreation } from '../../../lib/resource/traits/bulk.actions';
import { demandOfProject, milestoneIn, settingIn } from '../../../lib/resource/traits/bulk-checks';
import { permission } from '../../../lib/resource/traits/element';
import { inTheirOrder } from '../../../lib/resource/traits/places';
import { storiesById } from './stories-of-tasks';
import { tasksEnterSprint } from './task-moves';
import { filterOf, orderTasks, type PlaceField, type TaskGroup } from './task-places';
import { tasks } from './task.resource';
import { madeInBulk } from './task.rules';
import { collectionName, traits, type Task } from './task';

const mayModify = can(permission(traits, 'modify'));

/** Many tasks at once (tasks.md, Bulk). */
export const bulkActions: readonly RestAction[] = [
  bulkCreation(traits, tasks, { lines: 'bulk_tasks', values: valuesIn, place: placeInOrder }),
  bulkAction(traits, 'modify', 'bulkUpdateUsOrder', (request) => order(request, 'us_order')),
  bulkAction(traits, 'modify', 'bulkUpdateTaskboardOrder', (request) => order(request, 'taskboard_order')),
  bulkAction(traits, 'modify', 'bulkUpdateMilestone', updateMilestone),
];

async function valuesIn(bulk: BulkBody): Promise<Record<string, unknown>> {
  const milestone = await milestoneIn(bulk, 'Invalid milestone id.', true);
  const user_story = await storyIn(bulk, milestone);
  const status = settingIn(bulk, 'status_id', traits.statuses, { refusal: 'Invalid task status id.' });
  return { milestone, user_story, status };
}

function placeInOrder(drafts: readonly Draft<Task>[]): void {
  const places = inTheirOrder(drafts.map(({ after }) => after.us_order));
  drafts.forEach((draft, index) => {
    draft.after.us_order = draft.after.taskboard_order = places[index] ?? draft.after.us_order;
    madeInBulk.add(draft);
  });
}

/** Reads `us_id`: a story of the project and the sprint. */
async function storyIn(bulk: BulkBody, milestone: number | null): Promise<number | null> {
  const id = bulk.integer('us_id');
  if (id === null || !bulk.context) return null;
  const story = (await storiesById(bulk.request, [id])).get(id);
  if (story?.project !== bulk.context.id || story.milestone !== milestone) bulk.problem('us_id', 'Invalid user story id.');
  return id;
}

async function order(request: RestRequest, field: PlaceField): Promise<Reply> {
  const bulk = new BulkBody(request);
  const context = await bulk.project();
  const user_story = bulk.integer('us_id');
  const status = bulk.integer('status_id');
  const milestone = bulk.integer('milestone_id');
  const wanted = bulk.places('bulk_tasks', 'task_id');
  const group: TaskGroup = { field, project: context?.id ?? 0, user_story, status, milestone };
  const ids = wanted.map(({ id }) => id);
  const found = ids.length === 0 ? 0 : await request.node.store.collection(collectionName).count({ ...filterOf(group), id: { in: ids } });
  if (found < ids.length)
    bulk.problem(
      'bulk_tasks',
      'Invalid task ids. All tasks must belong to the same project and, if it exists, to the same status, user story and/or milestone.',
    );
  bulk.permitted(mayModify);
  return ok(await orderTasks(request, group, wanted));
}

async function updateMilestone(request: RestRequest): Promise<Reply> {
  const bulk = new BulkBody(request);
  await bulk.project();
  const milestone = await milestoneIn(bulk, "The milestone isn't valid for the project", true);
  const wanted = bulk.places('bulk_tasks', 'task_id');
  const ids = wanted.map(({ id }) => id);
  await demandOfProject(bulk, collectionName, { field: 'bulk_tasks', ids, refusal: 'All the tasks must be from the same project' });
  bulk.permitted(mayModify);
  return ok(milestone === null ? {} : Object.fromEntries(await tasksEnterSprint(request, milestone, wanted)));
}
