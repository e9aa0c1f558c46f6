import { defineService } from '../../mixins/service';
import { exportActions } from './export/export.actions';
import { jobCollection } from './jobs/job';
import { jobActions } from './jobs/jobs.actions';
import { jobLoopOf } from './jobs/loop';

/** Projects in and out: dumps, importers, and the jobs that do what takes long. */
export default defineService({
  name: 'importers',
  actions: [...jobActions, ...exportActions],
  internal: {},
  collections: [jobCollection],
  started(node) {
    jobLoopOf(node).start();
    return Promise.resolve();
  },
  stopped: (node) => jobLoopOf(node).stop(),
});
