import type { NodeTools } from '../../../lib/contracts/node';
import type { Document } from '../../../lib/resource/document';
import { leaveEpics } from '../epics/relations';

/** Removes all elements of a project; stories of other projects leave its epics. May be repeated. */
export async function removeProject(node: NodeTools, project: number): Promise<void> {
  const { store } = node;
  for (const collection of ['tasks', 'userstories']) await store.collection(collection).remove({ project });
  const epics = (await store.collection<Document>('epics').find({ filter: { project }, fields: ['id'] })).map(({ id }) => id);
  if (epics.length > 0) await leaveEpics(store, epics);
  for (const collection of ['epics', 'milestones']) await store.collection(collection).remove({ project });
  // Its stories may have been in epics of other projects.
  await node.invalidate({ epicProgress: 'all' });
}
