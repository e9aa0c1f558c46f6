import type { Caller, NodeTools } from '../../lib/contracts/node';
import { settingKinds } from '../../lib/contracts/project-context';
import { withSmallHeap } from '../../lib/small-heap';
import { projectsOf } from './documents';

const collection = 'projects';
const deleting = 'blocked-by-deleting';

/** A project may hold so much that its removal takes minutes. */
const patient = { timeout: 0 };

interface Asker {
  node: NodeTools;
  call: Caller;
}

/**
 * Deletes a project with everything in it. First it is closed and loses its owner, so that nobody sees it half gone and
 * a deletion that breaks off is finished by {@link followRemovals}.
 */
export function removeProject(asker: Asker, id: number): Promise<void> {
  return asker.node.removals.run({ collection, document: { id }, moveTo: null }, () => removeAll(asker, id));
}

function removeAll(asker: Asker, id: number): Promise<void> {
  return withSmallHeap(() => removeParts(asker, id));
}

async function removeParts({ node, call }: Asker, id: number): Promise<void> {
  await projectsOf(node.store).updateOne({ id }, { set: { owner: null, blocked_code: deleting } });
  await node.invalidate({ projects: [id] });
  const project = { project: id };
  await Promise.all([
    call('backlog.removeProject', project, patient),
    call('issues.removeProject', project, patient),
    call('wiki.removeProject', project, patient),
    call('attachments.removeProject', project, patient),
    call('history.removeProject', project, patient),
    call('webhooks.removeProject', project, patient),
    call('notifications.removeProject', project, patient),
    call('auth.removeProject', project, patient),
  ]);
  await call('memberships.removeProject', project, patient);
  await Promise.all(settingKinds.map((kind) => node.store.collection(kind).remove({ project: id })));
  await node.store.collection('contacts').remove({ project: id });
  await node.files.removePrefix(`projects/${id}`);
  await projectsOf(node.store).remove({ id });
  await node.invalidate({ projects: [id], projectMilestones: [id] });
}

/** Finishes deletions that broke off. */
export function followRemovals(node: NodeTools): void {
  node.removals.follow(collection, ({ document }, call) => removeAll({ node, call }, Number(document.id)));
}
