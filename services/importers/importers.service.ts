import { defineService } from '../../mixins/service';
import { csvActions } from './csv/csv.actions';
import { importCsv } from './csv/import-csv';
import { csvUploadCollection } from './csv/uploads';
import { exportActions } from './export/export.actions';
import { exportDump } from './export/export-dump';
import { loadActions, loadDumpJob } from './import/load-dump';
import { pieceActions } from './import/pieces.actions';
import { removeOldSpoolFolders } from './spool-folders';
import { registerHandlers } from './jobs/handlers';
import { jobCollection } from './jobs/job';
import { jobActions } from './jobs/jobs.actions';
import { jobLoopOf } from './jobs/loop';
import { importHandler } from './outside/import';
import { outsideActions } from './outside/outside.actions';
import { pendingAuthorizations } from './outside/pending';
import { outsideSystems } from './outside/systems';

/** Projects in and out: dumps, importers, and the jobs that do what takes long. */
export default defineService({
  name: 'importers',
  actions: [...jobActions, ...csvActions, ...exportActions, ...loadActions, ...pieceActions, ...outsideActions],
  internal: {},
  collections: [csvUploadCollection, jobCollection, pendingAuthorizations],
  started(node) {
    registerHandlers([importCsv, exportDump, loadDumpJob, ...outsideSystems.map(importHandler)]);
    jobLoopOf(node).start();
    return removeOldSpoolFolders();
  },
  stopped: (node) => jobLoopOf(node).stop(),
});
