/** How often what became due, or was left behind by another process, is looked for. Milliseconds. */
const interval = 1000;

/**
 * Repeats a piece of work: at once when woken, else at intervals; never two rounds at a time. A round that fails is
 * reported and repeated.
 */
export class Rounds {
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> | null = null;
  private again = false;
  private closed = false;

  /** @param work resolves true when there may be more to do at once */
  constructor(
    private readonly work: () => Promise<boolean>,
    private readonly failed: (error: unknown) => void,
  ) {}

  get isClosed(): boolean {
    return this.closed;
  }

  /** Looks for work at once; during a round, after it. */
  wake(): void {
    if (this.closed) return;
    clearTimeout(this.timer);
    if (this.round) {
      this.again = true;
      return;
    }
    this.again = false;
    this.round = this.work()
      .then((more) => {
        this.again ||= more;
      }, this.failed)
      .finally(() => this.rest());
  }

  /** Resolves when the round under way has ended; no other one begins. */
  async stop(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    await this.round;
  }

  private rest(): void {
    this.round = null;
    if (this.again) this.wake();
    else if (!this.closed) this.timer = setTimeout(() => this.wake(), interval).unref();
  }
}
