import { apiError, notFound } from '../../../lib/errors';
import type { SwimlaneLimit } from '../../../lib/contracts/project-context';
import { can, demandWritable, projectAdministrator } from '../../../lib/resource/access';
import type { RestAction } from '../../../lib/resource/define';
import { f } from '../../../lib/resource/fields';
import { selectionOf, filterOf } from '../../../lib/resource/operations/list';
import { forChanging, forReading } from '../../../lib/resource/operations/lookup';
import { pagedArray } from '../../../lib/resource/pages';
import { readValid } from '../../../lib/resource/read-body';
import { pushChange } from '../../../lib/resource/push';
import { ok, type RestRequest } from '../../../lib/resource/request';
import { View } from '../../../lib/resource/view';
import type { Setting } from './setting';
import { swimlanes } from './swimlane.resource';

const path = '/swimlane-userstory-statuses';
const title = 'SwimlaneUserStoryStatus';
const fields = { wip_limit: f.nullableInteger({ keptByPut: true }) };

const shown = (lane: Setting, { id, status, wip_limit }: SwimlaneLimit) => ({ id, status, swimlane: lane.id, wip_limit });

async function laneOf(request: RestRequest): Promise<number | null> {
  if (request.id === null) return null;
  const lane = await request.node.store.collection<Setting>('swimlanes').findOne({ 'limits.id': { contains: request.id } });
  return lane?.id ?? null;
}

function limitOf(lane: Setting, request: RestRequest): SwimlaneLimit {
  const limit = lane.limits?.find(({ id }) => id === request.id);
  if (!limit) throw notFound(title);
  return limit;
}

async function patch(request: RestRequest) {
  const { document: lane, context } = await forChanging(swimlanes, request, projectAdministrator, await laneOf(request));
  const values = readValid(fields, request.body, 'patch');
  if (context) demandWritable(context);
  const limit = { ...limitOf(lane, request), ...values };
  const limits = (lane.limits ?? []).map((one) => (one.id === limit.id ? limit : one));
  const collection = request.node.store.collection<Setting>('swimlanes');
  if ((await collection.updateOne({ id: lane.id }, { set: { limits } })) === 0) throw apiError('NOT_FOUND');
  await request.node.invalidate({ projects: [lane.project] }, ['swimlanes']);
  pushChange(request, { project: lane.project, type: 'change', matches: 'projects.swimlaneuserstorystatus', pk: limit.id });
  return ok(shown(lane, limit));
}

/** Limits of the user story statuses in the swimlanes: read and changed, never made or deleted by themselves (project-settings.md §6). */
export const swimlaneLimitActions: RestAction[] = [
  {
    name: 'swimlaneLimits.list',
    rest: { method: 'GET', path },
    access: can('view_project'),
    checksAccess: true,
    async handler(request) {
      const filter = filterOf(await selectionOf(swimlanes, request));
      const lanes = await request.node.store.collection<Setting>('swimlanes').find({ filter, sort: ['id'] });
      const view = await View.of(request.node, request.facts, lanes, { projects: ['project'] });
      const all = lanes.flatMap((lane) =>
        view
          .project(lane.project)
          .settings.us_statuses.flatMap(({ id }) =>
            (lane.limits ?? []).filter(({ status }) => status === id).map((limit) => shown(lane, limit)),
          ),
      );
      const { rows, headers } = await pagedArray(request, all);
      return ok(rows, headers);
    },
  },
  {
    name: 'swimlaneLimits.retrieve',
    rest: { method: 'GET', path: `${path}/:id` },
    access: can('view_project'),
    checksAccess: true,
    async handler(request) {
      const lane = await laneOf(request);
      if (lane === null) throw notFound(request.id === null ? undefined : title);
      const { document } = await forReading(swimlanes, request, can('view_project'), lane);
      return ok(shown(document, limitOf(document, request)));
    },
  },
  {
    name: 'swimlaneLimits.patch',
    rest: { method: 'PATCH', path: `${path}/:id` },
    access: projectAdministrator,
    checksAccess: true,
    handler: patch,
  },
  {
    name: 'swimlaneLimits.replace',
    rest: { method: 'PUT', path: `${path}/:id` },
    access: projectAdministrator,
    checksAccess: true,
    handler: patch,
  },
];
