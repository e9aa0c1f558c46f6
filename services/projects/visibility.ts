import type { NodeTools } from '../../lib/contracts/node';
import type { Filter } from '../../lib/contracts/store';
import type { Requester } from '../../lib/contracts/http';
import { membershipsOfUser } from '../../lib/resource/memberships';
import { projectsOf } from './documents';

/** Of projects in whose lists the requester sees what needs the viewing permission (permissions.md §2). */
export async function visibleTo(node: Pick<NodeTools, 'caches'>, user: Requester | null, permission: string): Promise<Filter> {
  if (user === null) return { anon_permissions: { contains: permission } };
  // Nobody sees projects that are still being restored.
  if (user.isSuperuser) return { restoring: null };
  const own = await membershipsOfUser(node, user.id);
  const ids = own.filter(({ is_admin, permissions }) => is_admin || permissions.includes(permission)).map(({ project }) => project);
  return { or: [{ public_permissions: { contains: permission } }, { id: { in: ids } }] };
}

/** Ids of those projects; for services that filter their own elements by project. */
export async function visibleIds(node: Pick<NodeTools, 'caches' | 'store'>, user: number | null, permission: string): Promise<number[]> {
  const filter = await visibleTo(node, user === null ? null : { id: user, isSuperuser: false }, permission);
  return (await projectsOf(node.store).find({ filter, fields: ['id'] })).map(({ id }) => id);
}

/** Ids of the projects that are still being restored. */
export async function hiddenIds({ store }: Pick<NodeTools, 'store'>): Promise<number[]> {
  return (await projectsOf(store).find({ filter: { restoring: true }, fields: ['id'] })).map(({ id }) => id);
}
