import { randomUUID } from 'node:crypto';
import type { NodeTools } from '../../../lib/contracts/node';
import { now } from '../../../lib/resource/values';
import { Rounds } from '../../../lib/rounds';
import { webhooksOf, type Delivery, type Queue, type Webhook } from '../webhook';
import { disable } from './disabling';
import { keepLogs, trimLogs } from './logs';
import { abandon, claim, finish, hold, idleQueues, leave, nextDeliveries, release } from './queue';
import { judgeFailure } from './retries';
import { attempt, succeeded, type Attempt } from './send';

/** Receivers that are served at a time: so many slow ones delay nobody else. */
const parallel = 256;
/** Deliveries of one webhook that are read at a time. */
const atOnce = 20;
/**
 * How long changes of the webhook may go unseen while they go out, and what came of it unwritten: what has arrived by then
 * comes again when the process dies, with one attempt more. Milliseconds.
 */
const unseen = 500;

/**
 * Brings what waits to the receivers: to each one after another in the order of the changes, to all side by side. Any
 * number of replicas may run one; each queue is leased to one of them.
 */
export class DeliveryLoop {
  private readonly working = new Map<number, Promise<void>>();
  private readonly holder = randomUUID();
  private readonly rounds: Rounds;

  constructor(private readonly node: NodeTools) {
    this.rounds = new Rounds(
      () => this.look(),
      (error) => node.log.warn('Webhooks cannot be served now, it is tried again', error),
    );
  }

  /** Looks for work at once. */
  wake(): void {
    this.rounds.wake();
  }

  /** Waits for the attempts under way; what is left goes to others, or to the next start. */
  async stop(): Promise<void> {
    await this.rounds.stop();
    await Promise.all(this.working.values());
  }

  private async look(): Promise<boolean> {
    const free = parallel - this.working.size;
    if (free <= 0) return false;
    const idle = await idleQueues(this.node.store, free);
    for (const { id } of idle) {
      if (this.working.has(id)) continue;
      const work = this.serve(id)
        .catch((error: unknown) => this.node.log.warn(`Webhook ${id} cannot be served now, it is tried again`, error))
        .finally(() => this.working.delete(id));
      this.working.set(id, work);
    }
    return false;
  }

  private async serve(id: number): Promise<void> {
    const { store } = this.node;
    let queue = await claim(store, id, this.holder);
    while (queue) {
      if (this.rounds.isClosed) return release(store, queue, {});
      queue = await this.step(queue);
    }
  }

  /** A few attempts. @returns the queue as it is then; null when it was left */
  private async step(queue: Queue): Promise<Queue | null> {
    const { store } = this.node;
    const [webhook, deliveries] = await Promise.all([webhooksOf(store).findById(queue.id), nextDeliveries(store, queue.id, atOnce)]);
    if (webhook && deliveries.length > 0 && webhook.disabled_at === null) return this.deliverAll(queue, webhook, deliveries);
    if (deliveries.length > 0) await abandon(store, queue.id);
    return (await leave(store, queue)) ? null : hold(store, queue);
  }

  private async deliverAll(queue: Queue, webhook: Webhook, deliveries: readonly Delivery[]): Promise<Queue | null> {
    const { store } = this.node;
    const tried = await this.tryAll(webhook, deliveries);
    const arrived = tried.filter(({ result }) => succeeded(result)).map(({ delivery }) => delivery);
    const logs = tried.map(({ delivery: { body }, result }) => ({ body, attempt: result }));
    await Promise.all([finish(store, arrived), keepLogs(store, webhook, logs)]);
    await trimLogs(store, webhook.id);
    const failed = tried.find(({ result }) => !succeeded(result));
    if (failed) return this.fail(queue, webhook, failed.result);
    return hold(store, queue, queue.failures === 0 ? {} : { failures: 0, failing_since: null });
  }

  /** One attempt for each, until one fails. */
  private async tryAll(webhook: Webhook, deliveries: readonly Delivery[]): Promise<{ delivery: Delivery; result: Attempt }[]> {
    const end = Date.now() + unseen;
    const tried: { delivery: Delivery; result: Attempt }[] = [];
    for (const delivery of deliveries) {
      if (this.rounds.isClosed || Date.now() >= end) break;
      const result = await attempt(this.node, webhook, delivery);
      tried.push({ delivery, result });
      if (!succeeded(result)) break;
    }
    return tried;
  }

  private async fail(queue: Queue, webhook: Webhook, { status }: Attempt): Promise<null> {
    const failing_since = queue.failing_since ?? now();
    const failures = queue.failures + 1;
    const verdict = judgeFailure(status, failures, failing_since, new Date());
    if ('giveUp' in verdict) {
      await disable(this.node, webhook, verdict.giveUp);
      await release(this.node.store, queue, { due: now(), failures: 0, failing_since: null });
    } else await release(this.node.store, queue, { due: verdict.retryAt, failures, failing_since });
    return null;
  }
}
