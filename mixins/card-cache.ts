import type { CardCache } from '../lib/contracts/node';

/** Cards older than this are loaded again, in case a broadcast was lost. Milliseconds. */
const maximumAge = 60_000;
const maximumCards = 20_000;

interface Entry<Card> {
  card: Card | null;
  loadedAt: number;
}

/** A card of which some parts were dropped. */
interface Stale<Card> extends Entry<Card> {
  card: Card;
  parts: ReadonlySet<string>;
}

/** How parts of cards are loaded, where cards are made of parts. */
export interface CardParts<Card, Patch> {
  /** Cards that are gone are left out. */
  load(ids: number[], parts: string[]): Promise<Patch[]>;
  merge(card: Card, patch: Patch): Card;
}

/** Several ids that are loaded together; what isn't there isn't in the map. */
type Load<Card> = Promise<Map<number, Card>>;

/**
 * Keeps small objects of another service in memory. A load that was under way while its card was dropped isn't kept,
 * so that nobody sees the old state after the owner's broadcast.
 */
export class MemoryCardCache<Card extends { id: number }, Patch extends { id: number } = never> implements CardCache<Card> {
  private readonly entries = new Map<number, Entry<Card>>();
  private readonly stale = new Map<number, Stale<Card>>();
  private readonly loads = new Map<number, Load<Card>>();

  constructor(
    private readonly load: (ids: number[]) => Promise<Card[]>,
    private readonly parts: CardParts<Card, Patch> | null = null,
  ) {}

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

  /**
   * Forgets cards, also those that are being loaded right now.
   * @param parts what of them is loaded again; all of it when none are named
   */
  drop(ids: readonly number[] | 'all', parts?: readonly string[]): void {
    if (ids === 'all') {
      for (const cards of [this.entries, this.stale, this.loads]) cards.clear();
      return;
    }
    for (const id of ids) {
      this.dropOne(id, parts);
      this.loads.delete(id);
    }
  }

  private dropOne(id: number, parts?: readonly string[]): void {
    const base = this.stale.get(id) ?? this.entries.get(id);
    this.entries.delete(id);
    this.stale.delete(id);
    if (!parts || !this.parts || !base?.card) return;
    const former = 'parts' in base ? (base as Stale<Card>).parts : [];
    this.stale.set(id, { card: base.card, loadedAt: base.loadedAt, parts: new Set([...former, ...parts]) });
    makeRoom(this.stale);
  }

  private fresh(id: number): Entry<Card> | undefined {
    const entry = this.entries.get(id);
    return entry && isYoung(entry) ? entry : undefined;
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

  /** Begins one load for all that is missing as a whole, and one for each set of parts. */
  private begin(ids: readonly number[]): void {
    const whole: number[] = [];
    const partial = new Map<string, Stale<Card>[]>();
    for (const id of ids) {
      const stale = this.stale.get(id);
      if (!stale || !isYoung(stale)) whole.push(id);
      else {
        const key = [...stale.parts].sort().join();
        partial.set(key, [...(partial.get(key) ?? []), stale]);
      }
    }
    if (whole.length > 0) this.keepLater(whole, this.load(whole).then(byId), () => Date.now());
    for (const bases of partial.values()) this.beginPartial(bases);
  }

  private beginPartial(bases: readonly Stale<Card>[]): void {
    const { parts } = this;
    const baseOf = new Map(bases.map((base) => [base.card.id, base]));
    const [first] = bases;
    if (!parts || !first) return;
    const patched = (patches: readonly Patch[]) =>
      patches.flatMap((patch) => {
        const base = baseOf.get(patch.id);
        return base ? [parts.merge(base.card, patch)] : [];
      });
    const batch = parts.load([...baseOf.keys()], [...first.parts]).then((patches) => byId(patched(patches)));
    // What wasn't loaded again is as old as it was.
    this.keepLater([...baseOf.keys()], batch, (id) => baseOf.get(id)?.loadedAt ?? 0);
  }

  private keepLater(ids: readonly number[], batch: Load<Card>, loadedAt: (id: number) => number): void {
    for (const id of ids) this.loads.set(id, batch);
    void batch.then(
      (cards) => this.keep(ids, batch, cards, loadedAt),
      () => this.forget(ids, batch),
    );
  }

  private keep(ids: readonly number[], batch: Load<Card>, cards: Map<number, Card>, loadedAt: (id: number) => number): void {
    for (const id of ids) {
      if (this.loads.get(id) !== batch) continue;
      this.loads.delete(id);
      this.stale.delete(id);
      this.entries.set(id, { card: cards.get(id) ?? null, loadedAt: loadedAt(id) });
    }
    makeRoom(this.entries);
  }

  private forget(ids: readonly number[], batch: Load<Card>): void {
    for (const id of ids) if (this.loads.get(id) === batch) this.loads.delete(id);
  }
}

const byId = <Card extends { id: number }>(cards: readonly Card[]) => new Map(cards.map((card) => [card.id, card]));

const isYoung = ({ loadedAt }: { loadedAt: number }) => Date.now() - loadedAt < maximumAge;

function makeRoom(cards: Map<number, unknown>): void {
  for (const id of cards.keys()) {
    if (cards.size <= maximumCards) break;
    cards.delete(id);
  }
}
