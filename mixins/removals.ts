import { randomUUID } from 'node:crypto';
import type { Caller, Log } from '../lib/contracts/node';
import type { PendingRemoval, Removals } from '../lib/contracts/removals';
import type { Store } from '../lib/contracts/store';
import { apiErrorOf } from '../lib/errors';
import { isPassing } from '../lib/http/error-reply';
import { storedUnlessDuplicate } from '../lib/store/duplicates';
import { patience } from './outbox';

/** Where removals are kept until they are done. */
export const pendingRemovals = { name: 'pending_removals', indexes: [{ fields: ['collection', 'at'] }] };

type Finish = Parameters<Removals['follow']>[1];

/** Keeps removals in the store until they are done; several processes may finish the same one. */
export class StoredRemovals implements Removals {
  private readonly finishers = new Map<string, Finish>();
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    private readonly store: Store,
    private readonly log: Pick<Log, 'warn'>,
  ) {}

  async run(removal: Pick<PendingRemoval, 'collection' | 'document' | 'moveTo'>, work: () => Promise<void>): Promise<void> {
    const pending: PendingRemoval = { ...removal, id: randomUUID(), at: new Date().toISOString() };
    await this.keep(pending);
    try {
      await work();
    } catch (error) {
      if (isRefusal(error)) await this.forget(pending);
      throw error;
    }
    // One that isn't forgotten is done once more, which changes nothing.
    const forgotten: Promise<void> = this.forget(pending)
      .catch((error: unknown) => this.log.warn('A removal that is done is swept', error))
      .finally(() => this.underWay.delete(forgotten));
    this.underWay.add(forgotten);
  }

  follow(collection: string, finish: Finish): void {
    this.finishers.set(collection, finish);
  }

  /**
   * Finishes what was left behind in the collections that this process follows.
   * @returns how many
   */
  async sweep(call: Caller): Promise<number> {
    const before = new Date(Date.now() - patience).toISOString();
    const filter = { collection: { in: [...this.finishers.keys()] }, at: { lt: before } };
    if (this.finishers.size === 0) return 0;
    let finished = 0;
    for await (const removal of this.pending.stream({ filter })) {
      const end = this.finish(removal, call).then(
        () => finished++,
        (error: unknown) => this.log.warn(`A removal in ${removal.collection} is not finished yet`, error),
      );
      await end;
    }
    return finished;
  }

  /** Resolves when what `run` left for later has ended. */
  async settled(): Promise<void> {
    await Promise.all(this.underWay);
  }

  private async finish(removal: PendingRemoval, call: Caller): Promise<void> {
    try {
      await this.finishers.get(removal.collection)?.(removal, call);
    } catch (error) {
      // It can't be done any more as it was wanted, as what should take over has gone as well.
      if (!isRefusal(error)) throw error;
    }
    await this.forget(removal);
  }

  private async keep(pending: PendingRemoval): Promise<void> {
    // Sent again after its answer was lost, it is there already.
    await storedUnlessDuplicate(() => this.pending.insert(pending));
  }

  private async forget({ id }: PendingRemoval): Promise<void> {
    await this.pending.remove({ id });
  }

  private get pending() {
    return this.store.collection<PendingRemoval>(pendingRemovals.name);
  }
}

/** Whether the API says no, for good. */
function isRefusal(error: unknown): boolean {
  const known = isPassing(error) ? null : apiErrorOf(error);
  return known !== null && known.status < 500;
}
