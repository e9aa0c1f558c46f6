import type { Reply } from '../../../lib/contracts/http';
import type { RestAction } from '../../../lib/resource/define';
import { detailsOf } from '../../../lib/resource/operations/answer';
import { insertDrafts, validDraft } from '../../../lib/resource/operations/create';
import { noContent, ok, type RestRequest } from '../../../lib/resource/request';
import { BulkBody } from '../../../lib/resource/traits/bulk-body';
import { milestoneIn } from '../../../lib/resource/traits/bulk-checks';
import { demandOwnStories, mayAdd, mayModify, placeInOrder, statusIn, swimlaneIn } from './userstory-bulk.rules';
import { moveToSprint } from './userstory-moves';
import { userStories } from './userstory.resource';
import { traits } from './userstory';

/** Many stories at once (userstories.md, Bulk). */
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

/** One story for each line that isn't empty. */
async function createMany(request: RestRequest): Promise<Reply> {
  const bulk = new BulkBody(request);
  await bulk.project();
  const lines = bulk.text('bulk_stories').split('\n');
  const values = { status: statusIn(bulk), swimlane: swimlaneIn(bulk) };
  const { id: project } = bulk.permitted(mayAdd);
  const subjects = lines.map((line) => line.trim()).filter((line) => line !== '');
  const drafts = await Promise.all(subjects.map((subject) => validDraft(userStories, request, { project, subject, ...values })));
  placeInOrder(drafts);
  await insertDrafts(userStories, request, drafts);
  return ok(
    await detailsOf(
      userStories,
      request,
      drafts.map(({ after }) => after),
    ),
  );
}

async function updateMilestone(request: RestRequest): Promise<Reply> {
  const bulk = new BulkBody(request);
  await bulk.project();
  const milestone = await milestoneIn(bulk, "The milestone isn't valid for the project", true);
  const wanted = bulk.places('bulk_stories', 'us_id');
  await demandOwnStories(
    bulk,
    'bulk_stories',
    wanted.map(({ id }) => id),
    'All the user stories must be from the same project',
  );
  bulk.permitted(mayModify);
  if (milestone !== null) await moveToSprint(request, milestone, wanted);
  return noContent;
}
