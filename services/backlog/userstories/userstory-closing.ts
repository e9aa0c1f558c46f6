import { slicesOf } from '../../../lib/chunks';
import type { BulkUpdate } from '../../../lib/contracts/store';
import type { ProjectContext } from '../../../lib/contracts/project-context';
import { settingOf } from '../../../lib/resource/traits/element.serialize';
import { pushChange } from '../../../lib/resource/push';
import type { RestRequest } from '../../../lib/resource/request';
import { now } from '../../../lib/resource/values';
import { progressChanged } from '../epics/epic-progress';
import { recloseMilestones } from '../milestones/milestone-closing';
import { tasksOfStories } from '../tasks/tasks-of-stories';
import { traits, type UserStory } from './userstory';

const fields = ['project', 'milestone', 'status', 'is_closed', 'epic_ids'] as const;
const batchSize = 500;
const rounds = 5;

const storiesOf = (request: RestRequest) => request.node.store.collection<UserStory>('userstories');

/**
 * Closes or opens stories after their tasks or statuses changed, and then their sprints (userstories.md, Closed
 * stories). Versions stay. Reads again what it has written, so that the last of several concurrent changes decides.
 * @param others sprints that have to follow too
 */
export async function closeStories(request: RestRequest, ids: readonly number[], others: readonly (number | null)[] = []): Promise<void> {
  const milestones = new Set(others);
  for (const batch of slicesOf(ids, batchSize)) for (const milestone of await closeBatch(request, batch)) milestones.add(milestone);
  await recloseMilestones(request, [...milestones]);
}

async function closeBatch(request: RestRequest, ids: readonly number[]): Promise<Set<number | null>> {
  const milestones = new Set<number | null>();
  const epics = new Set<number>();
  for (let round = 0; round < rounds; round++) {
    const stories = await storiesOf(request).find({ filter: { id: { in: ids } }, fields });
    for (const { epic_ids } of stories) for (const epic of epic_ids ?? []) epics.add(epic);
    const wrong = await wronglyClosed(request, stories);
    if (wrong.length === 0) break;
    await storiesOf(request).bulkUpdate(wrong.map(({ update }) => update));
    for (const { story } of wrong) {
      milestones.add(story.milestone);
      pushChange(request, { project: story.project, type: 'change', matches: 'userstories.userstory', pk: story.id });
    }
  }
  // Also without a change of theirs: the share of closed tasks counts.
  await progressChanged(request, epics);
  return milestones;
}

/** Stories whose state isn't what their tasks or their status say, and how to set it right. */
async function wronglyClosed(request: RestRequest, stories: readonly UserStory[]): Promise<{ story: UserStory; update: BulkUpdate }[]> {
  const ids = stories.map(({ id }) => id);
  const tasks = await tasksOfStories(request.node.store, ids);
  const contexts = await request.node.caches.projects.many(new Set(stories.map(({ project }) => project)));
  return stories.flatMap((story) => {
    const context = contexts.get(story.project);
    if (!context) return [];
    const closed = isClosed(story.status, tasks.get(story.id), context);
    if (closed === story.is_closed) return [];
    const set = { is_closed: closed, finish_date: closed ? now() : null };
    return [{ story, update: { filter: { id: story.id, is_closed: story.is_closed }, update: { set } } }];
  });
}

/** A story with tasks is closed when all of them are, without tasks when its status is. */
export function isClosed(status: number | null, tasks: { open: number } | undefined, context: ProjectContext): boolean {
  return tasks ? tasks.open === 0 : (settingOf(context, traits.statuses, status)?.is_closed ?? false);
}
