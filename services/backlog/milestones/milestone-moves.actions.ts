import { validationError } from '../../../lib/errors';
import type { Reply } from '../../../lib/contracts/http';
import { can } from '../../../lib/resource/access';
import type { RestAction } from '../../../lib/resource/define';
import { forAction } from '../../../lib/resource/operations/lookup';
import { noContent, type RestRequest } from '../../../lib/resource/request';
import { BulkBody, type PlacedId } from '../../../lib/resource/traits/bulk-body';
import { demandOfProject, milestoneIn } from '../../../lib/resource/traits/bulk-checks';
import { tasksEnterSprint } from '../tasks/task-moves';
import { moveToSprint } from '../userstories/userstory-moves';
import { path } from './milestone';
import { milestones } from './milestone.resource';

const mayModify = can('modify_milestone');
const foreignSprint = "The milestone isn't valid for the project";

/** One kind of element that can be moved into another sprint. */
interface Movable {
  what: string;
  permission: string;
  list: string;
  idKey: string;
  orderKey: string | null;
  foreignSprint: string;
  /** Of the elements in this service, and what is said to those of another project. */
  own?: { collection: string; refusal: string };
  move(request: RestRequest, target: { project: number; milestone: number }, wanted: readonly PlacedId[]): Promise<void>;
}

const movables: readonly Movable[] = [
  {
    ...{ what: 'userstories', permission: 'modify_us', list: 'bulk_stories', idKey: 'us_id', orderKey: 'order' },
    foreignSprint: "There's no milestone with that id",
    own: { collection: 'userstories', refusal: 'All the user stories must be from the same project' },
    move: (request, { milestone }, wanted) => moveToSprint(request, milestone, wanted),
  },
  {
    ...{ what: 'tasks', permission: 'modify_task', list: 'bulk_tasks', idKey: 'task_id', orderKey: 'order', foreignSprint },
    own: { collection: 'tasks', refusal: 'All the tasks must be from the same project' },
    move: async (request, { milestone }, wanted) => {
      await tasksEnterSprint(request, milestone, wanted);
    },
  },
  {
    ...{ what: 'issues', permission: 'modify_issue', list: 'bulk_issues', idKey: 'issue_id', orderKey: null, foreignSprint },
    move: moveIssues,
  },
];

/** `POST /milestones/:id/move_…_to_sprint`; the id decides only about the permission (milestones.md, Actions). */
export const moveActions: readonly RestAction[] = movables.map((movable) => ({
  name: `move_${movable.what}_to_sprint`,
  rest: { method: 'POST', path: `/${path}/:id/move_${movable.what}_to_sprint` },
  access: mayModify,
  checksAccess: true,
  handler: (request) => move(request, movable),
}));

async function move(request: RestRequest, movable: Movable): Promise<Reply> {
  await forAction(milestones, request, mayModify);
  const bulk = new BulkBody(request);
  await bulk.project();
  const milestone = await milestoneIn(bulk, movable.foreignSprint, true);
  const wanted = bulk.places(movable.list, movable.idKey, movable.orderKey);
  const ids = wanted.map(({ id }) => id);
  if (movable.own) await demandOfProject(bulk, movable.own.collection, { field: movable.list, ids, refusal: movable.own.refusal });
  const { id: project } = bulk.permitted(mayModify, can(movable.permission));
  if (milestone !== null && wanted.length > 0) await movable.move(request, { project, milestone }, wanted);
  return noContent;
}

async function moveIssues(
  request: RestRequest,
  target: { project: number; milestone: number },
  wanted: readonly PlacedId[],
): Promise<void> {
  const moved = await request.call('issues.moveToMilestone', { ...target, issues: wanted.map(({ id }) => id) });
  if (!moved) throw validationError({ bulk_issues: ['All the issues must be from the same project'] });
}
