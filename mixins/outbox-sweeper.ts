import type { ServiceBroker, ServiceSchema } from 'moleculer';
import type { Caller } from '../lib/contracts/node';
import type { Store } from '../lib/contracts/store';
import { tombstones, type Outbox } from './outbox';
import { StartUp } from './start-up';

/** Between two rounds; a bit of chance keeps replicas from doing the same at once. Milliseconds. */
const interval = 4000;
const chance = 2000;
/** How long a stopping process waits for deliveries under way. What isn't through then is left to others. */
const patience = 5000;

/** A service without actions that sweeps the outboxes of the collections of its process. */
export function outboxSweeper(broker: ServiceBroker, outbox: Outbox, collections: () => readonly string[], store: Store): ServiceSchema {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const call = ((name, params, options) => broker.call(name, params, options)) as Caller;
  const sweep = async (collection: string) => {
    const found = await outbox.sweep(collection, call);
    if (found > 0) broker.logger.info(`Delivered ${found} change entries that were left in ${collection}`);
  };
  const round = async () => {
    for (const collection of collections()) {
      if (stopped) return;
      await sweep(collection).catch((error: unknown) => broker.logger.warn(`The sweeper of ${collection} failed, it tries again`, error));
    }
  };
  const next = () => {
    if (stopped) return;
    timer = setTimeout(() => void round().finally(next), interval + Math.random() * chance).unref();
  };
  return {
    name: '$outbox',
    async started() {
      await new StartUp(broker.getLogger('start')).until('the store', () => store.declare(tombstones));
      next();
    },
    async stopped() {
      stopped = true;
      clearTimeout(timer);
      const limit = new Promise((resolve) => setTimeout(resolve, patience).unref());
      await Promise.race([outbox.settled(), limit]);
    },
  };
}
