import type { GeneratedStory } from '../../../lib/contracts/issue-actions';
import type { RestRequest } from '../../../lib/resource/request';
import { collectionName, type UserStory } from './userstory';

/** Those of the stories that still exist, by ref. */
export async function existingStories(request: RestRequest, ids: readonly number[]): Promise<GeneratedStory[]> {
  const collection = request.node.store.collection<UserStory>(collectionName);
  const found = await collection.find({ filter: { id: { in: ids } }, sort: ['ref'], fields: ['ref', 'subject'] });
  return found.map(({ id, ref, subject }) => ({ id, ref, subject }));
}
