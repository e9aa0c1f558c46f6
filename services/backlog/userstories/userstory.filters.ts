import type { Filter } from '../../../lib/contracts/store';
import { membershipsOfUser } from '../../../lib/resource/memberships';
import { memberOf } from '../../../lib/resource/permissions';
import { booleanOf, dateFilters, nothing, q, type FilterDeclaration } from '../../../lib/resource/filters';
import { elementFilters, roleFilter } from '../../../lib/resource/traits/element.filters';
import { sprintDateFilters } from '../milestones/milestone.filters';
import { traits } from './userstory';

/** Stories assigned to one of the users, alone or among others. */
export const assignedToAny = (users: readonly number[]): Filter => ({ assignees: { containsAny: users } });

/** `dashboard` shows only projects that the requester is a member of. */
const ownProjects = q.custom(async (_value, { request, context }) => {
  const user = request.user;
  if (user === null) return nothing;
  if (context) return memberOf(context, user) ? null : nothing;
  const memberships = await membershipsOfUser(request.node, user.id);
  return { project: { in: memberships.map(({ project }) => project) } };
});

const swimlane = q.ids('swimlane', { excludes: true });

export const filters: Record<string, FilterDeclaration> = {
  ...elementFilters(traits.statuses),
  milestone: q.ids('milestone'),
  milestone__isnull: q.custom((value) => (value === '' ? null : { milestone: { missing: booleanOf(value) } })),
  is_closed: q.boolean('is_closed'),
  status__is_archived: q.settingFlag('status', 'us_statuses', 'is_archived', 'is_archived'),
  swimlane,
  // The name under which older servers read it.
  swimnlane: swimlane,
  epic: q.idsIn('epic_ids', { excludes: true }),
  role: roleFilter(assignedToAny),
  assigned_users: q.idsIn('assignees', { excludes: true }),
  ...dateFilters('finish_date'),
  ...sprintDateFilters,
  dashboard: ownProjects,
};
