import type { RestRequest } from '../../../lib/resource/request';
import { placedInTurn, setOrdersOf } from '../../../lib/resource/traits/places';
import type { UserStory } from '../userstories/userstory';
import { changeRelations, inEpic, relationFields, relationTo, storiesOf, type EpicPlace } from './relations';

/**
 * Puts a story at a place of its epic; all others at or behind it go one further. The header `set-orders` gives
 * further places by story, as clients know no other ids of relations (epics.md, Related user stories).
 * @returns the new places by relation
 */
export async function placeInEpic(
  request: RestRequest,
  place: EpicPlace,
  story: UserStory,
  order: number | null,
): Promise<Record<number, number>> {
  const epic = place.epic.id;
  const own = relationTo(story, epic);
  if (!own || order === null || order === own.order) return {};
  const pushed = await pushOthers(request, epic, { relation: own.relation, order });
  await changeRelations(request, place, { id: story.id, action: 'change' }, (present) =>
    present.epics.map((relation) => (relation.id === epic ? { ...relation, order } : relation)),
  );
  return { ...pushed, [own.relation]: order };
}

async function pushOthers(request: RestRequest, epic: number, moved: { relation: number; order: number }): Promise<Record<number, number>> {
  const stories = await storiesOf(request).find({ filter: inEpic(epic), fields: ['epics', 'epics_version'] });
  const present = new Map(stories.flatMap((story) => placeOf(story, epic)));
  const orders = setOrdersOf(request.facts.setOrders);
  const further = stories.flatMap((story) => {
    const [order, relation] = [orders[story.id], relationTo(story, epic)?.relation];
    return order === undefined || relation === undefined || relation === moved.relation ? [] : [{ id: relation, order }];
  });
  const wanted = [{ id: moved.relation, order: moved.order }, ...further];
  // The moved one comes from nowhere, so that it pushes all that are behind its new place.
  const others = new Map([...present].filter(([relation]) => relation !== moved.relation));
  const places = new Map([...placedInTurn(others, wanted)].filter(([id, order]) => id !== moved.relation && others.get(id) !== order));
  const updates = stories.flatMap((story) => updateOf(story, epic, places));
  if (updates.length > 0) await storiesOf(request).bulkUpdate(updates);
  return Object.fromEntries(places);
}

function placeOf(story: UserStory, epic: number): [number, number][] {
  const relation = relationTo(story, epic);
  return relation ? [[relation.relation, relation.order]] : [];
}

function updateOf({ id, epics, epics_version }: UserStory, epic: number, places: ReadonlyMap<number, number>) {
  if (!epics.some((one) => one.id === epic && places.has(one.relation))) return [];
  const changed = epics.map((one) => (one.id === epic ? { ...one, order: places.get(one.relation) ?? one.order } : one));
  return [{ filter: { id, epics_version }, update: { set: relationFields(changed), inc: { epics_version: 1 } } }];
}
