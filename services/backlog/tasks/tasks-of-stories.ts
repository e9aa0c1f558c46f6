import type { Document } from '../../../lib/resource/document';
import type { RestRequest } from '../../../lib/resource/request';
import type { TaskOnCard } from '../userstories/userstory.serialize';

/** What closing and cards need of a task. */
type StoryTask = Document & TaskOnCard & { user_story: number; status: number | null; us_order: number };

const collectionOf = (request: RestRequest) => request.node.store.collection<StoryTask>('tasks');

/** How many tasks a story has, and how many of them are open. */
export async function tasksOf(request: RestRequest, story: number): Promise<{ total: number; open: number }> {
  const rows = await collectionOf(request).group({ by: 'is_closed', filter: { user_story: story } });
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  return { total, open: rows.filter(({ key }) => key !== true).reduce((sum, { count }) => sum + count, 0) };
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
