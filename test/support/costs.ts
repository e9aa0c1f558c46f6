import type { Context, Middleware } from 'moleculer';
import type { Store } from '../../lib/contracts/store';

/** What a request cost. */
export interface Costs {
  /** Of the store, by the collection and the kind of operation. */
  operations: string[];
  /** From one service to another, beside the one by which the gateway passes the request on. */
  calls: string[];
}

/** Counts what requests cost. What happens after an answer, as taking change entries out of outboxes, is not part of it. */
export class CostMeter {
  #calls: string[] = [];

  /** To be given to the broker before its services are made. */
  readonly middleware: Middleware = {
    name: 'CostMeter',
    localAction: (next: (context: Context) => Promise<unknown>, action: { name: string; service?: { fullName: string } }) => {
      return (context: Context) => {
        const { caller } = context;
        if (caller !== null && caller !== 'api' && caller !== action.service?.fullName) this.#calls.push(action.name);
        return next(context);
      };
    },
  } as Middleware;

  async measure(store: Store, work: () => Promise<unknown>): Promise<Costs> {
    await quiet(store);
    const operations: string[] = [];
    const end = store.onOperation((collection, operation) => void operations.push(`${collection}.${operation}`));
    this.#calls = [];
    await work();
    end();
    return { operations, calls: this.#calls };
  }
}

/** Resolves when nothing has reached the store for a while. Milliseconds. */
async function quiet(store: Store, pause = 30): Promise<void> {
  let busy = true;
  const end = store.onOperation(() => {
    busy = true;
  });
  while (busy) {
    busy = false;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  end();
}
