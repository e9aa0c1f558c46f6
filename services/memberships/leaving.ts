import type { ChangeEntry } from '../../lib/contracts/changes';
import { changeEntry } from '../../lib/resource/changes';
import type { RestRequest } from '../../lib/resource/request';
import { membershipsOf, type Membership } from './documents';
import { followLeaving } from './after-leaving';
import { memberships as resource } from './memberships.resource';

export const indispensableMessage = 'The project must have an owner and at least one of the users must be an active admin';

/** Removes memberships and invitations, of any projects, with what follows from it. Assignments and policies stay. */
export async function removeMemberships(request: RestRequest, removed: readonly Membership[]): Promise<void> {
  if (removed.length === 0) return;
  const { node, call } = request;
  const entries = await entriesOf(request, removed);
  await Promise.all(entries.map((entry) => node.changes.remove(resource.collection, entry)));
  // Invitations go without an entry.
  await membershipsOf(node.store).remove({ id: { in: removed.map(({ id }) => id) } });
  await followLeaving(request, removed);
  if (entries.length > 0) await node.changes.deliver(resource.collection, null, entries, call);
}

/** Nobody is told that an invitation was withdrawn. */
async function entriesOf(request: RestRequest, removed: readonly Membership[]): Promise<ChangeEntry[]> {
  const { history } = resource;
  if (!history) return [];
  const contexts = await request.node.caches.projects.many(removed.map(({ project }) => project));
  const made = removed.flatMap((membership) => {
    const context = contexts.get(membership.project);
    if (membership.user === null || !context) return [];
    const after = { ...membership, token: null };
    return [changeEntry({ history, request, action: 'delete', before: after, after, context })];
  });
  return (await Promise.all(made)).filter((entry) => entry !== null);
}
