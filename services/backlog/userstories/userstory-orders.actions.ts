import type { Reply } from '../../../lib/contracts/http';
import type { RestAction } from '../../../lib/resource/define';
import { ok, type RestRequest } from '../../../lib/resource/request';
import { BulkBody } from '../../../lib/resource/traits/bulk-body';
import { milestoneIn } from '../../../lib/resource/traits/bulk-checks';
import { anchorIn, demandAnchor, demandOwnStories, mayModify, ownStories, statusIn, swimlaneIn } from './userstory-bulk.rules';
import { isIn, moveToAnchor, moveToPlaces, type Cell, type NewPlace, type PlaceField } from './userstory-moves';
import { traits } from './userstory';

const foreignStories = 'Invalid user story ids. All stories must belong to the same project.';
const foreignMilestone = 'Invalid milestone id. The milestone must belong to the same project.';

type Handler = (request: RestRequest) => Promise<Reply>;

const order = (name: string, path: string, handler: Handler): RestAction => ({
  name,
  rest: { method: 'POST', path: `/${traits.path}/${path}` },
  access: mayModify,
  checksAccess: true,
  handler,
});

/** Orders of the backlog, of a sprint and of the board, in the newer form (an anchor) and the older one (places). */
export const orderActions: readonly RestAction[] = [
  order('bulkUpdateBacklogOrder', 'bulk_update_backlog_order', (request) => orderBacklog(request, 'backlog_order')),
  order('bulkUpdateSprintOrder', 'bulk_update_sprint_order', (request) => orderBacklog(request, 'sprint_order')),
  order('bulkUpdateKanbanOrder', 'bulk_update_kanban_order', orderKanban),
];

const isOlder = (bulk: BulkBody) => bulk.has('bulk_stories') && !bulk.has('bulk_userstories');

/** Only what a body of the older form names is set. */
const givenOf = (cell: Cell): Cell => Object.fromEntries(Object.entries(cell).filter(([, value]) => value !== null));

async function orderBacklog(request: RestRequest, older: PlaceField): Promise<Reply> {
  const bulk = new BulkBody(request);
  await bulk.project();
  const cell = { milestone: await milestoneIn(bulk, foreignMilestone) };
  if (isOlder(bulk)) return orderByPlaces(bulk, older, givenOf(cell));
  return orderByAnchor(bulk, cell.milestone === null ? 'backlog_order' : 'sprint_order', cell, ' and milestone');
}

async function orderKanban(request: RestRequest): Promise<Reply> {
  const bulk = new BulkBody(request);
  await bulk.project();
  if (isOlder(bulk)) return orderByPlaces(bulk, 'kanban_order', givenOf({ status: statusIn(bulk), swimlane: swimlaneIn(bulk) }));
  const cell = { status: statusIn(bulk, true), swimlane: swimlaneIn(bulk) };
  return orderByAnchor(bulk, 'kanban_order', cell, ', status and swimlane');
}

async function orderByAnchor(bulk: BulkBody, field: PlaceField, cell: Cell, where: string): Promise<Reply> {
  const moved = bulk.ids('bulk_userstories');
  const anchor = anchorIn(bulk);
  const own = await ownStories(bulk, [...moved, anchor.after, anchor.before]);
  if (!moved.every((id) => own.has(id))) bulk.problem('bulk_userstories', foreignStories);
  demandAnchor(bulk, anchor, (id) => isIn(cell, own.get(id)), where);
  const { id: project } = bulk.permitted(mayModify);
  const found = moved.flatMap((id) => own.get(id) ?? []);
  return answer(await moveToAnchor(bulk.request, { project, field, cell }, found, anchor), field, cell);
}

async function orderByPlaces(bulk: BulkBody, field: PlaceField, cell: Cell): Promise<Reply> {
  const wanted = bulk.places('bulk_stories', 'us_id');
  await demandOwnStories(
    bulk,
    'bulk_stories',
    wanted.map(({ id }) => id),
    foreignStories,
  );
  const { id: project } = bulk.permitted(mayModify);
  return answer(await moveToPlaces(bulk.request, { project, field, cell }, wanted), field, cell);
}

const answer = (places: readonly NewPlace[], field: PlaceField, cell: Cell) =>
  ok(places.map(({ id, place }) => ({ id, ...cell, [field]: place })));
