/**
 * Runs a piece of work for each key one at a time. Whoever asks while it runs waits for one further run for all of them,
 * as the one under way may have missed what they ask for.
 */
export class Tallies {
  private readonly running = new Map<number, Promise<void>>();
  private readonly waiting = new Map<number, Promise<void>>();

  /** Resolves when a run that began after the call has ended. */
  run(key: number, work: () => Promise<void>): Promise<void> {
    const running = this.running.get(key);
    if (!running) return this.begin(key, work);
    const waiting = this.waiting.get(key);
    if (waiting) return waiting;
    const next = running
      .catch(() => undefined)
      .then(() => {
        this.waiting.delete(key);
        return this.begin(key, work);
      });
    this.waiting.set(key, next);
    return next;
  }

  private begin(key: number, work: () => Promise<void>): Promise<void> {
    const run = work().finally(() => {
      if (this.running.get(key) === run) this.running.delete(key);
    });
    this.running.set(key, run);
    return run;
  }
}
