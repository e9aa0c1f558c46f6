import type { Caller, NodeTools } from '../../../lib/contracts/node';

/** What an import works with; the work of a job is one. */
export interface ImportWorker {
  node: NodeTools;
  call: Caller;
  /** Aborted when the work must end. */
  signal: AbortSignal;
  progress(step: string, done: number): void;
  /** Notes the project before it exists, so that it can be removed whatever happens. */
  makes(project: number): Promise<void>;
}
