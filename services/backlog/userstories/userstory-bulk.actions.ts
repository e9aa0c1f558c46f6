import type { Reply } from '../../../lib/contracts/http';
import type { RestAction } from '../../../lib/resource/define';
import { noContent, type RestRequest } from '../../../lib/resource/request';
import { BulkBody } from '../../../lib/resource/traits/bulk-body';
import { bulkAction, bulkCreation } from '../../../lib/resource/traits/bulk.actions';
import { milestoneIn } from '../../../lib/resource/traits/bulk-checks';
import { demandOwnStories, mayModify, placeInOrder, statusIn, swimlaneIn } from './userstory-bulk.rules';
import { moveToSprint } from './userstory-moves';
import { userStories } from './userstory.resource';
import { traits } from './userstory';

/** Many stories at once (userstories.md, Bulk). */
export const bulkActions: readonly RestAction[] = [
  bulkCreation(traits, userStories, {
    lines: 'bulk_stories',
    values: (bulk) => ({ status: statusIn(bulk), swimlane: swimlaneIn(bulk) }),
    place: placeInOrder,
  }),
  bulkAction(traits, 'modify', 'bulkUpdateMilestone', updateMilestone),
];

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
