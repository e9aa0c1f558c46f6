import type { Reply } from '../../../lib/contracts/http';
import { can } from '../../../lib/resource/access';
import type { RestAction } from '../../../lib/resource/define';
import { detailsOf } from '../../../lib/resource/operations/answer';
import { insertDrafts, validDraft } from '../../../lib/resource/operations/create';
import { ok, type RestRequest } from '../../../lib/resource/request';
import { BulkBody } from '../../../lib/resource/traits/bulk-body';
import { demandOfProject, linesOf, milestoneIn } from '../../../lib/resource/traits/bulk-checks';
import { permission } from '../../../lib/resource/traits/element';
import { inTheirOrder } from '../../../lib/resource/traits/places';
import { settingOf } from '../../../lib/resource/traits/element.serialize';
import { storiesById } from './stories-of-tasks';
import { tasksEnterSprint } from './task-moves';
import { filterOf, orderTasks, type PlaceField, type TaskGroup } from './task-places';
import { tasks } from './task.resource';
import { madeInBulk } from './task.rules';
import { collectionName, traits } from './task';

const mayAdd = can(permission(traits, 'add'));
const mayModify = can(permission(traits, 'modify'));

const action = (name: string, access: RestAction['access'], path: string, handler: RestAction['handler']): RestAction => ({
  name,
  rest: { method: 'POST', path: `/${traits.path}/${path}` },
  access,
  checksAccess: true,
  handler,
});

/** Many tasks at once (tasks.md, Bulk). */
export const bulkActions: readonly RestAction[] = [
  action('bulkCreate', mayAdd, 'bulk_create', createMany),
  action('bulkUpdateUsOrder', mayModify, 'bulk_update_us_order', (request) => order(request, 'us_order')),
  action('bulkUpdateTaskboardOrder', mayModify, 'bulk_update_taskboard_order', (request) => order(request, 'taskboard_order')),
  action('bulkUpdateMilestone', mayModify, 'bulk_update_milestone', updateMilestone),
];

/** One task for each line that isn't empty. */
async function createMany(request: RestRequest): Promise<Reply> {
  const bulk = new BulkBody(request);
  await bulk.project();
  const milestone = await milestoneIn(bulk, 'Invalid milestone id.', true);
  const user_story = await storyIn(bulk, milestone);
  const status = bulk.integer('status_id');
  if (status !== null && bulk.context && !settingOf(bulk.context, traits.statuses, status))
    bulk.problem('status_id', 'Invalid task status id.');
  const subjects = linesOf(bulk.text('bulk_tasks'));
  const { id: project } = bulk.permitted(mayAdd);
  const values = { project, milestone, user_story, status };
  const drafts = await Promise.all(subjects.map((subject) => validDraft(tasks, request, { ...values, subject })));
  const places = inTheirOrder(drafts.map(({ after }) => after.us_order));
  drafts.forEach((draft, index) => {
    draft.after.us_order = draft.after.taskboard_order = places[index] ?? draft.after.us_order;
    madeInBulk.add(draft);
  });
  await insertDrafts(tasks, request, drafts);
  const created = drafts.map(({ after }) => after);
  return ok(await detailsOf(tasks, request, created));
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
