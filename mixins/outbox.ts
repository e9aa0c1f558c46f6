import type { ChangeEntry } from '../lib/contracts/changes';
import { chunksOf, slicesOf } from '../lib/chunks';
import type { Caller, ChangeDelivery, Delivered } from '../lib/contracts/node';
import type { Collection, Filter, Store, StoredDocument } from '../lib/contracts/store';
import { storedUnlessDuplicate } from '../lib/store/duplicates';
import { Workers } from './change-stream/workers';

/** An entry whose document goes before everything that follows from the entry is under way. */
interface Tombstone {
  /** Of the entry. */
  id: string;
  collection: string;
  /** Id of the document that the entry removes; null when it only was in the outbox of a document that goes. */
  removes: number | null;
  entry: ChangeEntry;
}

type Outboxed = StoredDocument & { outbox?: ChangeEntry[]; outbox_count?: number };

/** Entries older than this were left by a process that died, or wait for something that was away. Milliseconds. */
export const patience = 10_000;
/** Documents whose entries a sweep delivers at a time. */
const parallel = 8;
/** After so many failures in a row a sweep is given up: what it needs is away. */
const tolerated = 25;

/** Where entries are kept whose documents are gone. */
export const tombstones = { name: 'tombstones', indexes: [{ fields: ['collection', 'entry.at'] }] };

/** What is recorded at a time: a message of NATS holds a megabyte, and a character takes up to three bytes. */
const limits = { items: 50, characters: 250_000 };
/** Batches of one operation that are recorded side by side. */
const batches = 2;
/** How long recorded entries wait for others that go on with them; the request that made them is answered meanwhile. Milliseconds. */
const gathering = 5;

/** What the client may read back with its next request; may be called again with the same entries. */
export type RecordEntries = (entries: readonly ChangeEntry[], call: Caller) => Promise<void>;

/** Puts an entry on its durable way and resolves when that is acknowledged; may be called again with the same entry. */
export type RelayEntry = (entry: ChangeEntry) => Promise<void>;

/** What else follows from a removal; may be called again with the same entry. */
export type RemovalHandler = (entry: ChangeEntry, call: Caller) => Promise<void>;

/** One entry and the document that holds it. */
interface Held {
  document: StoredDocument['id'] | null;
  entry: ChangeEntry;
}

/** Takes change entries out of the documents' outboxes once everything that follows from them is under way. */
export class Outbox implements ChangeDelivery {
  private readonly underWay = new Set<Promise<void>>();
  /** What is recorded and goes on with the next timer, by collection. */
  private readonly gathered = new Map<string, Held[]>();
  private readonly removalHandlers = new Map<string, RemovalHandler>();

  constructor(
    private readonly store: Store,
    private readonly record: RecordEntries,
    private readonly relay: RelayEntry,
    private readonly failed: (error: unknown) => void,
  ) {}

  async deliver(collection: string, document: StoredDocument['id'] | null, entries: readonly ChangeEntry[], call: Caller): Promise<void> {
    await this.deliverAll(collection, [{ document, entries }], call);
  }

  async deliverAll(collection: string, delivered: readonly Delivered[], call: Caller): Promise<void> {
    const held = delivered.flatMap(({ document, entries }) => entries.map((entry): Held => ({ document, entry })));
    const workers = new Workers(batches);
    let away = false;
    const unrecorded = (error: unknown) => {
      // The changes themselves are stored with the documents: the sweeper repeats what is missing.
      away = true;
      this.failed(error);
    };
    for (const batch of chunksOf(held, limits)) {
      if (away) break;
      await workers.run(() => this.record(entriesOf(batch), call).then(() => this.gather(collection, batch), unrecorded));
    }
    await workers.settled();
  }

  /** Lets recorded entries go on together with those of other requests. */
  private gather(collection: string, recorded: readonly Held[]): void {
    const gathered = this.gathered.get(collection);
    if (gathered) gathered.push(...recorded);
    else this.gathered.set(collection, [...recorded]);
    if (gathered) return;
    const finished: Promise<void> = new Promise((resolve) => setTimeout(resolve, gathering))
      .then(() => this.finishGathered(collection))
      .finally(() => this.underWay.delete(finished));
    this.underWay.add(finished);
  }

  private async finishGathered(collection: string): Promise<void> {
    const held = this.gathered.get(collection) ?? [];
    this.gathered.delete(collection);
    for (const batch of slicesOf(held, limits.items)) await this.finish(collection, batch).catch(this.failed);
  }

  async remove(collection: string, entry: ChangeEntry, seen?: StoredDocument): Promise<void> {
    await this.bury({ id: entry.id, collection, removes: entry.object, entry });
    await this.removeDocument(collection, entry.object, seen);
  }

  followRemovals(collection: string, follow: RemovalHandler): void {
    this.removalHandlers.set(collection, follow);
  }

  async rescue(collection: string, filter: Filter): Promise<void> {
    const wanted = { and: [filter, { outbox_count: { gt: 0 } }] };
    for await (const { outbox = [] } of this.store.collection<Outboxed>(collection).stream({ filter: wanted, fields: ['outbox'] })) {
      await this.buryAll(collection, outbox);
    }
  }

