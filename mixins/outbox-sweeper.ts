import type { ServiceBroker, ServiceSchema } from 'moleculer';
import type { Caller } from '../lib/contracts/node';
import type { Store } from '../lib/contracts/store';
import { tombstones, type Outbox } from './outbox';
import { pendingRemovals, type StoredRemovals } from './removals';
import { StartUp } from './start-up';

/** Between two rounds; a bit of chance keeps replicas from doing the same at once. Milliseconds. */
const interval = 4000;
const chance = 2000;
/** How long a stopping process waits for deliveries under way. What isn't through then is left to others. */
const patience = 5000;

/** What a sweeper sweeps. */
export interface Swept {
  outbox: Outbox;
  removals: StoredRemovals;
  /** Names of the collections of the process that have outboxes, known once its services are made. */
  collections(): readonly string[];
}

/** A service without actions that finishes what processes left behind: the outboxes of the collections of its own, and removals. */
export function outboxSweeper(broker: ServiceBroker, { outbox, removals, collections }: Swept, store: Store): ServiceSchema {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const call = ((name, params, options) => broker.call(name, params, options)) as Caller;
  const sweep = async (collection: string) => {
    const found = await outbox.sweep(collection, call);
    if (found > 0) broker.logger.info(`Delivered ${found} change entries that were left in ${collection}`);
  };
  const sweepRemovals = async () => {
    const finished = await removals.sweep(call);
    if (finished > 0) broker.logger.info(`Finished ${finished} removals that were left half done`);
  };
  const round = async () => {
    for (const collection of collections()) {
      if (stopped) return;
      await sweep(collection).catch((error: unknown) => broker.logger.warn(`The sweeper of ${collection} failed, it tries again`, error));
    }
    await sweepRemovals().catch((error: unknown) => broker.logger.warn('The sweeper of removals failed, it tries again', error));
  };
  const next = () => {
    if (stopped) return;
    timer = setTimeout(() => void round().finally(next), interval + Math.random() * chance).unref();
  };
  return {
    name: '$outbox',
    async started() {
      const startUp = new StartUp(broker.getLogger('start'));
      for (const collection of [tombstones, pendingRemovals]) await startUp.until('the store', () => store.declare(collection));
      next();
    },
    async stopped() {
      stopped = true;
      clearTimeout(timer);
      const limit = new Promise((resolve) => setTimeout(resolve, patience).unref());
      await Promise.race([Promise.all([outbox.settled(), removals.settled()]), limit]);
    },
  };
}
