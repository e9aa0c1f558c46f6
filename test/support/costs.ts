import type { Server } from 'node:http';
import type { Context, Middleware } from 'moleculer';
import type { Store } from '../../lib/contracts/store';

/** What a request cost. */
export interface Costs {
  /** Of the store, by the collection and the kind of operation. */
  operations: string[];
  /** From one service to another, beside the one by which the gateway passes the request on. */
  calls: string[];
}

/** Counts what requests cost until they are answered; what follows, as taking change entries out of outboxes, is no part of it. */
export class CostMeter {
  #costs: Costs | null = null;

  /** To be given to the broker before its services are made. */
  readonly middleware: Middleware = {
    name: 'CostMeter',
    localAction: (next: (context: Context) => Promise<unknown>, action: { name: string; service?: { fullName: string } }) => {
      return (context: Context) => {
        const { caller } = context;
        if (caller !== null && caller !== 'api' && caller !== action.service?.fullName) this.#costs?.calls.push(action.name);
        return next(context);
      };
    },
  } as Middleware;

  /** Ends each measurement when the answer begins. */
  watch(server: Server): void {
    server.prependListener('request', (_, response) => {
      const writeHead = response.writeHead.bind(response) as (...values: unknown[]) => typeof response;
      response.writeHead = (...values: unknown[]) => {
        this.#costs = null;
        return writeHead(...values);
      };
    });
  }

  /** @param work one request */
  async measure(store: Store, work: () => Promise<unknown>): Promise<Costs> {
    await quiet(store);
    const costs: Costs = { operations: [], calls: [] };
    this.#costs = costs;
    const end = store.onOperation((collection, operation) => void this.#costs?.operations.push(`${collection}.${operation}`));
    await work();
    end();
    return costs;
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
