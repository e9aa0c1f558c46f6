/** Runs tasks with a limit of how many at a time, and waits for them at the end. */
export class Workers {
  private readonly running = new Set<Promise<void>>();

  constructor(private readonly limit: number) {}

  get free(): number {
    return this.limit - this.running.size;
  }

  /** Starts a task; resolves when there is room for another one. The task must not reject. */
  async run(task: () => Promise<void>): Promise<void> {
    const running = task().finally(() => this.running.delete(running));
    this.running.add(running);
    if (this.running.size >= this.limit) await Promise.race(this.running);
  }

  async settled(): Promise<void> {
    await Promise.all(this.running);
  }
}
