import type { FieldErrors } from '../../lib/resource/define';
import type { Draft } from '../../lib/resource/draft';
import type { RestRequest } from '../../lib/resource/request';
import type { Membership } from './documents';
import { isIndispensable } from './memberships.rules';
import { activeAdministrators } from './people';

export const unverified = 'To add members to a project, first you have to verify your email address';

/** Whether the requester's address isn't verified: such users may not invite. */
export async function isUnverified(request: RestRequest): Promise<boolean> {
  if (!request.user) return false;
  const card = await request.node.caches.users.one(request.user.id);
  return card?.verified_email !== true;
}

/** What a creation and a change have to fulfil alike, and what can't be changed (memberships.md §3, §5). */
export async function validateEdit(draft: Draft<Membership>, errors: FieldErrors): Promise<void> {
  const { before, after, context, request } = draft;
  if (before && after.project !== before.project) errors.project = ['Invalid operation'];
  if (!('role' in errors) && !('project' in errors) && context && !context.roles.some(({ id }) => id === after.role)) {
    errors.role = ['Invalid role for the project'];
  }
  if (before && before.is_admin && !after.is_admin) await validateStanding(draft, before, errors);
  if (await isUnverified(request)) errors.non_field_errors = [unverified];
}

async function validateStanding({ context, request }: Draft<Membership>, before: Membership, errors: FieldErrors): Promise<void> {
  if (!context || !isIndispensable(context, before, await activeAdministrators(request.node, context))) return;
  const isOwner = context.owner === before.user;
  errors.is_admin = [isOwner ? 'The project owner must be admin.' : 'At least one of the users must be an active admin.'];
}

/** The last one who changed a membership counts as the one who invited. */
export function stampEdit({ after, before, request }: Draft<Membership>): void {
  delete after.username;
  if (before && request.user) after.invited_by = request.user.id;
}
