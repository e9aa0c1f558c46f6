import { apiError } from '../../../lib/errors';
import { followingDraft } from '../../../lib/resource/draft';
import { saveDraft } from '../../../lib/resource/operations/update';
import type { RestRequest } from '../../../lib/resource/request';
import { tasks } from './task.resource';
import { collectionName, type Task } from './task';

/** How often a task that others change meanwhile is read and moved again. */
const attempts = 50;

const tasksOf = (request: RestRequest) => request.node.store.collection<Task>(collectionName);

/** The tasks of a story that went to another project go there too, with a history entry each; their versions stay. */
export async function tasksMoveAlong(request: RestRequest, story: number, project: number): Promise<void> {
  const filter = { user_story: story, project: { ne: project } };
  const behind = await tasksOf(request).find({ filter, sort: ['us_order', 'id'], fields: ['id'] });
  for (const { id } of behind) await moveAlong(request, id, project);
}

async function moveAlong(request: RestRequest, id: number, project: number): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const before = await tasksOf(request).findById(id);
    if (!before || before.project === project) return;
    const draft = followingDraft({ request, before, after: { ...before, project }, context: await request.context(project) });
    await tasks.hooks?.prepare?.(draft);
    if (await saveDraft(tasks, draft, false)) return;
  }
  throw apiError('UNAVAILABLE');
}
