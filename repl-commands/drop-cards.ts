import type { ServiceBroker } from 'moleculer';
import { allCardsDropped } from '../mixins/caches';

/** For doubts about stale caches: every process loads all cards anew. */
export default {
  command: 'drop-cards',
  description: 'Make every process forget what it keeps of projects, users and tokens.',
  action: async (broker: ServiceBroker): Promise<void> => {
    await broker.broadcast(allCardsDropped);
    console.log('Every process loads its cards anew.');
  },
};
