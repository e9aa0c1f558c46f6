/** What one connection may use up; beyond it, it is closed. */
export interface Limits {
  /** Bytes of one message. */
  message: number;
  subscriptions: number;
  /** Commands within the window. */
  commands: number;
  /** Milliseconds. */
  window: number;
  /** Bytes that wait to be sent to a client that reads too slowly. */
  backlog: number;
  /** Connections of one process. */
  connections: number;
  /** Milliseconds between two pings; a client that missed one is gone. */
  pingInterval: number;
}

export const limits: Limits = {
  message: 16 * 1024,
  subscriptions: 200,
  commands: 300,
  window: 10_000,
  backlog: 1024 * 1024,
  connections: 20_000,
  pingInterval: 30_000,
};

/** Counts within windows of a fixed length. */
export class Allowance {
  private used = 0;
  private until = 0;

  constructor(private readonly limit: Pick<Limits, 'commands' | 'window'>) {}

  /** @returns whether one more is allowed now */
  take(now = Date.now()): boolean {
    if (now >= this.until) {
      this.used = 0;
      this.until = now + this.limit.window;
    }
    return ++this.used <= this.limit.commands;
  }
}
