import type { NodeTools } from '../../../lib/contracts/node';
import { purgeSeen } from '../hooks/repetition';
import { DeliveryLoop } from './loop';
import { purgeLogs } from './logs';
import { purgeDeliveries } from './queue';

const hour = 3_600_000;

interface Running {
  loop: DeliveryLoop;
  purge: NodeJS.Timeout;
}

const running = new WeakMap<NodeTools, Running>();

/** Begins to serve the webhooks in this process. */
export function startDeliveries(node: NodeTools): void {
  const loop = new DeliveryLoop(node);
  const purge = setInterval(() => void purgeOld(node), hour).unref();
  running.set(node, { loop, purge });
  loop.wake();
}

/** Ends it when the attempts under way have ended. */
export async function stopDeliveries(node: NodeTools): Promise<void> {
  const { loop, purge } = running.get(node) ?? {};
  clearInterval(purge);
  await loop?.stop();
}

/** The loop of this process, while it runs. */
export const loopOf = (node: NodeTools): DeliveryLoop | undefined => running.get(node)?.loop;

async function purgeOld({ store, log }: NodeTools): Promise<void> {
  try {
    await purgeLogs(store);
    await purgeDeliveries(store);
    await purgeSeen(store);
  } catch (error) {
    log.warn('Old logs of webhooks are removed later', error);
  }
}
