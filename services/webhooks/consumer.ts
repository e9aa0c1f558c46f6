import { Batches } from '../../lib/batches';
import type { ChangeEntry } from '../../lib/contracts/changes';
import type { NodeTools } from '../../lib/contracts/node';
import { now } from '../../lib/resource/values';
import type { InternalCall } from '../../mixins/service';
import { enqueue } from './delivery/queue';
import { loopOf } from './delivery/running';
import { changeBody } from './payload/body';
import { isTold } from './payload/elements';
import { webhooksOf, type Delivery, type Webhook } from './webhook';

type ChangeBatches = Batches<number, ChangeEntry>;

const batchesOfNodes = new WeakMap<NodeTools, ChangeBatches>();

/** Puts a change into the queue of every webhook of its project; they are served beside it. */
export async function tellWebhooks(entry: ChangeEntry, { node }: InternalCall): Promise<void> {
  const { project } = entry;
  if (project === null || entry.hidden || !isTold(entry.kind)) return;
  await batchesOf(node).add(project, entry);
}

/** What one change needs beyond another must not let it fall behind, so that those of a project go together. */
function batchesOf(node: NodeTools): ChangeBatches {
  const batches = batchesOfNodes.get(node) ?? new Batches((project, entries) => enqueueChanges(node, project, entries));
  batchesOfNodes.set(node, batches);
  return batches;
}

async function enqueueChanges(
  node: NodeTools,
  project: number,
  entries: readonly ChangeEntry[],
): Promise<readonly PromiseSettledResult<unknown>[]> {
  const nothing: PromiseSettledResult<unknown>[] = [];
  const webhooks = await webhooksOf(node.store).find({ filter: { project, disabled_at: null } });
  const context = webhooks.length === 0 ? null : await node.caches.projects.one(project);
  if (!context) return nothing;
  const bodies = await Promise.allSettled(entries.map((entry) => changeBody({ node, call: node.call }, entry, context)));
  const deliveries = entries.flatMap((entry, place) => {
    const body = bodies[place];
    return body?.status === 'fulfilled' ? webhooks.map((webhook) => deliveryOf(entry, webhook, body.value)) : [];
  });
  if (deliveries.length === 0) return bodies;
  await enqueue(node.store, webhooks, deliveries);
  loopOf(node)?.wake();
  return bodies;
}

function deliveryOf(entry: ChangeEntry, { id: webhook, project }: Webhook, body: string): Delivery {
  return {
    ...{ id: `${entry.id}:${webhook}`, webhook, project },
    ...{ position: positionOf(entry), body, waiting: true, created: now() },
  };
}

/** Of one moment, those of a bulk request go by their ids; what counts no versions follows from what does. */
function positionOf({ at, version, object }: ChangeEntry): string {
  const [order, id] = [version ?? 999_999_999, object].map((number) => String(number).padStart(9, '0'));
  return `${at} ${order} ${id}`;
}
