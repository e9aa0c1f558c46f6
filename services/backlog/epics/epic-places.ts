import type { Collection } from '../../../lib/contracts/store';
import { infoHeaders, makeRoom, placedInTurn, setOrdersOf } from '../../../lib/resource/traits/places';
import { pushChange } from '../../../lib/resource/push';
import type { Draft } from '../../../lib/resource/draft';
import { collectionName, type Epic } from './epic';

/** A changed place pushes on the other epics of the project; the answer tells all new places (epics.md, Order). */
export async function pushOthers(draft: Draft<Epic>): Promise<void> {
  const { request, before, after } = draft;
  if (!before) return;
  const stayed = before.project === after.project;
  const moved: Record<number, number> = {};
  if (!stayed || before.epics_order !== after.epics_order) {
    const collection = request.node.store.collection<Epic>(collectionName);
    const group = { project: after.project };
    const from = stayed ? before.epics_order : null;
    Object.assign(moved, await makeRoom(collection, { field: 'epics_order', group, id: after.id, from, to: after.epics_order }));
    moved[after.id] = after.epics_order;
    const wanted = Object.entries(setOrdersOf(request.facts.setOrders)).map(([id, order]) => ({ id: Number(id), order }));
    if (wanted.length > 0) Object.assign(moved, await placeOthers(collection, after, wanted));
  }
  pushChange(request, { project: after.project, type: 'change', matches: 'epics.epic', pk: Object.keys(moved).map(Number) });
  Object.assign(draft.headers, infoHeaders('order-updated', JSON.stringify(moved)));
}

/** Further orders that the request gives for epics of the same project, one after another. @returns the new places */
async function placeOthers(
  collection: Collection<Epic>,
  { id: edited, project }: Epic,
  wanted: readonly { id: number; order: number }[],
): Promise<Record<number, number>> {
  const present = new Map(
    (await collection.find({ filter: { project }, fields: ['epics_order'] })).map((epic) => [epic.id, epic.epics_order]),
  );
  const own = wanted.filter(({ id }) => id !== edited && present.has(id));
  const changed = [...placedInTurn(present, own)].filter(([id, place]) => present.get(id) !== place);
  await collection.bulkUpdate(changed.map(([id, place]) => ({ filter: { id, project }, update: { set: { epics_order: place } } })));
  return Object.fromEntries(changed);
}
