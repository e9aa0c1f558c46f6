import type { ChangeEntry } from '../../lib/contracts/changes';
import type { ChangeHandler, ChangeStream, DeadLetter } from '../../lib/contracts/change-stream';
import type { Log } from '../../lib/contracts/node';
import type { Collection, Store } from '../../lib/contracts/store';
import { storedUnlessDuplicate } from '../../lib/store/duplicates';
import { pauseAfter } from './retries';
import { Workers } from './workers';

/** One entry on its way to one group; it is removed when the group has handled it. */
interface Delivery {
  id: string;
  group: string;
  entry: ChangeEntry;
  attempts: number;
  /** ISO datetime; null for dead letters. */
  due: string | null;
  /** Of the last failure, and when it was. */
  reason: string;
  failed_at: string;
}

/** Where deliveries wait in the embedded server. */
export const deliveries = { name: 'change_deliveries', indexes: [{ fields: ['group', 'due'] }] };

/** How often deliveries that became due are looked for. Milliseconds. */
const interval = 1000;
const batch = 100;
const parallel = 8;

/** The change stream of the embedded server: kept in its store, so that a killed process goes on where it was. */
export class LocalChangeStream implements ChangeStream {
  private readonly handlers = new Map<string, ChangeHandler>();
  private readonly underWay = new Set<string>();
  private readonly workers = new Workers(parallel);
  private declaration: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private closed = false;

  /** @param groups names of all groups that follow the changes in this process, known once its services are made */
  constructor(
    private readonly store: Store,
    private readonly groups: () => readonly string[],
    private readonly log: Log,
  ) {}

  /**
   * Hands the entry to every group. Until this resolves the entry is safe in its element's outbox; afterwards each group
   * has handled it, or its delivery is stored to be tried again.
   */
  async publish(entry: ChangeEntry): Promise<void> {
    await Promise.all(this.groups().map((group) => this.hand(group, entry)));
  }

  private async hand(group: string, entry: ChangeEntry): Promise<void> {
    try {
      const handle = this.handlers.get(group);
      if (!handle) throw new Error('the group has not started');
      await handle(entry);
    } catch (error) {
      await this.keep(group, entry, error);
    }
  }

  /** Stores a delivery that failed at once; one that is stored already goes on from where it is. */
  private async keep(group: string, entry: ChangeEntry, error: unknown): Promise<void> {
    const failed = this.failureOf({ group, entry, attempts: 0 }, error);
    await this.declared();
    await storedUnlessDuplicate(() => this.collection.insert({ id: `${entry.id}:${group}`, group, entry, ...failed }));
  }

  private declared(): Promise<void> {
    // An attempt that failed is no reason to fail for ever.
    this.declaration ??= this.store.declare(deliveries).catch((error: unknown) => {
      this.declaration = undefined;
      throw error;
    });
    return this.declaration;
  }

  async consume(group: string, handle: ChangeHandler): Promise<void> {
    await this.declared();
    this.handlers.set(group, handle);
    this.wake();
  }

  async deadLetters(group?: string): Promise<DeadLetter[]> {
    await this.declared();
    const filter = group === undefined ? { due: null } : { group, due: null };
    const dead = await this.collection.find({ filter, sort: ['failed_at', 'id'] });
    return dead.map(({ group: of, entry, reason, failed_at }) => ({ group: of, entry, reason, at: failed_at }));
  }

  async replay(group: string): Promise<number> {
    await this.declared();
    const found = await this.collection.updateMany({ group, due: null }, { set: { due: new Date().toISOString(), attempts: 0 } });
    this.wake();
    return found;
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    await this.workers.settled();
  }

  private get collection(): Collection<Delivery> {
    return this.store.collection<Delivery>(deliveries.name);
  }

  private wake(delay = 0): void {
    clearTimeout(this.timer);
    if (this.closed) return;
    this.timer = setTimeout(() => void this.round(), delay);
    this.timer.unref();
  }

  private async round(): Promise<void> {
    let more = false;
    try {
      for (const [group, handle] of this.handlers) more = (await this.deliverDue(group, handle)) || more;
    } catch (error) {
      this.log.warn('Change entries cannot be delivered now, it is tried again', error);
    }
    this.wake(more ? 0 : interval);
  }

  /** @returns whether there may be more that is due */
  private async deliverDue(group: string, handle: ChangeHandler): Promise<boolean> {
    const due = await this.collection.find({ filter: { group, due: { lte: new Date().toISOString() } }, sort: ['due'], limit: batch });
    const fresh = due.filter(({ id }) => !this.underWay.has(id));
    for (const delivery of fresh) {
      this.underWay.add(delivery.id);
      await this.workers.run(() => this.deliver(delivery, handle).finally(() => this.underWay.delete(delivery.id)));
    }
    return fresh.length === batch;
  }

  private async deliver(delivery: Delivery, handle: ChangeHandler): Promise<void> {
    try {
      await handle(delivery.entry);
      await this.collection.remove({ id: delivery.id });
    } catch (error) {
      await this.postpone(delivery, error).catch((failure: unknown) => this.log.warn('A failed delivery stays due', failure));
    }
  }

  private async postpone(delivery: Delivery, error: unknown): Promise<void> {
    await this.collection.updateOne({ id: delivery.id }, { set: this.failureOf(delivery, error) });
  }

  /** What is kept of a failed attempt. */
  private failureOf({ group, entry, attempts }: Pick<Delivery, 'group' | 'entry' | 'attempts'>, error: unknown) {
    const pause = pauseAfter(attempts + 1, error);
    const now = Date.now();
    const due = pause === null ? null : new Date(now + pause * 1000).toISOString();
    const reason = String(error);
    this.log.warn(
      `${group} failed to handle the change ${entry.id}${due === null ? ' for the last time' : `, again in ${pause} s`}: ${reason}`,
    );
    return { due, reason, attempts: attempts + 1, failed_at: new Date(now).toISOString() };
  }
}
