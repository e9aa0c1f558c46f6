import type { Filter } from '../../../lib/contracts/store';
import { changeQuietly } from '../../../lib/resource/operations/quiet-change';
import { pushChange } from '../../../lib/resource/push';
import type { RestRequest } from '../../../lib/resource/request';
import { placedInTurn, reordered } from '../../../lib/resource/traits/places';
import type { PlacedId } from '../../../lib/resource/traits/bulk-body';
import { recloseMilestones } from '../milestones/milestone-closing';
import { tasksFollowStories } from '../tasks/task-moves';
import { closeStories } from './userstory-closing';
import { userStories } from './userstory.resource';
import type { UserStory } from './userstory';

export type PlaceField = 'backlog_order' | 'sprint_order' | 'kanban_order';

/** A column, a sprint or the backlog: what all its stories have in common. */
export type Cell = Partial<Pick<UserStory, 'milestone' | 'status' | 'swimlane'>>;

/** Stories that go into a cell. */
export interface Move {
  project: number;
  field: PlaceField;
  cell: Cell;
}

/** A story and its new place. */
export interface NewPlace {
  id: number;
  place: number;
}

const storiesOf = (request: RestRequest) => request.node.store.collection<UserStory>('userstories');

const filterOf = ({ project, cell }: Move): Filter => ({ project, ...cell });

/** Puts stories behind or before an anchor of the cell, or at its top (userstories.md, Bulk). */
export async function moveToAnchor(
  request: RestRequest,
  move: Move,
  moved: readonly number[],
  anchor: { after: number | null; before: number | null },
): Promise<NewPlace[]> {
  const { field } = move;
  const filter = { and: [filterOf(move), { id: { nin: moved } }] };
  const cell = await storiesOf(request).find({ filter, sort: [field, 'ref'], fields: [field] });
  const others = cell.map((story) => ({ id: story.id, place: story[field] }));
  const places = reordered({ others, moved, ...anchor });
  await store(request, move, moved, { places, present: new Map(others.map(({ id, place }) => [id, place])) });
  return places;
}

/** Puts stories at the places given, each pushing on the others of the cell. @returns what changed */
export async function moveToPlaces(request: RestRequest, move: Move, wanted: readonly PlacedId[]): Promise<NewPlace[]> {
  const { field } = move;
  const cell = await storiesOf(request).find({ filter: filterOf(move), fields: [field] });
  const present = new Map(cell.map((story) => [story.id, story[field]]));
  const places = [...placedInTurn(present, wanted)].map(([id, place]) => ({ id, place }));
  const moved = wanted.map(({ id }) => id);
  await store(request, move, moved, { places, present });
  return places.filter(({ id, place }) => present.get(id) !== place);
}

/** The moved stories are written with their history, of the others only the places that differ and only while they are in the cell. */
async function store(
  request: RestRequest,
  move: Move,
  moved: readonly number[],
  { places, present }: { places: readonly NewPlace[]; present: ReadonlyMap<number, number> },
): Promise<void> {
  const { field, cell } = move;
  const placeOf = new Map(places.map(({ id, place }) => [id, place]));
  const former = await changeStories(request, moved, (story) => ({ ...cell, [field]: placeOf.get(story.id) ?? story[field] }));
  const pushed = places.filter(({ id, place }) => !moved.includes(id) && present.get(id) !== place);
  const updates = pushed.map(({ id, place }) => ({ filter: { id, ...filterOf(move) }, update: { set: { [field]: place } } }));
  if (updates.length > 0) await storiesOf(request).bulkUpdate(updates);
  await followMoves(request, former, cell);
}

/** @returns the changed stories as they were */
async function changeStories(
  request: RestRequest,
  ids: readonly number[],
  change: (story: UserStory) => Partial<UserStory>,
): Promise<UserStory[]> {
  const former = new Map<number, UserStory>();
  const remembered = (story: UserStory) => {
    former.set(story.id, story);
    return change(story);
  };
  const changed = await changeQuietly(userStories, request, ids, remembered, { pushed: true });
  const [first] = changed;
  if (first) pushChange(request, { project: first.project, type: 'change', matches: 'userstories.userstory', pk: [...ids] });
  return changed.flatMap(({ id }) => former.get(id) ?? []);
}

/** Tasks go along into another sprint; stories and sprints close and open. */
async function followMoves(request: RestRequest, former: readonly UserStory[], { milestone, status }: Cell): Promise<void> {
  const resprinted = milestone === undefined ? [] : former.filter((story) => story.milestone !== milestone);
  const restated = status === undefined ? [] : former.filter((story) => story.status !== status);
  if (milestone !== undefined && resprinted.length > 0) await tasksFollowStories(request, idsOf(resprinted), milestone);
  const sprints = resprinted.length === 0 ? [] : [milestone ?? null, ...resprinted.map((story) => story.milestone)];
  if (restated.length > 0) await closeStories(request, idsOf(restated), sprints);
  else if (sprints.length > 0) await recloseMilestones(request, sprints);
}

const idsOf = (stories: readonly UserStory[]) => stories.map(({ id }) => id);

/** Puts stories, with their tasks, into a sprint at the places given (milestones.md, Actions). */
export async function moveToSprint(request: RestRequest, milestone: number, wanted: readonly PlacedId[]): Promise<void> {
  const places = new Map(wanted.map(({ id, order }) => [id, order]));
  const ids = wanted.map(({ id }) => id);
  const former = await changeStories(request, ids, (story) => ({ milestone, sprint_order: places.get(story.id) ?? story.sprint_order }));
  await followMoves(request, former, { milestone });
}
