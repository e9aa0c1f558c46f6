import { isNew } from '../../../lib/resource/new-documents';
import type { RestRequest } from '../../../lib/resource/request';
import { View } from '../../../lib/resource/view';
import { lightReferences, nestedFields } from '../userstories/userstory.light';
import type { UserStory } from '../userstories/userstory';
import type { Milestone } from './milestone';

/** The stories of the sprints of an answer, with the view that their serialiser needs. */
export type LoadedStories = { stories: Map<number, UserStory[]>; storyView: View };

/** Reads the stories of all sprints of an answer in one look-up, ordered as the backlog. */
export async function storiesOfMilestones(request: RestRequest, milestones: readonly Milestone[]): Promise<LoadedStories> {
  const filled = milestones.filter((milestone) => !isNew(milestone));
  const found = filled.length === 0 ? [] : await findStories(request, filled);
  const stories = new Map<number, UserStory[]>();
  for (const story of found) {
    const sprint = story.milestone as number;
    const list = stories.get(sprint);
    if (list) list.push(story);
    else stories.set(sprint, [story]);
  }
  return { stories, storyView: await View.of(request.node, request.facts, found, lightReferences) };
}

const findStories = (request: RestRequest, milestones: readonly Milestone[]) =>
  request.node.store.collection<UserStory>('userstories').find({
    filter: { milestone: { in: milestones.map(({ id }) => id) } },
    sort: ['project', 'backlog_order', 'ref'],
    fields: nestedFields,
  });

/** What a deleted sprint held is in none; versions stay. */
export async function emptyMilestone(request: RestRequest, { id, project }: Milestone): Promise<void> {
  const { store } = request.node;
  for (const collection of ['userstories', 'tasks'])
    await store.collection(collection).updateMany({ milestone: id }, { set: { milestone: null } });
  await request.call('issues.milestoneRemoved', { project, milestone: id });
}
