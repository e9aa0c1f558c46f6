import { notFound } from '../../../lib/errors';
import { authenticated } from '../../../lib/resource/access';
import type { RestAction } from '../../../lib/resource/define';
import { ok } from '../../../lib/resource/request';
import { jobsOf } from './job';

/** How far the own long work is: an addition to the interface. */
export const jobActions: RestAction[] = [
  {
    name: 'jobs.retrieve',
    rest: { method: 'GET', path: '/importer/jobs/:id' },
    access: authenticated,
    summary: 'State, progress and result of an export or import',
    async handler(request) {
      const job = await jobsOf(request.node.store).findById(request.path.id ?? '');
      if (job?.owner !== request.requireUser().id) throw notFound('Job');
      const { id, kind, state, progress, result, error, created_date, modified_date } = job;
      return ok({ id, kind, state, progress, result, error, created_date, modified_date });
    },
  },
];
