import type { Caller, NodeTools } from '../../../lib/contracts/node';
import type { DumpSource } from '../../../lib/dumps/types';

/** What an import works with; the work of a job is one. */
export interface ImportWorker {
  node: NodeTools;
  call: Caller;
  signal: AbortSignal;
  progress(step: string, done: number): void;
  makes(project: number): Promise<void>;
}

export interface ImportOptions {
  /** Becomes owner and administrator, whatever the source says. */
  owner: number;
}

/**
 * Makes a project of a source. Nobody sees it before it is complete; when it fails, the job removes what was made.
 * @returns the id of the project
 * @throws ApiError 400 `{error, details}` for wrong items (dumps.md, Import), NOT_ENOUGH_SLOTS
 */
export function importProject(_worker: ImportWorker, _source: DumpSource, _options: ImportOptions): Promise<number> {
  return Promise.reject(new Error('not there yet'));
}
