import type { Caller, NodeTools } from '../../lib/contracts/node';
import { settingKinds } from '../../lib/contracts/project-context';
import { projectsOf } from './documents';

const deleting = 'blocked-by-deleting';

/** Milliseconds until a failed attempt is repeated. */
const patience = 30_000;

interface Asker {
  node: NodeTools;
  call: Caller;
}

/**
 * Deletes a project with everything in it. First it is closed and loses its owner, so that nobody sees it half gone and
 * a deletion that breaks off is finished by {@link finishRemovals}.
 */
export async function removeProject({ node, call }: Asker, id: number): Promise<void> {
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

/** Finishes deletions during which a process died, once the other services can be reached. */
export function finishRemovals(node: NodeTools): void {
  const round = () =>
    removeLeft(node).catch((error: unknown) => {
      node.log.warn('Deletions of projects are still unfinished', error);
      setTimeout(() => void round(), patience).unref();
    });
  void round();
}

async function removeLeft(node: NodeTools): Promise<void> {
  const left = await projectsOf(node.store).find({ filter: { blocked_code: deleting }, fields: ['id'] });
  for (const { id } of left) await removeProject({ node, call: node.call }, id);
}
