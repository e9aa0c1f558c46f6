import { can } from '../../../lib/resource/access';
import type { Resource, RestAction } from '../../../lib/resource/define';
import { cardForSubList } from '../../../lib/resource/operations/lookup';
import { ok } from '../../../lib/resource/request';
import type { UserStory } from '../userstories/userstory';
import { milestoneStats, type CountedTask } from './milestone-stats.rules';
import { path, type Milestone } from './milestone';

/** `GET /milestones/:id/stats`. */
export function statsAction(resource: () => Resource<Milestone>): RestAction {
  const access = can('view_milestones');
  return {
    name: 'stats',
    rest: { method: 'GET', path: `/${path}/:id/stats` },
    access,
    checksAccess: true,
    handler: async (request) => {
      const { store, caches } = request.node;
      const { card, context } = await cardForSubList(resource(), request, access, caches.milestones);
      const filter = { milestone: card.id };
      const [stories, tasks] = await Promise.all([
        store.collection<UserStory>('userstories').find({ filter, fields: ['points', 'is_closed', 'finish_date'] }),
        store
          .collection<CountedTask & { id: number }>('tasks')
          .find({ filter, fields: ['user_story', 'is_closed', 'is_iocaine', 'finished_date'] }),
      ]);
      return ok(milestoneStats(card, context, stories, tasks));
    },
  };
}
