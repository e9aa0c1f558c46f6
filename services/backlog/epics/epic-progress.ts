import type { EpicProgress } from '../../../lib/contracts/element-cards';
import type { Store } from '../../../lib/contracts/store';
import type { Document } from '../../../lib/resource/document';
import { isNew } from '../../../lib/resource/new-documents';
import type { RestRequest } from '../../../lib/resource/request';
import { tasksOfStories, type TaskCounts } from '../tasks/tasks-of-stories';
import type { UserStory } from '../userstories/userstory';

/** What `load` reads for the epics of an answer: from memory, unless their stories have changed. */
export interface LoadedProgress {
  counts?: ReadonlyMap<number, EpicProgress>;
}

/** The progress of the epics of an answer. */
export async function loadProgress({ node }: RestRequest, epics: readonly Document[]): Promise<LoadedProgress> {
  const ids = epics.filter((epic) => !isNew(epic)).map(({ id }) => id);
  return { counts: await node.caches.epicProgress.many(ids) };
}

/** To be called after a change of stories, their relations or their tasks, before it is answered. */
export async function progressChanged({ node }: Pick<RestRequest, 'node'>, epics: Iterable<number>): Promise<void> {
  const ids = [...new Set(epics)];
  if (ids.length > 0) await node.invalidate({ epicProgress: ids });
}

type RelatedStory = Pick<UserStory, 'id' | 'epic_ids' | 'is_closed'>;

/** The progress of epics: one look-up for their stories and, when some are open, one for the tasks. */
export async function countProgress(store: Store, ids: readonly number[]): Promise<EpicProgress[]> {
  const stories = await store
    .collection<UserStory>('userstories')
    .find({ filter: { epic_ids: { containsAny: ids } }, fields: ['epic_ids', 'is_closed'] });
  const open = stories.filter(({ is_closed }) => !is_closed).map(({ id }) => id);
  const tasks = open.length === 0 ? new Map<number, TaskCounts>() : await tasksOfStories(store, open);
  return progressOf(ids, stories, tasks);
}

/** @param tasks of the open stories, of those only that have any */
export function progressOf(
  epics: readonly number[],
  stories: readonly RelatedStory[],
  tasks: ReadonlyMap<number, TaskCounts>,
): EpicProgress[] {
  const counts = new Map<number, EpicProgress>(epics.map((id) => [id, { id, total: 0, progress: null }]));
  for (const { id, epic_ids, is_closed } of stories) {
    const share = is_closed ? 1 : closedShare(tasks.get(id));
    for (const epic of epic_ids ?? []) {
      const known = counts.get(epic);
      if (known) counts.set(epic, { id: epic, total: known.total + 1, progress: (known.progress ?? 0) + share });
    }
  }
  return [...counts.values()];
}

const closedShare = (tasks: TaskCounts | undefined) => (tasks ? (tasks.total - tasks.open) / tasks.total : 0);
