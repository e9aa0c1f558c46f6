import type { Store } from '../../lib/contracts/store';
import { now } from '../../lib/resource/values';
import { deliveriesOf, logsOf, queuesOf, webhooksOf, type Webhook } from './webhook';

/** A webhook was saved or has worked: what failed before is forgotten, and what waits is tried at once. */
export async function reviveQueue(store: Store, webhook: number): Promise<void> {
  await queuesOf(store).updateOne({ id: webhook }, { set: { due: now(), failures: 0, failing_since: null } });
}

/** A webhook is in another project now, whose administrators see its logs. */
export async function moveWebhook(store: Store, { id, project }: Webhook): Promise<void> {
  await logsOf(store).updateMany({ webhook: id }, { set: { project } });
  await deliveriesOf(store).updateMany({ webhook: id }, { set: { project } });
  await queuesOf(store).updateOne({ id }, { set: { project } });
}

/** Removes all that belongs to a webhook that is gone. */
export async function forgetWebhook(store: Store, webhook: number): Promise<void> {
  await queuesOf(store).remove({ id: webhook });
  await deliveriesOf(store).remove({ webhook });
  await logsOf(store).remove({ webhook });
}

/** Removes all webhooks of a project. May be repeated. */
export async function forgetProject(store: Store, project: number): Promise<void> {
  await webhooksOf(store).remove({ project });
  await queuesOf(store).remove({ project });
  await deliveriesOf(store).remove({ project });
  await logsOf(store).remove({ project });
}
