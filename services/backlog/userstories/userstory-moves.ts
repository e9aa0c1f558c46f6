import type { Filter } from '../../../lib/contracts/store';
import { oneAtATime } from '../../../lib/resource/locks';
import { changeQuietly, type QuietOptions } from '../../../lib/resource/operations/quiet-change';
import { pushChange } from '../../../lib/resource/push';
import type { RestRequest } from '../../../lib/resource/request';
import { placedInTurn, reordered } from '../../../lib/resource/traits/places';
import type { PlacedId } from '../../../lib/resource/traits/bulk-body';
import { recloseMilestones } from '../milestones/milestone-closing';
import { tasksFollowStories } from '../tasks/task-moves';
import { closeStories } from './userstory-closing';
import type { Anchor } from './userstory-bulk.rules';
import { recordedStories } from './userstory.history';
import { lastPlace, type UserStory } from './userstory';

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

/** Whether a story is in a cell. */
export const isIn = (cell: Cell, story: UserStory | undefined): boolean =>
  story !== undefined && (Object.keys(cell) as (keyof Cell)[]).every((key) => story[key] === cell[key]);

/** How often a move that others crossed is looked at again. */
const attempts = 10;

/** Moves in one list go one after another in this process; those of other processes are noticed. */
const inTurn = <Result>({ project, field }: Move, work: () => Promise<Result>) => oneAtATime(`${project} ${field}`, work);

/**
 * Puts stories behind or before an anchor of the cell, or at its top (userstories.md, Bulk). When others moved what it
 * pushes on meanwhile, it is worked out again from what is there then, so that no move undoes another.
 */
export function moveToAnchor(request: RestRequest, move: Move, found: readonly UserStory[], anchor: Anchor): Promise<NewPlace[]> {
  // An anchor that is to move itself stays, and the others come to it.
  const stories = found.filter(({ id }) => id !== anchor.after && id !== anchor.before);
  const moved = stories.map(({ id }) => id);
  if (moved.length === 0 && found.length > 0) return Promise.resolve([]);
  return inTurn(move, async () => {
    let places = await placesAround(request, move, moved, anchor);
    const former: UserStory[] = [];
    for (let attempt = 0; attempt < attempts; attempt++) {
      const { changed, missed } = await store(request, move, { places, moved, found: attempt === 0 ? stories : undefined });
      former.push(...changed);
      if (!missed) break;
      places = await placesAround(request, move, moved, anchor);
    }
    await followMoves(request, former, move.cell);
    return places.map(({ id, place }) => ({ id, place }));
  });
}

/** A story of the cell and where it stands now; null when it comes from elsewhere or is one of those that move. */
type Replaced = NewPlace & { present: number | null };

async function placesAround(request: RestRequest, move: Move, moved: readonly number[], anchor: Anchor): Promise<Replaced[]> {
  const { field } = move;
  const filter = { and: [filterOf(move), { id: { nin: moved } }] };
  const cell = await storiesOf(request).find({ filter, sort: [field, 'ref'], fields: [field] });
  const others = cell.map((story) => ({ id: story.id, place: story[field] }));
  const present = new Map(others.map(({ id, place }) => [id, place]));
  const places = reordered({ others, moved, ...anchor, last: lastPlace() });
  return places.map(({ id, place }) => ({ id, place, present: present.get(id) ?? null }));
}

interface Written {
  /** The moved ones that changed, as they were. */
  changed: UserStory[];
  /** Whether some of those that were pushed on stand elsewhere by now. */
  missed: boolean;
}

/** The moved stories are written with their history, of the others only the places that differ, and only while they stand where they stood. */
async function store(
  request: RestRequest,
  move: Move,
  { places, moved, found }: { places: readonly Replaced[]; moved: readonly number[]; found: readonly UserStory[] | undefined },
): Promise<Written> {
  const { field, cell } = move;
  const placeOf = new Map(places.map(({ id, place }) => [id, place]));
  const updates = places
    .filter(({ place, present }) => present !== null && present !== place)
    .map(({ id, place, present }) => ({ filter: { id, ...filterOf(move), [field]: present }, update: { set: { [field]: place } } }));
  let missed = false;
  const beside = { updates, missed: () => (missed = true) };
  const change = (story: UserStory) => ({ ...cell, [field]: placeOf.get(story.id) ?? story[field] });
  return { changed: await changeStories(request, moved, change, { found, beside }), missed };
}

/** Puts stories at the places given, each pushing on the others of the cell. @returns what changed */
export function moveToPlaces(request: RestRequest, move: Move, wanted: readonly PlacedId[]): Promise<NewPlace[]> {
  const { field, cell } = move;
  return inTurn(move, async () => {
    const stories = await storiesOf(request).find({ filter: filterOf(move), fields: [field] });
    const present = new Map(stories.map((story) => [story.id, story[field]]));
    const placeOf = placedInTurn(present, wanted);
    const moved = wanted.map(({ id }) => id);
    const changed = [...placeOf].map(([id, place]) => ({ id, place })).filter(({ id, place }) => present.get(id) !== place);
    // Added rather than set, so that what others push at the same time isn't lost.
    const updates = changed
      .filter(({ id }) => !moved.includes(id))
      .map(({ id, place }) => ({ filter: { id, ...filterOf(move) }, update: { inc: { [field]: place - (present.get(id) ?? place) } } }));
    const change = (story: UserStory) => ({ ...cell, [field]: placeOf.get(story.id) ?? story[field] });
    const beside = { updates, missed: () => undefined };
    await followMoves(request, await changeStories(request, moved, change, { beside }), cell);
    return changed;
  });
}

/** What of a story a move is worked out from: it is read again when that changed meanwhile. */
const standing = ({ status, swimlane, milestone, backlog_order, sprint_order, kanban_order }: UserStory): Filter => ({
  ...{ status, swimlane, milestone, backlog_order, sprint_order, kanban_order },
});

/** @returns the changed stories as they were */
async function changeStories(
  request: RestRequest,
  ids: readonly number[],
  change: (story: UserStory) => Partial<UserStory>,
  options: Pick<QuietOptions<UserStory>, 'found' | 'beside'> = {},
): Promise<UserStory[]> {
  const former = new Map<number, UserStory>();
  const remembered = (story: UserStory) => {
    former.set(story.id, story);
    return change(story);
  };
  const changed = await changeQuietly(recordedStories, request, ids, remembered, { ...options, pushed: true, condition: standing });
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
