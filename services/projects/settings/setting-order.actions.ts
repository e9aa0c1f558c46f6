import { apiError, notFound } from '../../../lib/errors';
import type { SettingKind } from '../../../lib/contracts/project-context';
import { demand, demandWritable, projectAdministrator } from '../../../lib/resource/access';
import type { RestAction } from '../../../lib/resource/define';
import { pushChange } from '../../../lib/resource/push';
import { noContent, type RestRequest } from '../../../lib/resource/request';
import { parsedId } from '../../../lib/resource/values';

type Order = [id: number, order: number];

/** `POST /x/bulk_update_order {project, <parameter>: [[id, order], …]}`; ids of other projects are ignored (project-settings.md §2). */
export function bulkUpdateOrder(path: string, kind: SettingKind, parameter: string): RestAction {
  return {
    name: 'bulkUpdateOrder',
    rest: { method: 'POST', path: `/${path}/bulk_update_order` },
    access: projectAdministrator,
    checksAccess: true,
    async handler(request) {
      const { project, orders } = argumentsOf(request, parameter);
      const context = await request.context(project);
      if (!context) throw notFound('Project');
      demand(projectAdministrator, { user: request.user, context, document: null, body: {} });
      demandWritable(context);
      const updates = orders.map(([id, order]) => ({ filter: { id, project: context.id }, update: { set: { order } } }));
      await request.node.store.collection(kind).bulkUpdate(updates);
      await request.node.invalidate({ projects: [context.id] }, [kind]);
      const pk = orders.map(([id]) => id);
      if (kind === 'swimlanes') pushChange(request, { project: context.id, type: 'change', matches: 'projects.swimlane', pk });
      return noContent;
    },
  };
}

function argumentsOf(request: RestRequest, parameter: string): { project: number | null; orders: Order[] } {
  const { body } = request;
  for (const name of ['project', parameter]) {
    if (body[name] === undefined || body[name] === null || body[name] === '')
      throw apiError('BAD_REQUEST', `'${name}' parameter is mandatory`);
  }
  const orders = body[parameter];
  if (!Array.isArray(orders) || !orders.every(isOrder))
    throw apiError('BAD_REQUEST', `'${parameter}' must be a list of pairs of an id and an order`);
  return { project: parsedId(body.project), orders };
}

const isOrder = (pair: unknown): pair is Order =>
  Array.isArray(pair) && pair.length === 2 && pair.every((part) => Number.isSafeInteger(part));
