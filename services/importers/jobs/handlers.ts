import { importCsv } from '../csv/import-csv';
import { exportDump } from '../export/export-dump';
import { loadDumpJob } from '../import/load-dump';
import { importHandler } from '../outside/import';
import { outsideSystems } from '../outside/systems';
import type { JobHandler, JobKind } from './job';

const handlers = new Map<JobKind, JobHandler>();

/** The handler of every kind of job. */
export const jobHandlers: readonly JobHandler[] = [importCsv, exportDump, loadDumpJob, ...outsideSystems.map(importHandler)];

/** @throws for a kind without handler */
export function handlerOf(kind: JobKind): JobHandler {
  if (handlers.size === 0) for (const handler of jobHandlers) handlers.set(handler.kind, handler);
  const handler = handlers.get(kind);
  if (!handler) throw new Error(`No handler for jobs of the kind ${kind}`);
  return handler;
}
