import type { ServiceBroker } from 'moleculer';
import type { CacheName } from '../lib/contracts/node';

const names: readonly CacheName[] = [
  ...(['projects', 'users', 'milestones', 'epics', 'standings', 'projectMilestones', 'projectWatchers', 'userHomepages'] as const),
  ...(['applicationTokens', 'personalTokens'] as const),
];

/** For doubts about stale caches: every process loads all cards anew. */
export default {
  command: 'drop-cards',
  description: 'Make every process forget what it keeps of projects, users and tokens.',
  action: async (broker: ServiceBroker): Promise<void> => {
    await broker.broadcast('cards.dropped', Object.fromEntries(names.map((name) => [name, 'all'])));
    console.log('Every process loads its cards anew.');
  },
};
