import type { OwnMembership } from '../contracts/membership-actions';
import type { NodeTools } from '../contracts/node';

/** A user's memberships in the user's own order; from memory once they were asked for. */
export async function membershipsOfUser({ caches }: Pick<NodeTools, 'caches'>, user: number): Promise<readonly OwnMembership[]> {
  return (await caches.memberships.one(user))?.memberships ?? [];
}
