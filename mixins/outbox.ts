import type { ServiceBroker, ServiceSchema } from 'moleculer';
import type { ChangeEntry } from '../lib/contracts/changes';
import type { Caller, ChangeDelivery } from '../lib/contracts/node';
import type { Collection, Store } from '../lib/contracts/store';

/** Entries of deletions, whose documents are gone. */
interface Tombstone {
  id: string;
  collection: string;
  object: number;
  entry: ChangeEntry;
}

type Outboxed = { id: number; outbox?: ChangeEntry[] };

/** Entries older than this were left by a process that died. Milliseconds. */
const patience = 10_000;

export const tombstones = { name: 'tombstones', indexes: [{ fields: ['collection'] }] };

/** What follows from a change; may be called again with the same entry. */
export type EntryHandler = (entry: ChangeEntry, call: Caller) => Promise<void>;

/** Takes change entries out of the documents' outboxes once everything that follows from them is under way. */
export class Outbox implements ChangeDelivery {
  constructor(
    private readonly store: Store,
    /** What the client may read back with its next request. */
    private readonly record: EntryHandler,
    /** Puts the entry on its durable way; resolves when that is acknowledged. */
    private readonly relay: EntryHandler,
    private readonly failed: (error: unknown) => void,
  ) {}

  async bury(collection: string, entry: ChangeEntry): Promise<void> {
    await this.tombstones.insert({ id: entry.id, collection, object: entry.object, entry });
  }

  async deliver(collection: string, document: number | null, entries: readonly ChangeEntry[], call: Caller): Promise<void> {
    try {
      for (const entry of entries) await this.record(entry, call);
    } catch (error) {
      // The change itself is stored: the sweeper repeats what is missing.
      this.failed(error);
      return;
    }
    void this.finish(collection, document, entries, call).catch(this.failed);
  }

  /** Does again what a process that died left behind in a collection. @returns how many entries it found */
  async sweep(collection: string, call: Caller): Promise<number> {
    const before = new Date(Date.now() - patience).toISOString();
    let found = 0;
    for await (const document of this.store.collection<Outboxed>(collection).stream({ filter: { outbox_count: { gt: 0 } } })) {
      const entries = (document.outbox ?? []).filter(({ at }) => at < before);
      for (const entry of entries) await this.record(entry, call);
      await this.finish(collection, document.id, entries, call);
      found += entries.length;
    }
    return found + (await this.sweepTombstones(collection, before, call));
  }

  private async sweepTombstones(collection: string, before: string, call: Caller): Promise<number> {
    let found = 0;
    for await (const { entry, object } of this.tombstones.stream({ filter: { collection, 'entry.at': { lt: before } } })) {
      await this.store.collection(collection).remove({ id: object });
      await this.record(entry, call);
      await this.finish(collection, null, [entry], call);
      found++;
    }
    return found;
  }

  private async finish(collection: string, document: number | null, entries: readonly ChangeEntry[], call: Caller): Promise<void> {
    for (const entry of entries) await this.relay(entry, call);
    if (document === null) {
      await this.tombstones.remove({ id: { in: entries.map(({ id }) => id) } });
      return;
    }
    for (const { id } of entries) {
      // The condition keeps the count right when two processes finish the same entry.
      const filter = { id: document, 'outbox.id': { contains: id } };
      await this.store.collection(collection).updateOne(filter, { pull: { outbox: [id] }, inc: { outbox_count: -1 } });
    }
  }

  private get tombstones(): Collection<Tombstone> {
    return this.store.collection<Tombstone>(tombstones.name);
  }
}

/** A service without actions that sweeps the outboxes of the collections of its process. */
export function outboxSweeper(broker: ServiceBroker, outbox: Outbox, collections: () => readonly string[], store: Store): ServiceSchema {
  let timer: NodeJS.Timeout | undefined;
  const call = ((name, params, options) => broker.call(name, params, options)) as Caller;
  const round = async () => {
    for (const collection of collections()) {
      const found = await outbox.sweep(collection, call);
      if (found > 0) broker.logger.info(`Delivered ${found} change entries that were left in ${collection}`);
    }
  };
  const next = () => {
    timer = setTimeout(
      () =>
        void round()
          .catch((error: unknown) => broker.logger.warn('The outbox sweeper failed, it tries again', error))
          .finally(next),
      patience,
    );
    timer.unref();
  };
  return {
    name: '$outbox',
    async started() {
      await store.declare(tombstones);
      next();
    },
    stopped() {
      clearTimeout(timer);
    },
  };
}
