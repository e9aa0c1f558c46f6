import type { BulkUpdate, Filter } from '../../../lib/contracts/store';
import { changeQuietly } from '../../../lib/resource/operations/quiet-change';
import { pushChange } from '../../../lib/resource/push';
import type { RestRequest } from '../../../lib/resource/request';
import type { PlacedId } from '../../../lib/resource/traits/bulk-body';
import { placedInTurn } from '../../../lib/resource/traits/places';
import { collectionName, type Task } from './task';
import { recordedTasks } from './task.history';

export type PlaceField = 'us_order' | 'taskboard_order';

/** Tasks that are ordered among one another. What is null isn't looked at: a loose task is ordered among all of the project. */
export interface TaskGroup {
  field: PlaceField;
  project: number;
  user_story?: number | null;
  status?: number | null;
  milestone?: number | null;
}

/** Places by task. */
type Places = Map<number, number>;

const collectionOf = (request: RestRequest) => request.node.store.collection<Task>(collectionName);

/** The filter of a group. */
export function filterOf({ field: _field, ...group }: TaskGroup): Filter {
  return Object.fromEntries(Object.entries(group).filter(([, value]) => value !== null)) as Filter;
}

/** Puts tasks of a group at the places given, each pushing on the others. @returns the new places of all that moved */
export async function orderTasks(request: RestRequest, group: TaskGroup, wanted: readonly PlacedId[]): Promise<Record<number, number>> {
  if (wanted.length === 0) return {};
  const present = await presentPlaces(request, group, wanted);
  const places = placedInTurn(present, wanted);
  return store(request, group, { present, places, wanted });
}

/** A task and what else its edit orders. */
export interface Edited {
  /** As it is stored now. */
  task: Task;
  /** Its former place in the group; null when it comes from another one. */
  from: number | null;
  /** Places of other tasks of the group, by id. */
  further: Record<number, number>;
}

/** Makes room for an edited task. @returns its place and those of all others that moved */
export async function pushOthers(request: RestRequest, group: TaskGroup, { task, from, further }: Edited): Promise<Record<number, number>> {
  const own = { id: task.id, order: task[group.field] };
  const others = Object.entries(further).map(([id, order]) => ({ id: Number(id), order }));
  const present = await presentPlaces(request, group, [own, ...others]);
  if (from === null) present.delete(task.id);
  else present.set(task.id, from);
  const wanted = [own, ...others.filter(({ id }) => id !== task.id && present.has(id))];
  const places = placedInTurn(present, wanted);
  // The edit itself has stored this one, unless a further one pushed it on.
  present.set(task.id, own.order);
  const moved = await store(request, group, { present, places, wanted: wanted.slice(1) });
  return { ...moved, [task.id]: places.get(task.id) ?? own.order };
}

/** Only tasks from the lowest wanted place on can move, beside the wanted ones themselves. */
async function presentPlaces(request: RestRequest, group: TaskGroup, wanted: readonly PlacedId[]): Promise<Places> {
  const { field } = group;
  const lowest = Math.min(...wanted.map(({ order }) => order));
  const ids = wanted.map(({ id }) => id);
  const filter: Filter = { and: [filterOf(group), { or: [{ [field]: { gte: lowest } }, { id: { in: ids } }] }] };
  const found = await collectionOf(request).find({ filter, fields: [field] });
  return new Map(found.map((task) => [task.id, task[field]]));
}

interface Ordered {
  present: Places;
  places: Places;
  wanted: readonly PlacedId[];
}

/** The wanted ones are written with a hidden history entry, the pushed ones only with their places. */
async function store(
  request: RestRequest,
  { field, project }: TaskGroup,
  { present, places, wanted }: Ordered,
): Promise<Record<number, number>> {
  const moved = [...places].filter(([id, place]) => present.get(id) !== place);
  const named = new Set(wanted.map(({ id }) => id));
  const pushed = moved.filter(([id]) => !named.has(id));
  // Added rather than set, so that what others push at the same time isn't lost.
  const updates: BulkUpdate[] = pushed.map(([id, place]) => ({
    filter: { id },
    update: { inc: { [field]: place - (present.get(id) ?? place) } },
  }));
  if (updates.length > 0) await collectionOf(request).bulkUpdate(updates);
  const place = (task: Task) => ({ [field]: places.get(task.id) ?? task[field] });
  if (named.size > 0) await changeQuietly(recordedTasks, request, [...named], place, { pushed: true });
  pushChange(request, { project, type: 'change', matches: 'tasks.task', pk: [...new Set([...named, ...moved.map(([id]) => id)])] });
  return Object.fromEntries(moved);
}
