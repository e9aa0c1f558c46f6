import { createHash } from 'node:crypto';
import type { Collection, CollectionDeclaration, Store } from '../../../lib/contracts/store';
import { now } from '../../../lib/resource/values';
import { storedUnlessDuplicate } from '../../../lib/store/duplicates';

/** A delivery of a code host that was seen. */
interface SeenDelivery {
  id: string;
  at: string;
}

export const seenDeliveries: CollectionDeclaration = { name: 'hook_deliveries', indexes: [{ fields: ['at'] }] };

const seenOf = (store: Store): Collection<SeenDelivery> => store.collection<SeenDelivery>(seenDeliveries.name);

/** How long repetitions are known. Milliseconds. */
const remembered = 86_400_000;

/** The key of a delivery: the host's own word for it and the body, since some words stand for several deliveries. */
export function deliveryKey(host: string, project: number, word: string, body: Buffer): string {
  return createHash('sha256').update(`${host}\n${project}\n${word}\n`).update(body).digest('hex');
}

/** @returns false when the delivery was seen before */
export const noteDelivery = (store: Store, id: string): Promise<boolean> =>
  storedUnlessDuplicate(() => seenOf(store).insert({ id, at: now() }));

/** The delivery failed for a reason that may pass: it may come again. */
export async function forgetDelivery(store: Store, id: string): Promise<void> {
  await seenOf(store).remove({ id });
}

/** Forgets what is too old to be repeated. */
export async function purgeSeen(store: Store): Promise<void> {
  await seenOf(store).remove({ at: { lt: new Date(Date.now() - remembered).toISOString() } });
}
