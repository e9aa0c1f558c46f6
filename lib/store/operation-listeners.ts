import type { OperationListener } from '../contracts/store';

/** The listeners of a store's operations. */
export class OperationListeners {
  readonly #listeners = new Set<OperationListener>();

  /** @returns the function that removes it again. */
  add(listener: OperationListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  call(collection: string, operation: string): void {
    for (const listener of this.#listeners) listener(collection, operation);
  }
}
