import type { CardCache } from '../lib/contracts/node';

/** Cards older than this are loaded again, in case a broadcast was lost. Milliseconds. */
const maximumAge = 60_000;
const maximumCards = 20_000;

interface Entry<Card> {
  card: Card | null;
  loadedAt: number;
}

/**
 * Keeps small objects of another service in memory. A load that was under way while its card was dropped isn't kept,
 * so that nobody sees the old state after the owner's broadcast.
 */
export class MemoryCardCache<Card extends { id: number }> implements CardCache<Card> {
  private entries = new Map<number, Entry<Card>>();
  private loads = new Map<number, Promise<Map<number, Card>>>();

  constructor(private readonly load: (ids: number[]) => Promise<Card[]>) {}

  peek(id: number): Card | undefined {
    return this.fresh(id)?.card ?? undefined;
  }

  async one(id: number): Promise<Card | null> {
    const entry = this.fresh(id);
    return entry ? entry.card : ((await this.many([id])).get(id) ?? null);
  }

  async many(ids: Iterable<number>): Promise<Map<number, Card>> {
    const found = new Map<number, Card>();
    const missing: number[] = [];
    for (const id of ids) {
      const entry = this.fresh(id);
      if (!entry) missing.push(id);
      else if (entry.card) found.set(id, entry.card);
    }
    if (missing.length > 0) await this.loadInto(found, missing);
    return found;
  }

  /** Forgets cards, also those that are being loaded right now. */
  drop(ids: readonly number[] | 'all'): void {
    if (ids === 'all') {
      this.entries.clear();
      this.loads.clear();
      return;
    }
    for (const id of ids) {
      this.entries.delete(id);
      this.loads.delete(id);
    }
  }

  private fresh(id: number): Entry<Card> | undefined {
    const entry = this.entries.get(id);
    return entry && Date.now() - entry.loadedAt < maximumAge ? entry : undefined;
  }

  private async loadInto(found: Map<number, Card>, ids: readonly number[]): Promise<void> {
    const unrequested = [...new Set(ids)].filter((id) => !this.loads.has(id));
    if (unrequested.length > 0) this.begin(unrequested);
    const batches = new Set(ids.map((id) => this.loads.get(id)).filter((batch) => batch !== undefined));
    for (const batch of await Promise.all(batches)) {
      for (const id of ids) {
        const card = batch.get(id);
        if (card) found.set(id, card);
      }
    }
  }

  private begin(ids: number[]): void {
    const batch = this.load(ids).then((cards) => new Map(cards.map((card) => [card.id, card])));
    for (const id of ids) this.loads.set(id, batch);
    void batch.then(
      (cards) => this.keep(ids, batch, cards),
      () => this.forget(ids, batch),
    );
  }

  private keep(ids: readonly number[], batch: Promise<Map<number, Card>>, cards: Map<number, Card>): void {
    const loadedAt = Date.now();
    for (const id of ids) {
      if (this.loads.get(id) !== batch) continue;
      this.loads.delete(id);
      this.entries.set(id, { card: cards.get(id) ?? null, loadedAt });
    }
    for (const id of this.entries.keys()) {
      if (this.entries.size <= maximumCards) break;
      this.entries.delete(id);
    }
  }

  private forget(ids: readonly number[], batch: Promise<Map<number, Card>>): void {
    for (const id of ids) if (this.loads.get(id) === batch) this.loads.delete(id);
  }
}
