import type { Document } from '../../../lib/resource/document';
import type { Element } from '../../../lib/resource/traits/element';
import type { RestRequest } from '../../../lib/resource/request';
import type { TaskOnCard } from '../userstories/userstory.serialize';

/** What closing and cards need of a task. */
type StoryTask = Document & TaskOnCard & { user_story: number; status: number | null; us_order: number };

const collectionOf = (request: RestRequest) => request.node.store.collection<StoryTask>('tasks');

/** How many tasks a story has. */
export interface TaskCounts {
  total: number;
  open: number;
}

/** How many tasks each story has that has any; two look-ups. */
export async function tasksOfStories(request: RestRequest, stories: readonly number[]): Promise<Map<number, TaskCounts>> {
  const filter = { user_story: { in: stories } };
  const [all, open] = await Promise.all([
    collectionOf(request).group({ by: 'user_story', filter }),
    collectionOf(request).group({ by: 'user_story', filter: { ...filter, is_closed: { ne: true } } }),
  ]);
  const openOf = new Map(open.map(({ key, count }) => [key, count]));
  return new Map(
    all.flatMap(({ key, count }) => (typeof key === 'number' ? [[key, { total: count, open: openOf.get(key) ?? 0 }] as const] : [])),
  );
}

/** The tasks on the cards of stories, when the request asks for them with `include_tasks`. */
export async function cardsOfStories(request: RestRequest, stories: readonly Document[]): Promise<{ tasks?: Map<number, TaskOnCard[]> }> {
  if (!('include_tasks' in request.query)) return {};
  const tasks = await collectionOf(request).find({
    filter: { user_story: { in: stories.map(({ id }) => id) } },
    sort: ['us_order', 'ref'],
  });
  const byStory = new Map<number, TaskOnCard[]>();
  for (const { user_story, id, ref, subject, status, is_blocked, is_iocaine, is_closed } of tasks) {
    const card = { id, ref, subject, status_id: status, is_blocked, is_iocaine, is_closed };
    byStory.set(user_story, [...(byStory.get(user_story) ?? []), card]);
  }
  return { tasks: byStory };
}

/** The tasks of a deleted story go too, with their files (tasks.md). */
export async function removeTasksOf(request: RestRequest, story: number): Promise<void> {
  const tasks = await request.node.store.collection<Element>('tasks').find({ filter: { user_story: story }, fields: ['attachments'] });
  await request.node.changes.rescue('tasks', { user_story: story });
  await collectionOf(request).remove({ user_story: story });
  const objects = tasks.filter(({ attachments }) => attachments.length > 0).map(({ id }) => id);
  if (objects.length > 0) await request.call('attachments.removeOf', { kind: 'task', objects });
}
