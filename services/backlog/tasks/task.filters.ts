import { dateFilters, q, type FilterDeclaration } from '../../../lib/resource/filters';
import { assigneeRoleFilter, elementFilters } from '../../../lib/resource/traits/element.filters';
import { sprintDateFilters } from '../milestones/milestone.filters';
import { traits } from './task';

export const filters: Record<string, FilterDeclaration> = {
  ...elementFilters(traits.statuses),
  user_story: q.ids('user_story'),
  milestone: q.ids('milestone'),
  role: assigneeRoleFilter,
  ...dateFilters('finished_date'),
  ...sprintDateFilters,
};
