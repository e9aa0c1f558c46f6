import { StoreUnavailableError } from '../errors';

/** Given to an operation of the driver, ends it in time. */
export interface Limit {
  signal: AbortSignal;
  /** The driver types the signal for reads alone, though it heeds it in writes as well: this is what the types have in common. */
  comment?: undefined;
}

/**
 * Ends an operation that takes longer than `timeout` milliseconds. The driver's own limits leave out a connection that
 * ends, or just stands still, before it has taken all of a large command: it would wait for it for ever.
 * @throws StoreUnavailableError then, and whatever the work throws
 */
export async function withLimit<T>(timeout: number, work: (limit: Limit) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new StoreUnavailableError(`no answer within ${timeout / 1000} s`)), timeout);
  try {
    return await work({ signal: controller.signal });
  } finally {
    clearTimeout(timer);
  }
}
