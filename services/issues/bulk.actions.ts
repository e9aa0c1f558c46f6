import type { Reply } from '../../lib/contracts/http';
import { can } from '../../lib/resource/access';
import type { RestAction } from '../../lib/resource/define';
import { detailsOf } from '../../lib/resource/operations/answer';
import { insertDrafts, validDraft } from '../../lib/resource/operations/create';
import { ok, type RestRequest } from '../../lib/resource/request';
import { BulkBody } from '../../lib/resource/traits/bulk-body';
import { demandOfProject, linesOf, milestoneIn } from '../../lib/resource/traits/bulk-checks';
import { permission } from '../../lib/resource/traits/element';
import { collectionName, traits } from './issue';
import { moveToMilestone } from './issue-milestones';
import { issues } from './issue.resource';

const mayAdd = can(permission(traits, 'add'));
const mayModify = can(permission(traits, 'modify'));
const foreignMilestone = "The milestone isn't valid for the project";

/** Many issues at once (issues.md, Bulk). */
export const bulkActions: readonly RestAction[] = [
  {
    name: 'bulkCreate',
    rest: { method: 'POST', path: `/${traits.path}/bulk_create` },
    access: mayAdd,
    checksAccess: true,
    handler: createMany,
  },
  {
    name: 'bulkUpdateMilestone',
    rest: { method: 'POST', path: `/${traits.path}/bulk_update_milestone` },
    access: mayModify,
    checksAccess: true,
    handler: updateMilestone,
  },
];

/** One issue for each line that isn't empty; the answer begins with the newest. */
async function createMany(request: RestRequest): Promise<Reply> {
  const bulk = new BulkBody(request);
  await bulk.project();
  const subjects = linesOf(bulk.text('bulk_issues'));
  const milestone = await milestoneIn(bulk, foreignMilestone);
  const { id: project } = bulk.permitted(mayAdd);
  const drafts = await Promise.all(subjects.map((subject) => validDraft(issues, request, { project, subject, milestone })));
  await insertDrafts(issues, request, drafts);
  const created = drafts.map(({ after }) => after).reverse();
  return ok(await detailsOf(issues, request, created));
}

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
