/** Lets tasks with the same key run one after another, in the order in which they came; others run beside them. */
export class Turns<Key> {
  private readonly last = new Map<Key, Promise<unknown>>();

  /** Runs a task when all earlier ones of its key have ended, well or not. */
  async run<Result>(key: Key, task: () => Promise<Result>): Promise<Result> {
    const before = this.last.get(key) ?? Promise.resolve();
    const turn = before.then(task, task);
    this.last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (this.last.get(key) === turn) this.last.delete(key);
    }
  }
}
