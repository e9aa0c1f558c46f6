import type { RestoredRelation } from '../../../lib/contracts/restore-actions';
import type { Store } from '../../../lib/contracts/store';
import { relationFields } from '../epics/relations';
import type { EpicRelation, UserStory } from '../userstories/userstory';

/** Puts restored stories into restored epics, beside those in which they are already. */
export async function relateRestored(store: Store, project: number, relations: readonly RestoredRelation[]): Promise<void> {
  if (relations.length === 0) return;
  const stories = store.collection<UserStory>('userstories');
  const first = await store.take('related_userstories', relations.length);
  const added = new Map<number, EpicRelation[]>();
  relations.forEach(({ epic, story, order }, index) => {
    added.set(story, [...(added.get(story) ?? []), { id: epic, order, relation: first + index }]);
  });
  const present = await stories.find({ filter: { id: { in: [...added.keys()] }, project }, fields: ['epics'] });
  const updates = present.map(({ id, epics }) => {
    const own = added.get(id) ?? [];
    const others = epics.filter((relation) => !own.some((one) => one.id === relation.id));
    return { filter: { id }, update: { set: relationFields([...others, ...own]), inc: { epics_version: 1 } } };
  });
  await stories.bulkUpdate(updates);
}
