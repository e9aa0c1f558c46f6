import type { Caller, NodeTools } from '../../lib/contracts/node';
import { settingKinds } from '../../lib/contracts/project-context';
import { projectsOf } from './documents';

const collection = 'projects';
const deleting = 'blocked-by-deleting';

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

async function removeAll({ node, call }: Asker, id: number): Promise<void> {
  await projectsOf(node.store).updateOne({ id }, { set: { owner: null, blocked_code: deleting } });
  await node.invalidate({ projects: [id] });
  const project = { project: id };
  await Promise.all([
    call('backlog.removeProject', project),
    call('issues.removeProject', project),
    call('wiki.removeProject', project),
    call('attachments.removeProject', project),
    call('history.removeProject', project),
    call('webhooks.removeProject', project),
    call('notifications.removeProject', project),
    call('auth.removeProject', project),
  ]);
  await call('memberships.removeProject', project);
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
