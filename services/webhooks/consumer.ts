import type { ChangeEntry } from '../../lib/contracts/changes';
import type { InternalCall } from '../../mixins/service';
import { now } from '../../lib/resource/values';
import { enqueue } from './delivery/queue';
import { Turns } from '../../lib/turns';
import { loopOf } from './delivery/running';
import { changeBody } from './payload/body';
import { isTold } from './payload/elements';
import { webhooksOf, type Delivery } from './webhook';

/** What one change needs beyond another must not let it fall behind. */
const turns = new Turns<number>();

/** Puts a change into the queue of every webhook of its project; they are served beside it. */
export async function tellWebhooks(entry: ChangeEntry, call: InternalCall): Promise<void> {
  const { project } = entry;
  if (project === null || entry.hidden || !isTold(entry.kind)) return;
  await turns.run(project, () => enqueueChange(entry, project, call));
}

async function enqueueChange(entry: ChangeEntry, project: number, { node, call }: InternalCall): Promise<void> {
  const webhooks = await webhooksOf(node.store).find({ filter: { project, disabled_at: null } });
  const context = webhooks.length === 0 ? null : await node.caches.projects.one(project);
  if (!context) return;
  const body = await changeBody({ node, call }, entry, context);
  for (const webhook of webhooks) {
    const delivery: Delivery = {
      ...{ id: `${entry.id}:${webhook.id}`, webhook: webhook.id, project },
      ...{ position: `${entry.at} ${String(entry.version ?? 0).padStart(9, '0')}`, body, waiting: true, created: now() },
    };
    await enqueue(node.store, webhook, delivery);
  }
  loopOf(node)?.wake();
}
