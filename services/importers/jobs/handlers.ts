import type { JobHandler, JobKind } from './job';

const handlers = new Map<JobKind, JobHandler>();

/** Says how the jobs of each kind are done, before any is. */
export function registerHandlers(all: readonly JobHandler[]): void {
  for (const handler of all) handlers.set(handler.kind, handler);
}

/** @throws for a kind without handler */
export function handlerOf(kind: JobKind): JobHandler {
  const handler = handlers.get(kind);
  if (!handler) throw new Error(`No handler for jobs of the kind ${kind}`);
  return handler;
}
