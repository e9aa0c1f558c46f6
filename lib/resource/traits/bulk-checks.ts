import type { SettingKind } from '../../contracts/project-context';
import type { BulkBody } from './bulk-body';
import { settingOf } from './element.serialize';

/** Reads a field with the id of a setting of the project, like `status_id`; adds the refusal when it is another's. */
export function settingIn(
  bulk: BulkBody,
  name: string,
  kind: SettingKind,
  { required = false, refusal }: { required?: boolean; refusal: string },
): number | null {
  const id = bulk.integer(name, required);
  if (id !== null && bulk.context && !settingOf(bulk.context, kind, id)) bulk.problem(name, refusal);
  return id;
}

/** Reads `milestone_id` of a bulk body, which must be one of the project's; adds the refusal otherwise. */
export async function milestoneIn(bulk: BulkBody, refusal: string, required = false): Promise<number | null> {
  const id = bulk.integer('milestone_id', required);
  if (id === null) return null;
  const card = await bulk.request.node.caches.milestones.one(id);
  if (!card || card.project !== bulk.context?.id) bulk.problem('milestone_id', refusal);
  return id;
}

/** Adds the refusal when one of the elements isn't the project's. */
export async function demandOfProject(
  bulk: BulkBody,
  collection: string,
  { field, ids, refusal }: { field: string; ids: readonly number[]; refusal: string },
): Promise<void> {
  if (ids.length === 0) return;
  const found = bulk.context
    ? await bulk.request.node.store.collection(collection).count({ id: { in: ids }, project: bulk.context.id })
    : 0;
  if (found < ids.length) bulk.problem(field, refusal);
}

/** The lines of a text that aren't empty, without blanks around them. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
