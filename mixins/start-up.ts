import { NatsError } from 'nats';
import type { Log } from '../lib/contracts/node';
import { isPassing } from '../lib/http/error-reply';
import { isNetworkError } from '../lib/network-errors';

/** Between two attempts. Milliseconds. */
const pause = 1000;
/** How often it is said that something is still waited for. Milliseconds. */
const reminder = 30_000;

/** Waits for what a process needs from outside: a server that is away when the process starts keeps it from nothing but being ready. */
export class StartUp {
  private missing: string | null = null;

  constructor(private readonly log: Pick<Log, 'info' | 'warn'>) {}

  /** What is waited for now, as an operator knows it; null when nothing is. */
  get waitsFor(): string | null {
    return this.missing;
  }

  /**
   * Attempts until what is needed is there. Attempts must be repeatable.
   * @param what e.g. `NATS`, for the log
   * @throws what no waiting cures, e.g. refused credentials
   */
  async until<T>(what: string, attempt: () => Promise<T>): Promise<T> {
    for (let said = 0; ;) {
      try {
        const result = await attempt();
        if (this.missing !== null) this.log.info(`${what} is there`);
        this.missing = null;
        return result;
      } catch (error) {
        if (!isAway(error)) throw error;
        this.missing = what;
        if (Date.now() - said >= reminder) {
          this.log.warn(`Waits for ${what}, which does not answer: ${reasonOf(error)}`);
          said = Date.now();
        }
      }
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** Whether an error says that a server or service isn't there now. */
function isAway(error: unknown): boolean {
  if (isPassing(error)) return true;
  return isNetworkError(error) || (error instanceof NatsError && (error.api_error?.code ?? 0) >= 500);
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
