import type { Store } from '../../../lib/contracts/store';
import { now } from '../../../lib/resource/values';
import { insertMissing, storedUnlessDuplicate } from '../../../lib/store/duplicates';
import { deliveriesOf, queuesOf, type Delivery, type Queue, type Webhook } from '../webhook';

/** How long a replica may be silent before another takes its queue over: longer than an attempt lasts. Milliseconds. */
const lease = 30_000;
const longAgo = new Date(0).toISOString();

const leaseEnd = () => new Date(Date.now() + lease).toISOString();

/** Puts deliveries at the ends of the queues of these webhooks, which they are for; repeated, they are the same ones. */
export async function enqueue(store: Store, webhooks: readonly Webhook[], deliveries: readonly Delivery[]): Promise<void> {
  await insertMissing(deliveriesOf(store), deliveries);
  const queues = queuesOf(store);
  const ids = webhooks.map(({ id }) => id);
  // The number comes before the time: whoever leaves a queue in between sees one or the other.
  const counted = await queues.updateMany({ id: { in: ids } }, { inc: { serial: 1 } });
  if (counted < webhooks.length) await Promise.all(webhooks.map((webhook) => makeQueue(store, webhook)));
  await queues.updateMany({ id: { in: ids }, due: null }, { set: { due: now() } });
}

async function makeQueue(store: Store, { id, project }: Webhook): Promise<void> {
  const fresh: Queue = { id, project, due: now(), leased_until: longAgo, holder: '', serial: 1, failures: 0, failing_since: null };
  const made = await storedUnlessDuplicate(() => queuesOf(store).insert(fresh));
  if (!made) await queuesOf(store).updateOne({ id }, { inc: { serial: 1 } });
}

/** Queues with work that nobody does, those that wait longest first. */
export function idleQueues(store: Store, limit: number): Promise<Queue[]> {
  const moment = now();
  return queuesOf(store).find({ filter: { due: { lte: moment }, leased_until: { lt: moment } }, sort: ['due', 'id'], limit });
}

/** Takes a queue for a while. @returns null when somebody else was faster */
export function claim(store: Store, id: number, holder: string): Promise<Queue | null> {
  const moment = now();
  return queuesOf(store).findOneAndUpdate(
    { id, due: { lte: moment }, leased_until: { lt: moment } },
    { set: { holder, leased_until: leaseEnd() } },
  );
}

/** Keeps a queue for longer, and notes what else is so. @returns null when it was lost to somebody else */
export function hold(store: Store, { id, holder }: Queue, set: Partial<Queue> = {}): Promise<Queue | null> {
  return queuesOf(store).findOneAndUpdate({ id, holder }, { set: { ...set, leased_until: leaseEnd() } });
}

/** Gives a queue back, to be tried again when it is due. */
export async function release(store: Store, { id, holder }: Queue, set: Partial<Queue>): Promise<void> {
  await queuesOf(store).updateOne({ id, holder }, { set: { ...set, holder: '', leased_until: longAgo } });
}

/** Leaves an empty queue. @returns false when something was put in meanwhile */
export async function leave(store: Store, { id, holder, serial }: Queue): Promise<boolean> {
  const set = { due: null, holder: '', leased_until: longAgo };
  return (await queuesOf(store).updateOne({ id, holder, serial }, { set })) > 0;
}

/** The deliveries that are next, in their order. */
export function nextDeliveries(store: Store, webhook: number, limit: number): Promise<Delivery[]> {
  return deliveriesOf(store).find({ filter: { webhook, waiting: true }, sort: ['position', 'id'], limit });
}

const finished = { waiting: null, body: '' };

/** The deliveries arrived; they are remembered so that the same change doesn't make them again. */
export async function finish(store: Store, arrived: readonly Delivery[]): Promise<void> {
  if (arrived.length > 0) await deliveriesOf(store).updateMany({ id: { in: arrived.map(({ id }) => id) } }, { set: finished });
}

/** Gives up all that waits. */
export async function abandon(store: Store, webhook: number): Promise<void> {
  await deliveriesOf(store).updateMany({ webhook, waiting: true }, { set: finished });
}

/** Days for which finished deliveries are remembered: longer than the stream of changes keeps its entries. */
const rememberedDays = 10;

/** Forgets deliveries that no change can ask for any more. */
export async function purgeDeliveries(store: Store): Promise<void> {
  const before = new Date(Date.now() - rememberedDays * 86_400_000).toISOString();
  await deliveriesOf(store).remove({ created: { lt: before }, waiting: null });
}
