import { dateFilters, q, type FilterDeclaration } from '../../lib/resource/filters';
import { assigneeRoleFilter, elementFilters } from '../../lib/resource/traits/element.filters';
import { traits } from './issue';

export const filters: Record<string, FilterDeclaration> = {
  ...elementFilters(traits.statuses),
  milestone: q.ids('milestone'),
  type: q.ids('type', { excludes: true }),
  priority: q.ids('priority', { excludes: true }),
  severity: q.ids('severity', { excludes: true }),
  role: assigneeRoleFilter,
  ...dateFilters('finished_date'),
};
