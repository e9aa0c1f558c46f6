import type { RawData, WebSocket } from 'ws';
import { Allowance, type Limits } from './limits';

/** Who a connection speaks for. */
export interface Identity {
  user: number;
  sessionId: string;
}

/** What a client asks for; anything else is ignored (events.md). */
export type Command = { cmd: string } & Record<string, unknown>;

/** Close codes of RFC 6455. */
const codes = { policy: 1008, goingAway: 1001 } as const;

/** One connection: its identity, its keys, and commands handled one after another. */
export class Client {
  identity: Identity | null = null;
  readonly keys = new Set<string>();
  private readonly allowance: Allowance;
  private work: Promise<void> = Promise.resolve();
  private alive = true;

  constructor(
    private readonly socket: WebSocket,
    private readonly limits: Limits,
    private readonly obey: (client: Client, command: Command) => Promise<void>,
    gone: (client: Client) => void,
  ) {
    this.allowance = new Allowance(limits);
    socket.on('message', (data, isBinary) => this.receive(isBinary ? null : commandIn(data)));
    socket.on('pong', () => (this.alive = true));
    socket.on('close', () => gone(this));
    // Broken frames and too large messages; the close follows by itself.
    socket.on('error', () => undefined);
  }

  get open(): boolean {
    return this.socket.readyState === this.socket.OPEN;
  }

  /** Sends a frame; a client that doesn't read is dropped instead of being buffered for. */
  send(frame: string): void {
    if (!this.open) return;
    if (this.socket.bufferedAmount > this.limits.backlog) this.socket.terminate();
    else this.socket.send(frame, () => undefined);
  }

  /** Drops a client that didn't answer the last ping, and pings. */
  sweep(): void {
    if (!this.alive) {
      this.socket.terminate();
      return;
    }
    this.alive = false;
    this.socket.ping();
  }

  stop(): void {
    this.socket.close(codes.goingAway);
  }

  refuse(reason: string): void {
    this.socket.close(codes.policy, reason);
  }

  private receive(command: Command | null): void {
    if (!this.open) return;
    if (!this.allowance.take()) {
      this.refuse('too many commands');
      return;
    }
    if (!command) return;
    // A command waits for the one before it: subscriptions follow the authentication that they were sent behind.
    this.work = this.work.then(() => (this.open ? this.obey(this, command) : undefined)).catch(() => undefined);
  }
}

function commandIn(data: RawData): Command | null {
  try {
    const value: unknown = JSON.parse((data as Buffer).toString('utf8'));
    return typeof value === 'object' && value !== null && 'cmd' in value && typeof value.cmd === 'string' ? (value as Command) : null;
  } catch {
    return null;
  }
}
