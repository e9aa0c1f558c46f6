import type { ServiceBroker } from 'moleculer';

const names = ['projects', 'users', 'milestones', 'epics'];

/** For doubts about stale caches: every process loads all cards anew. */
export default {
  command: 'drop-cards',
  description: 'Make every process forget its project contexts and user cards.',
  action: async (broker: ServiceBroker): Promise<void> => {
    await broker.broadcast('cards.dropped', Object.fromEntries(names.map((name) => [name, 'all'])));
    console.log('Every process loads its cards anew.');
  },
};
