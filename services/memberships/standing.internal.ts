import { peopleParts } from '../../lib/contracts/membership-actions';
import { apiError } from '../../lib/errors';
import { changeEntry } from '../../lib/resource/changes';
import { contextOf } from '../../lib/resource/draft';
import { RestRequest } from '../../lib/resource/request';
import { refusingDuplicates } from '../../lib/store/duplicates';
import type { InternalCall } from '../../mixins/service';
import { membershipsOf, rolesOf, type Membership } from './documents';
import { welcome } from './joining';
import { removeMemberships } from './leaving';
import { memberships as resource } from './memberships.resource';
import { isIndispensable, personalFields } from './memberships.rules';
import { activeAdministrators, personsOf } from './people';

const isMember = () => apiError('INTEGRITY', 'This user is already a member of the project.');
const unknownToken = () => apiError('NOT_FOUND', 'Token does not match any valid invitation.');

export async function isInvitation({ token }: { token: string }, { node }: InternalCall): Promise<boolean> {
  return (await membershipsOf(node.store).findOne({ token, user: null })) !== null;
}

/** An answered token is known to its member alone, who is told so; for everybody else it's gone (auth.md). */
export async function accept({ token, user }: { token: string; user: number }, call: InternalCall): Promise<void> {
  const memberships = membershipsOf(call.node.store);
  const invitation = await memberships.findOne({ token });
  if (!invitation || (invitation.user !== null && invitation.user !== user)) throw unknownToken();
  if (await memberships.findOne({ project: invitation.project, user })) throw isMember();
  await take(invitation, user, call);
}

async function take(invitation: Membership, user: number, call: InternalCall): Promise<void> {
  const { node } = call;
  const person = (await personsOf(node, call.call, [user])).get(user);
  if (!person) throw unknownToken();
  const set = { user, invited: null, user_order: 0, ...personalFields(person) };
  const entry = await entryOf({ ...invitation, ...set, token: null }, user, call);
  await welcome(call, invitation.project, [user]);
  const update = { set, push: { outbox: [entry] }, inc: { outbox_count: 1 } };
  const taken = await refusingDuplicates(() => membershipsOf(node.store).updateOne({ id: invitation.id, user: null }, update), isMember);
  if (taken === 0) throw unknownToken();
  await node.invalidate({ projects: [invitation.project] }, ['members']);
  await node.changes.deliver(resource.collection, invitation.id, [entry], call.call);
}

/** Accepting is told as the new member's own act, whoever the request came from. */
async function entryOf(membership: Membership, user: number, call: InternalCall) {
  const context = contextOf({ context: await call.node.caches.projects.one(membership.project) });
  const { history } = resource;
  const entry =
    history &&
    (await changeEntry({ history, request: RestRequest.inside(call), action: 'create', before: null, after: membership, context }));
  if (!entry) throw new Error('Memberships keep no entries');
  return { ...entry, actor: user };
}

export interface Seat {
  project: number;
  user: number;
}

export async function makeAdministrator({ project, user }: Seat, { node }: InternalCall): Promise<void> {
  await membershipsOf(node.store).updateOne({ project, user }, { set: { is_admin: true } });
  await node.invalidate({ projects: [project] }, ['members']);
}

export async function leave({ project, user }: Seat, call: InternalCall): Promise<void> {
  const { node } = call;
  const [membership, context] = await Promise.all([
    membershipsOf(node.store).findOne({ project, user }),
    node.caches.projects.one(project),
  ]);
  if (!membership || !context) throw apiError('PERMISSION_DENIED');
  if (isIndispensable(context, membership, await activeAdministrators(node, context))) {
    throw apiError('PERMISSION_DENIED', "You can't leave the project if you are the owner or there are no more admins");
  }
  await removeMemberships(RestRequest.inside(call), [membership]);
}

export async function removeUser({ user }: { user: number }, call: InternalCall): Promise<void> {
  await removeMemberships(RestRequest.inside(call), await membershipsOf(call.node.store).find({ filter: { user } }));
}

export async function removeProject({ project }: { project: number }, { node }: InternalCall): Promise<void> {
  await membershipsOf(node.store).remove({ project });
  await rolesOf(node.store).remove({ project });
  await node.invalidate({ projects: [project] }, peopleParts);
}

export interface Orders {
  user: number;
  orders: { project: number; order: number }[];
}

export async function setOrders({ user, orders }: Orders, { node }: InternalCall): Promise<void> {
  const updates = orders.map(({ project, order }) => ({ filter: { project, user }, update: { set: { user_order: order } } }));
  if (updates.length === 0) return;
  await membershipsOf(node.store).bulkUpdate(updates);
  await node.invalidate({ memberships: [user] });
}

export async function renamed({ user }: { user: number }, { node, call }: InternalCall): Promise<void> {
  const person = (await personsOf(node, call, [user])).get(user);
  if (person) await membershipsOf(node.store).updateMany({ user }, { set: personalFields(person) });
}
