import { apiError } from '../../../lib/errors';
import type { ProjectContext, SwimlaneLimit } from '../../../lib/contracts/project-context';
import type { NodeTools } from '../../../lib/contracts/node';
import { contextOf, type Draft } from '../../../lib/resource/draft';
import { parsedId } from '../../../lib/resource/values';
import type { Setting } from './setting';
import { demandMoveTarget } from './setting-removal.rules';

const limitIds = 'swimlane_limits';

/** Ids for limits of swimlanes. @returns the first of them */
export const takeLimitIds = (store: NodeTools['store'], count: number): Promise<number> => store.take(limitIds, count);

/** Limits of a new swimlane: those of the statuses for the first one, none for later ones (project-settings.md §6). */
export async function limitsOfNew(node: NodeTools, context: ProjectContext): Promise<SwimlaneLimit[]> {
  const statuses = context.settings.us_statuses;
  const isFirst = context.settings.swimlanes.length === 0;
  const first = statuses.length === 0 ? 0 : await node.store.take(limitIds, statuses.length);
  return statuses.map((status, index) => ({
    id: first + index,
    status: status.id,
    wip_limit: isFirst ? (status.wip_limit ?? null) : null,
  }));
}

/** A project's first swimlane becomes its default and gets all its stories. */
export async function adoptStories({ request, after, context }: Draft<Setting>): Promise<void> {
  if (contextOf({ context }).settings.swimlanes.length > 0) return;
  const { node } = request;
  await node.store.collection('projects').updateOne({ id: after.project }, { set: { default_swimlane: after.id } });
  await node.invalidate({ projects: [after.project] }, ['project']);
  await request.call('backlog.firstSwimlane', { project: after.project, swimlane: after.id });
}

/** A new user story status is added to all swimlanes; its limit counts only when there is exactly one (project-settings.md §6). */
export async function addStatusToSwimlanes({ request, after, context }: Draft<Setting>): Promise<void> {
  const lanes = contextOf({ context }).settings.swimlanes;
  if (lanes.length === 0) return;
  const { store } = request.node;
  const first = await store.take(limitIds, lanes.length);
  const limit = lanes.length === 1 ? (after.wip_limit ?? null) : null;
  const updates = lanes.map((lane, index) => ({
    filter: { id: lane.id },
    update: { push: { limits: [{ id: first + index, status: after.id, wip_limit: limit }] } },
  }));
  await store.collection('swimlanes').bulkUpdate(updates);
  await request.node.invalidate({ projects: [after.project] }, ['swimlanes']);
}

/** Only the last swimlane goes without `moveTo`, the default one only when it is the last. @throws 400, 404 */
export async function demandRemovable(draft: Draft<Setting>): Promise<void> {
  const { request, after } = draft;
  const { settings, defaults } = contextOf(draft);
  if (settings.swimlanes.length <= 1) return;
  if (parsedId(request.query.moveTo) === null)
    throw apiError('BAD_REQUEST', 'Cannot set swimlane to None if there are available swimlanes');
  if (defaults.default_swimlane === after.id) throw apiError('BAD_REQUEST', 'The default swimlane cannot be deleted.');
  await demandMoveTarget(draft, 'swimlanes', 'Swimlane');
}

/** The entries of a swimlane's `statuses`, in the order of the statuses. */
export function swimlaneStatuses(
  limits: readonly SwimlaneLimit[],
  context: ProjectContext,
  translated: (name: string) => string,
): Record<string, unknown>[] {
  return context.settings.us_statuses.flatMap((status) => {
    const limit = limits.find((one) => one.status === status.id);
    if (!limit) return [];
    const { id, name, slug, order, is_closed, is_archived, color } = status;
    return [
      {
        id,
        name: translated(name),
        slug,
        order,
        is_closed,
        is_archived,
        color,
        wip_limit: limit.wip_limit,
        swimlane_userstory_status_id: limit.id,
      },
    ];
  });
}
