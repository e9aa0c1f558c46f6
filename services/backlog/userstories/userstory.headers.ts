import type { ProjectContext } from '../../../lib/contracts/project-context';
import type { Filter } from '../../../lib/contracts/store';
import type { RestRequest } from '../../../lib/resource/request';
import { infoHeaders } from '../../../lib/resource/traits/places';

/** Facts of the whole project beside its list (userstories.md, List). */
export function listTotals(request: RestRequest, { id: project }: ProjectContext): Record<string, Filter> {
  if (request.query.project === undefined) return {};
  const totals: Record<string, Filter> = { withoutSwimlane: { project, swimlane: null } };
  if (request.query.milestone === 'null') totals.backlog = { project, milestone: null };
  return totals;
}

export function listHeaders({ withoutSwimlane, backlog }: Record<string, number>): Record<string, string> {
  return {
    ...(withoutSwimlane === undefined ? {} : infoHeaders('userstories-without-swimlane', String(withoutSwimlane > 0))),
    ...(backlog === undefined ? {} : infoHeaders('backlog-total-userstories', String(backlog))),
  };
}
