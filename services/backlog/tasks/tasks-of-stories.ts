import type { Store } from '../../../lib/contracts/store';
import type { Document } from '../../../lib/resource/document';
import type { Element } from '../../../lib/resource/traits/element';
import type { RestRequest } from '../../../lib/resource/request';
import type { Task } from './task';

/** What closing and cards need of a task. */
export type StoryTask = Task & { user_story: number };

const collectionOf = (request: RestRequest) => request.node.store.collection<StoryTask>('tasks');

/** How many tasks a story has. */
export interface TaskCounts {
  total: number;
  open: number;
}

/** How many tasks each story has that has any; one look-up. */
export async function tasksOfStories(store: Store, stories: readonly number[]): Promise<Map<number, TaskCounts>> {
  const filter = { user_story: { in: stories } };
  const combinations = await store.collection('tasks').combinations({ fields: ['user_story', 'is_closed'], arrays: [], filter });
  const counts = new Map<number, TaskCounts>();
  for (const { values, count } of combinations) {
    const story = values.user_story as number;
    const { total, open } = counts.get(story) ?? { total: 0, open: 0 };
    counts.set(story, { total: total + count, open: open + (values.is_closed === true ? 0 : count) });
  }
  return counts;
}

/** The tasks on the cards of stories, when the request asks for them with `include_tasks`. */
export async function cardsOfStories(request: RestRequest, stories: readonly Document[]): Promise<{ tasks?: Map<number, StoryTask[]> }> {
  if (!('include_tasks' in request.query)) return {};
  const tasks = await collectionOf(request).find({
    filter: { user_story: { in: stories.map(({ id }) => id) } },
    sort: ['us_order', 'ref'],
  });
  const byStory = new Map<number, StoryTask[]>();
  for (const task of tasks) {
    const others = byStory.get(task.user_story);
    if (others) others.push(task);
    else byStory.set(task.user_story, [task]);
  }
  return { tasks: byStory };
}

/** The tasks of a deleted story go too, with their files (tasks.md). May be repeated: the files go before what names them. */
export async function removeTasksOf(request: RestRequest, story: number): Promise<void> {
  const tasks = await request.node.store.collection<Element>('tasks').find({ filter: { user_story: story }, fields: ['attachments'] });
  const objects = tasks.filter(({ attachments }) => attachments.length > 0).map(({ id }) => id);
  if (objects.length > 0) await request.call('attachments.removeOf', { kind: 'task', objects });
  await request.node.changes.rescue('tasks', { user_story: story });
  await collectionOf(request).remove({ user_story: story });
}
