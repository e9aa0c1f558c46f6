import type { NodeTools } from '../../../lib/contracts/node';

/** Removes all elements of a project. May be repeated. */
export async function removeProject(node: NodeTools, project: number): Promise<void> {
  for (const collection of ['tasks', 'userstories', 'epics']) await node.store.collection(collection).remove({ project });
  await node.store.collection('related_userstories').remove({ project });
  await node.store.collection('milestones').remove({ project });
}
