import type { Reply } from '../../lib/contracts/http';
import { can } from '../../lib/resource/access';
import type { RestAction } from '../../lib/resource/define';
import { ok, type RestRequest } from '../../lib/resource/request';
import { BulkBody } from '../../lib/resource/traits/bulk-body';
import { bulkAction, bulkCreation } from '../../lib/resource/traits/bulk.actions';
import { demandOfProject, milestoneIn } from '../../lib/resource/traits/bulk-checks';
import { permission } from '../../lib/resource/traits/element';
import { collectionName, traits } from './issue';
import { moveToMilestone } from './issue-milestones';
import { issues } from './issue.resource';

const mayModify = can(permission(traits, 'modify'));
const foreignMilestone = "The milestone isn't valid for the project";

/** Many issues at once (issues.md, Bulk). */
export const bulkActions: readonly RestAction[] = [
  bulkCreation(traits, issues, {
    lines: 'bulk_issues',
    values: async (bulk) => ({ milestone: await milestoneIn(bulk, foreignMilestone) }),
    newestFirst: true,
  }),
  bulkAction(traits, 'modify', 'bulkUpdateMilestone', updateMilestone),
];

async function updateMilestone(request: RestRequest): Promise<Reply> {
  const bulk = new BulkBody(request);
  await bulk.project();
  const milestone = await milestoneIn(bulk, foreignMilestone, true);
  const ids = bulk.places('bulk_issues', 'issue_id', null).map(({ id }) => id);
  const refusal = 'All the issues must be from the same project';
  await demandOfProject(bulk, collectionName, { field: 'bulk_issues', ids, refusal });
  bulk.permitted(mayModify);
  await moveToMilestone(request, milestone, ids);
  return ok(Object.fromEntries(ids.map((id) => [id, milestone])));
}
