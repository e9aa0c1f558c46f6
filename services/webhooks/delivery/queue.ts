import type { Store } from '../../../lib/contracts/store';
import { now } from '../../../lib/resource/values';
import { duplicateKeyOf } from '../../../lib/store/errors';
import { deliveriesOf, queuesOf, type Delivery, type Queue, type Webhook } from '../webhook';

/** How long a replica may be silent before another takes its queue over: longer than an attempt lasts. Milliseconds. */
const lease = 30_000;
const longAgo = new Date(0).toISOString();

const leaseEnd = () => new Date(Date.now() + lease).toISOString();

/** Puts a delivery at the end of its webhook's queue; repeated, it is the same one. */
export async function enqueue(store: Store, webhook: Webhook, delivery: Delivery): Promise<void> {
  await insertOnce(() => deliveriesOf(store).insert(delivery));
  const queues = queuesOf(store);
  // The number comes before the time: whoever leaves the queue in between sees one or the other.
  if ((await queues.updateOne({ id: webhook.id }, { inc: { serial: 1 } })) === 0) await makeQueue(store, webhook);
  await queues.updateOne({ id: webhook.id, due: null }, { set: { due: now() } });
}

async function makeQueue(store: Store, { id, project }: Webhook): Promise<void> {
  const fresh: Queue = { id, project, due: now(), leased_until: longAgo, holder: '', serial: 1, failures: 0, failing_since: null };
  const made = await insertOnce(() => queuesOf(store).insert(fresh));
  if (!made) await queuesOf(store).updateOne({ id }, { inc: { serial: 1 } });
}

async function insertOnce(insert: () => Promise<unknown>): Promise<boolean> {
  try {
    await insert();
    return true;
  } catch (error) {
    if (!duplicateKeyOf(error)) throw error;
    return false;
  }
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

/** The delivery that is next. */
export function nextDelivery(store: Store, webhook: number): Promise<Delivery | null> {
  return deliveriesOf(store).findOne({ webhook, waiting: true }, { sort: ['position', 'id'] });
}

const finished = { waiting: null, body: '' };

/** The delivery arrived; it is remembered so that the same change doesn't make it again. */
export async function finish(store: Store, { id }: Delivery): Promise<void> {
  await deliveriesOf(store).updateOne({ id }, { set: finished });
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
