import type { RestRequest } from '../../../lib/resource/request';
import { detailKeys, dueDateKeys, elementKeys, elementVaries } from '../../../lib/resource/traits/element.serialize';
import type { View } from '../../../lib/resource/view';
import type { GeneratedStory } from '../../../lib/contracts/issue-actions';
import { existingStories } from '../userstories/generated-stories';
import { projectsOfEpics, shownEpics } from '../userstories/shown-epics';
import { storiesOfTasks, storyReferences, type LoadedStories, type StoryOfTask } from './stories-of-tasks';
import { traits, type Task } from './task';

/** The list form (tasks.md, Object). */
export function listForm(task: Task, view: View): Record<string, unknown> {
  return Object.assign(elementKeys(task, view, traits.statuses), dueDateKeys(task, traits.statuses, view), {
    total_comments: task.total_comments,
    user_story: task.user_story,
    user_story_extra_info: storyInfo(task, view),
    milestone: task.milestone,
    milestone_slug: view.milestone(task.milestone)?.slug ?? null,
    finished_date: task.finished_date,
    us_order: task.us_order,
    taskboard_order: task.taskboard_order,
    is_iocaine: task.is_iocaine,
    external_reference: task.external_reference,
  });
}

/** The detail form, without neighbors. */
export function detailForm(task: Task, view: View): Record<string, unknown> {
  return Object.assign(listForm(task, view), detailKeys(task), { generated_user_stories: generatedStories(task, view) });
}

type Loaded = LoadedStories & { generated: Map<number, GeneratedStory> };

/** The stories of the tasks and, for detail forms, those made of them. */
export async function loadStories(request: RestRequest, tasks: readonly Task[], form: 'list' | 'detail'): Promise<Loaded> {
  const ids = form === 'list' ? [] : tasks.flatMap(({ promoted_to }) => promoted_to);
  const generated = ids.length === 0 ? [] : await existingStories(request, ids);
  return { ...(await storiesOfTasks(request, tasks)), generated: new Map(generated.map((story) => [story.id, story])) };
}

/** What the forms depend on beside the task and its cards. */
export function varies(task: Task, view: View): unknown[] {
  const story = storyOf(task, view);
  const { storyView } = view.loaded as Loaded;
  const shown = story ? [story, ...storyView.shownIn(story, storyReferences), ...projectsOfEpics(story, storyView)] : [];
  return [...elementVaries(task, view), JSON.stringify(generatedStories(task, view)), ...shown];
}

const storyOf = ({ user_story }: Task, view: View): StoryOfTask | undefined =>
  user_story === null ? undefined : (view.loaded as Loaded).stories.get(user_story);

function storyInfo(task: Task, view: View): Record<string, unknown> | null {
  const { storyView } = view.loaded as Loaded;
  const story = storyOf(task, view);
  return story ? { id: story.id, ref: story.ref, subject: story.subject, epics: shownEpics(story, storyView) } : null;
}

function generatedStories({ promoted_to }: Task, view: View): GeneratedStory[] | null {
  const { generated } = view.loaded as Loaded;
  const shown = promoted_to.flatMap((id) => generated.get(id) ?? []);
  return shown.length > 0 ? shown : null;
}
