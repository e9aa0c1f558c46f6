import type { Document } from '../../../lib/resource/document';
import { isNew } from '../../../lib/resource/new-documents';
import type { RestRequest } from '../../../lib/resource/request';
import { tasksOfStories, type TaskCounts } from '../tasks/tasks-of-stories';
import type { UserStory } from '../userstories/userstory';

/** How far an epic is: `progress` adds 1 for a closed story, else its share of closed tasks; null without stories. */
export interface StoryCounts {
  total: number;
  progress: number | null;
}

/** What `load` reads for the epics of an answer. */
export interface LoadedProgress {
  counts?: ReadonlyMap<number, StoryCounts>;
}

type RelatedStory = Pick<UserStory, 'id' | 'epic_ids' | 'is_closed'>;

/** The counts of all epics of an answer: one look-up for their stories and, when some are open, two for the tasks. */
export async function countsOfEpics(
  request: RestRequest,
  epics: readonly Document[],
): Promise<{ counts: ReadonlyMap<number, StoryCounts> }> {
  const ids = epics.filter((epic) => !isNew(epic)).map(({ id }) => id);
  if (ids.length === 0) return { counts: new Map() };
  const stories = await request.node.store
    .collection<UserStory>('userstories')
    .find({ filter: { epic_ids: { containsAny: ids } }, fields: ['epic_ids', 'is_closed'] });
  const open = stories.filter(({ is_closed }) => !is_closed).map(({ id }) => id);
  const tasks = open.length === 0 ? new Map<number, TaskCounts>() : await tasksOfStories(request, open);
  return { counts: progressOf(ids, stories, tasks) };
}

/** @param tasks of the open stories, of those only that have any */
export function progressOf(
  epics: readonly number[],
  stories: readonly RelatedStory[],
  tasks: ReadonlyMap<number, TaskCounts>,
): Map<number, StoryCounts> {
  const counts = new Map<number, StoryCounts>(epics.map((id) => [id, { total: 0, progress: null }]));
  for (const { id, epic_ids, is_closed } of stories) {
    const share = is_closed ? 1 : closedShare(tasks.get(id));
    for (const epic of epic_ids ?? []) {
      const known = counts.get(epic);
      if (known) counts.set(epic, { total: known.total + 1, progress: (known.progress ?? 0) + share });
    }
  }
  return counts;
}

const closedShare = (tasks: TaskCounts | undefined) => (tasks ? (tasks.total - tasks.open) / tasks.total : 0);
