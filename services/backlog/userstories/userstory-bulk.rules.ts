import { can } from '../../../lib/resource/access';
import type { Draft } from '../../../lib/resource/draft';
import { permission } from '../../../lib/resource/traits/element';
import type { BulkBody } from '../../../lib/resource/traits/bulk-body';
import { demandOfProject, settingIn } from '../../../lib/resource/traits/bulk-checks';
import { lastPlace, traits, type UserStory } from './userstory';

export const mayModify = can(permission(traits, 'modify'));

/** New stories stand behind all others, in their own order. */
export function placeInOrder(drafts: readonly Draft<UserStory>[]): void {
  const first = lastPlace(drafts.length);
  drafts.forEach(({ after }, index) => {
    after.backlog_order = after.sprint_order = after.kanban_order = first + index;
  });
}

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

/** Adds a problem when a story isn't the project's. */
export const demandOwnStories = (bulk: BulkBody, field: string, ids: readonly number[], refusal: string): Promise<void> =>
  demandOfProject(bulk, 'userstories', { field, ids, refusal });

/** Where stories go: behind or before an anchor, or to the top. */
export interface Anchor {
  after: number | null;
  before: number | null;
}

/** Reads `after_userstory_id` and `before_userstory_id`. */
export const anchorIn = (bulk: BulkBody): Anchor => ({
  after: bulk.integer('after_userstory_id'),
  before: bulk.integer('before_userstory_id'),
});

/** Those of the stories that are the project's, by id; one look-up. */
export async function ownStories(bulk: BulkBody, ids: readonly (number | null)[]): Promise<Map<number, UserStory>> {
  const wanted = ids.filter((id) => id !== null);
  if (wanted.length === 0) return new Map();
  const found = await bulk.request.node.store.collection<UserStory>('userstories').findByIds(wanted);
  return new Map(found.filter(({ project }) => project === bulk.context?.id).map((story) => [story.id, story]));
}

/** Adds a problem when there is more than one anchor, or one that isn't in the cell. */
export function demandAnchor(bulk: BulkBody, { after, before }: Anchor, inCell: (id: number) => boolean, where: string): void {
  const isElsewhere = (id: number | null) => id !== null && bulk.context !== null && !inCell(id);
  const refusal = (side: string) => `Invalid user story id to move ${side}. The user story must belong to the same project${where}.`;
  if (isElsewhere(after)) bulk.problem('after_userstory_id', refusal('after'));
  if (after !== null && before !== null) bulk.problem('before_userstory_id', "You can't use after and before at the same time.");
  else if (isElsewhere(before)) bulk.problem('before_userstory_id', refusal('before'));
}