  /**
   * Does again what was left behind in a collection, by other processes as well.
   * @returns how many entries it delivered
   */
  async sweep(collection: string, call: Caller): Promise<number> {
    const before = new Date(Date.now() - patience).toISOString();
    const round = new SweepRound(this.failed);
    const documents = this.store.collection<Outboxed>(collection);
    for await (const { id, outbox = [] } of documents.stream({ filter: { outbox_count: { gt: 0 } }, fields: ['outbox'] })) {
      const entries = outbox.filter(({ at }) => at < before);
      if (entries.length > 0) await round.add(entries.length, () => this.deliverLeft(collection, id, entries, call));
      if (round.isHopeless) break;
    }
    const buried = { collection, 'entry.at': { lt: before } };
    for await (const tombstone of this.tombstones.stream({ filter: buried })) {
      if (round.isHopeless) break;
      await round.add(1, () => this.deliverBuried(tombstone, call));
    }
    return round.end();
  }

  /** Resolves when what was begun by `deliver` has ended. */
  async settled(): Promise<void> {
    await Promise.all(this.underWay);
  }

  private async deliverLeft(collection: string, id: Outboxed['id'], entries: readonly ChangeEntry[], call: Caller): Promise<void> {
    await this.record(entries, call);
    await this.finish(
      collection,
      entries.map((entry) => ({ document: id, entry })),
    );
  }

  private async deliverBuried({ collection, removes, entry }: Tombstone, call: Caller): Promise<void> {
    if (removes !== null) {
      await this.removeDocument(collection, removes);
      await this.removalHandlers.get(collection)?.(entry, call);
    }
    await this.record([entry], call);
    await this.finish(collection, [{ document: null, entry }]);
  }

  /** Relays a batch, and ends in one write what was acknowledged. @throws the first refusal, once that is done */
  private async finish(collection: string, batch: readonly Held[]): Promise<void> {
    const relayed = await Promise.allSettled(batch.map(({ entry }) => this.relay(entry)));
    const refused = relayed.find((result) => result.status === 'rejected');
    await this.end(
      collection,
      batch.filter((_, index) => relayed[index]?.status === 'fulfilled'),
    );
    if (refused) throw refused.reason;
  }

  private async end(collection: string, through: readonly Held[]): Promise<void> {
    const buried = through.filter(({ document }) => document === null);
    if (buried.length > 0) await this.tombstones.remove({ id: { in: entriesOf(buried).map(({ id }) => id) } });
    const updates = through.flatMap(({ document, entry: { id } }) =>
      // The condition keeps the count right when two processes finish the same entry.
      document === null
        ? []
        : [{ filter: { id: document, 'outbox.id': { contains: id } }, update: { pull: { outbox: [id] }, inc: { outbox_count: -1 } } }],
    );
    if (updates.length > 0) await this.store.collection(collection).bulkUpdate(updates);
  }

  /** Removes a document when none of its own entries would be lost with it. */
  private async removeDocument(collection: string, id: number, seen?: Outboxed): Promise<void> {
    const documents = this.store.collection<Outboxed>(collection);
    let document = seen ?? (await documents.findById(id));
    while (document) {
      const { outbox = [], outbox_count = null } = document;
      await this.buryAll(collection, outbox);
      // The same number of entries, and each of those seen: no other one has come.
      const same = outbox.map((entry) => ({ 'outbox.id': { contains: entry.id } }));
      if ((await documents.remove({ and: [{ id, outbox_count }, ...same] })) > 0) return;
      document = await documents.findById(id);
    }
  }

  private async buryAll(collection: string, entries: readonly ChangeEntry[]): Promise<void> {
    await Promise.all(entries.map((entry) => this.bury({ id: entry.id, collection, removes: null, entry })));
  }

  private async bury(tombstone: Tombstone): Promise<void> {
    await storedUnlessDuplicate(() => this.tombstones.insert(tombstone));
  }

  private get tombstones(): Collection<Tombstone> {
    return this.store.collection<Tombstone>(tombstones.name);
  }
}

const entriesOf = (held: readonly Held[]) => held.map(({ entry }) => entry);

/** The deliveries of one sweep: one that fails leaves the others alone. */
class SweepRound {
  private readonly workers = new Workers(parallel);
  private delivered = 0;
  private failures = 0;

  constructor(private readonly failed: (error: unknown) => void) {}

  get isHopeless(): boolean {
    return this.failures >= tolerated;
  }

  /** Resolves when there is room for the next one. */
  add(entries: number, deliver: () => Promise<void>): Promise<void> {
    return this.workers.run(async () => {
      try {
        await deliver();
        this.delivered += entries;
        this.failures = 0;
      } catch (error) {
        this.failures++;
        this.failed(error);
      }
    });
  }

  async end(): Promise<number> {
    await this.workers.settled();
    return this.delivered;
  }
}
