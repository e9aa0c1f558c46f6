import type { Document } from '../../../lib/resource/document';
import type { RestRequest } from '../../../lib/resource/request';
import { View, type References } from '../../../lib/resource/view';
import type { UserStory } from '../userstories/userstory';

/** What tasks need of their stories. */
export type StoryOfTask = Document & Pick<UserStory, 'project' | 'ref' | 'subject' | 'milestone' | 'epics'>;

const known = new WeakMap<RestRequest, Map<number, StoryOfTask | null>>();

/** The stories with these ids that exist; each is read once for a request. */
export async function storiesById(request: RestRequest, ids: readonly number[]): Promise<Map<number, StoryOfTask>> {
  const cached = known.get(request) ?? new Map<number, StoryOfTask | null>();
  known.set(request, cached);
  const missing = [...new Set(ids)].filter((id) => !cached.has(id));
  if (missing.length > 0) {
    const found = await request.node.store.collection<StoryOfTask>('userstories').findByIds(missing);
    for (const id of missing) cached.set(id, found.find((story) => story.id === id) ?? null);
  }
  return new Map(ids.flatMap((id) => entryOf(id, cached.get(id))));
}

const entryOf = (id: number, story: StoryOfTask | null | undefined): [number, StoryOfTask][] => (story ? [[id, story]] : []);

/** The cards that the stories show. */
export const storyReferences: References = { projects: ['project'], epics: ['epics'] };

/** The stories of the tasks of an answer, with the view that shows their epics. */
export type LoadedStories = { stories: Map<number, StoryOfTask>; storyView: View };

/** Reads the stories of all tasks of an answer in one look-up. */
export async function storiesOfTasks(request: RestRequest, tasks: readonly { user_story: number | null }[]): Promise<LoadedStories> {
  const stories = await storiesById(
    request,
    tasks.flatMap(({ user_story }) => user_story ?? []),
  );
  return {
    stories,
    storyView: await View.of(request.node, request.facts, [...stories.values()], storyReferences),
  };
}
