import type { Reply } from '../../../lib/contracts/http';
import { can } from '../../../lib/resource/access';
import type { RestAction } from '../../../lib/resource/define';
import { cardForSubList } from '../../../lib/resource/operations/lookup';
import { ok, type RestRequest } from '../../../lib/resource/request';
import type { UserStory } from '../userstories/userstory';
import { milestoneStats, type CountedTask } from './milestone-stats.rules';
import { path } from './milestone';
import { milestones } from './milestone.resource';

const mayView = can('view_milestones');

/** `GET /milestones/:id/stats`. */
export const statsAction: RestAction = {
  name: 'stats',
  rest: { method: 'GET', path: `/${path}/:id/stats` },
  access: mayView,
  checksAccess: true,
  handler: stats,
};

async function stats(request: RestRequest): Promise<Reply> {
  const { store, caches } = request.node;
  const { card, context } = await cardForSubList(milestones, request, mayView, caches.milestones);
  const filter = { milestone: card.id };
  const [stories, tasks] = await Promise.all([
    store.collection<UserStory>('userstories').find({ filter, fields: ['points', 'is_closed', 'finish_date'] }),
    store
      .collection<CountedTask & { id: number }>('tasks')
      .find({ filter, fields: ['user_story', 'is_closed', 'is_iocaine', 'finished_date'] }),
  ]);
  return ok(milestoneStats(card, context, stories, tasks));
}
