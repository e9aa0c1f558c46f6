import type { Filter } from '../../../lib/contracts/store';
import { booleanOf, dateFilters, q, type FilterDeclaration } from '../../../lib/resource/filters';
import { elementFilters, roleFilter } from '../../../lib/resource/traits/element.filters';
import { traits } from './userstory';

const assignedTo = (users: readonly number[]): Filter => ({ assignees: { containsAny: users } });

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
  role: roleFilter(assignedTo),
  assigned_users: q.idsIn('assignees', { excludes: true }),
  ...dateFilters('finish_date'),
};
