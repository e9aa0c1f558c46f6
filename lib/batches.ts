interface Waiting<Item> {
  item: Item;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Handles items of a key together, in the order in which they came: those that come while an earlier batch is under way
 * wait for it and make the next one. Other keys are handled beside it.
 */
export class Batches<Key, Item> {
  private readonly waiting = new Map<Key, Waiting<Item>[]>();
  private readonly working = new Set<Key>();

  /** @param handle tells of each item what came of it; when it rejects, that is what came of all */
  constructor(private readonly handle: (key: Key, items: readonly Item[]) => Promise<readonly PromiseSettledResult<unknown>[]>) {}

  /** Resolves when the item was handled. @throws what came of the item */
  add(key: Key, item: Item): Promise<void> {
    return new Promise((resolve, reject) => {
      const others = this.waiting.get(key);
      if (others) others.push({ item, resolve, reject });
      else this.waiting.set(key, [{ item, resolve, reject }]);
      if (!this.working.has(key)) void this.work(key);
    });
  }

  private async work(key: Key): Promise<void> {
    this.working.add(key);
    for (let batch = this.take(key); batch; batch = this.take(key)) await this.handleBatch(key, batch);
    this.working.delete(key);
  }

  private take(key: Key): Waiting<Item>[] | undefined {
    const batch = this.waiting.get(key);
    this.waiting.delete(key);
    return batch;
  }

  private async handleBatch(key: Key, batch: readonly Waiting<Item>[]): Promise<void> {
    try {
      const items = batch.map(({ item }) => item);
      const results = await this.handle(key, items);
      batch.forEach(({ resolve, reject }, place) => {
        const result = results[place];
        if (result?.status === 'rejected') reject(result.reason);
        else resolve();
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
