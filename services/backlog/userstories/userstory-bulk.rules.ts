import { can } from '../../../lib/resource/access';
import { settingOf } from '../../../lib/resource/traits/element.serialize';
import { permission } from '../../../lib/resource/traits/element';
import type { BulkBody } from '../../../lib/resource/traits/bulk-body';
import { demandOfProject } from '../../../lib/resource/traits/bulk-checks';
import { traits, type UserStory } from './userstory';
import type { Cell } from './userstory-moves';

export const mayModify = can(permission(traits, 'modify'));
export const mayAdd = can(permission(traits, 'add'));

/** Reads `status_id`, which must be one of the project's. */
export function statusIn(bulk: BulkBody, required = false): number | null {
  return settingIn(bulk, 'status_id', 'us_statuses', {
    required,
    refusal: 'Invalid user story status id. The status must belong to the same project.',
  });
}

/** Reads `swimlane_id`, which must be one of the project's. */
export const swimlaneIn = (bulk: BulkBody): number | null =>
  settingIn(bulk, 'swimlane_id', 'swimlanes', { refusal: 'Invalid swimlane id. The swimlane must belong to the same project.' });

function settingIn(
  bulk: BulkBody,
  name: string,
  kind: 'us_statuses' | 'swimlanes',
  { required = false, refusal }: { required?: boolean; refusal: string },
): number | null {
  const id = bulk.integer(name, required);
  if (id !== null && bulk.context && !settingOf(bulk.context, kind, id)) bulk.problem(name, refusal);
  return id;
}

/** Adds a problem when a story isn't the project's. */
export const demandOwnStories = (bulk: BulkBody, field: string, ids: readonly number[], refusal: string): Promise<void> =>
  demandOfProject(bulk, 'userstories', { field, ids, refusal });

/** Reads `after_userstory_id` and `before_userstory_id`: at most one of them, in the cell. */
export async function anchorIn(bulk: BulkBody, cell: Cell, where: string): Promise<{ after: number | null; before: number | null }> {
  const after = bulk.integer('after_userstory_id');
  const before = bulk.integer('before_userstory_id');
  await demandInCell(bulk, after, cell, { name: 'after_userstory_id', side: 'after', where });
  if (after !== null && before !== null) bulk.problem('before_userstory_id', "You can't use after and before at the same time.");
  else await demandInCell(bulk, before, cell, { name: 'before_userstory_id', side: 'before', where });
  return { after, before };
}

async function demandInCell(
  bulk: BulkBody,
  id: number | null,
  cell: Cell,
  { name, side, where }: { name: string; side: string; where: string },
): Promise<void> {
  if (id === null || !bulk.context) return;
  const collection = bulk.request.node.store.collection<UserStory>('userstories');
  if ((await collection.count({ id, project: bulk.context.id, ...cell })) > 0) return;
  bulk.problem(name, `Invalid user story id to move ${side}. The user story must belong to the same project${where}.`);
}
