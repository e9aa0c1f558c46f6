import type { ProjectContext } from '../../../lib/contracts/project-context';
import type { Filter } from '../../../lib/contracts/store';
import { notFound } from '../../../lib/errors';
import { can, demand } from '../../../lib/resource/access';
import { followingDraft } from '../../../lib/resource/draft';
import { destroyDraft } from '../../../lib/resource/operations/destroy';
import type { RestRequest } from '../../../lib/resource/request';
import { permission } from '../../../lib/resource/traits/element';
import { promotionOf } from '../../../lib/resource/traits/promotion.actions';
import { now } from '../../../lib/resource/values';
import { promote } from '../userstories/userstory-promotion';
import { tasks } from './task.resource';
import { collectionName, traits, type Task } from './task';

/** Milliseconds. */
const claimDuration = 60_000;

/** Makes a user story of a task, which is deleted (userstories.md, Promotion). */
export const promotion = promotionOf(traits, tasks, async (request, { element: task, context, project, copied }) => {
  if (context && project !== task.project) demandLeave(request, context, task);
  await claim(request, task);
  const story = await promote(request, { ...copied, ...onlyOfTasks(task), from: 'task' });
  await destroyDraft(tasks, followingDraft({ request, context, before: task, after: task }));
  return story;
});

/** The task is deleted where it is, so that the new project alone can't decide about it (userstories.md, Project moves). */
function demandLeave(request: RestRequest, context: ProjectContext, task: Task): void {
  demand(can(permission(traits, 'delete')), { user: request.user, context, document: task, body: {} });
}

/** Of several promotions of a task at once one goes on. A claim whose promotion broke off lapses. @throws 404 */
async function claim(request: RestRequest, { id }: Task): Promise<void> {
  const lapsed = new Date(Date.now() - claimDuration).toISOString();
  const free: Filter = { or: [{ promotion_claimed: { missing: true } }, { promotion_claimed: { lt: lapsed } }] };
  const collection = request.node.store.collection<Task>(collectionName);
  const claimed = await collection.updateOne({ and: [{ id }, free] }, { set: { promotion_claimed: now() } });
  if (claimed === 0) throw notFound(traits.title);
}

const onlyOfTasks = ({ votes, due_date, due_date_reason, is_blocked, blocked_note }: Task) => ({
  ...{ votes, due_date, due_date_reason, is_blocked, blocked_note },
});
