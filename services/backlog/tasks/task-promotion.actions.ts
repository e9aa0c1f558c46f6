import type { Reply } from '../../../lib/contracts/http';
import type { ProjectContext } from '../../../lib/contracts/project-context';
import type { Filter } from '../../../lib/contracts/store';
import { notFound } from '../../../lib/errors';
import { authenticatedCan, can, demand, demandWritable } from '../../../lib/resource/access';
import type { RestAction } from '../../../lib/resource/define';
import { destroyDraft } from '../../../lib/resource/operations/destroy';
import { forAction } from '../../../lib/resource/operations/lookup';
import { ok, type RestRequest } from '../../../lib/resource/request';
import { BulkBody } from '../../../lib/resource/traits/bulk-body';
import { permission, viewPermission } from '../../../lib/resource/traits/element';
import { now } from '../../../lib/resource/values';
import { promote } from '../userstories/userstory-promotion';
import { tasks } from './task.resource';
import { collectionName, traits, type Task } from './task';

/** Milliseconds. */
const claimDuration = 60_000;

const mayAddStories = authenticatedCan('add_us');

/** Makes a user story of a task, which is deleted (userstories.md, Promotion). */
export const promotion: RestAction = {
  name: 'promoteToUserStory',
  rest: { method: 'POST', path: `/${traits.path}/:id/promote_to_user_story` },
  access: mayAddStories,
  checksAccess: true,
  handler: promoteTask,
};

async function promoteTask(request: RestRequest): Promise<Reply> {
  const { document: task, context } = await forAction(tasks, request, can(viewPermission(traits.noun)));
  const body = new BulkBody(request);
  await body.project();
  const { id: project } = body.permitted(mayAddStories);
  if (context && project !== task.project) demandLeave(request, context, task);
  await claim(request, task);
  const story = await promote(request, {
    ...copied(task),
    from: 'task',
    project,
    milestone: project === task.project ? task.milestone : null,
    attachments: task.attachments.length,
    comments: task.total_comments,
  });
  await destroyDraft(tasks, {
    ...{ request, context, before: task, after: task, comment: '' },
    ...{ sent: new Set<string>(), body: {}, foreign: new Set<string>(), headers: {} },
  });
  return ok([story.ref]);
}

/** The task is deleted where it is, so that the new project alone can't decide about it (userstories.md, Project moves). */
function demandLeave(request: RestRequest, context: ProjectContext, task: Task): void {
  demand(can(permission(traits, 'delete')), { user: request.user, context, document: task, body: {} });
  demandWritable(context);
}

/** Of several promotions of a task at once one goes on. A claim whose promotion broke off lapses. @throws 404 */
async function claim(request: RestRequest, { id }: Task): Promise<void> {
  const lapsed = new Date(Date.now() - claimDuration).toISOString();
  const free: Filter = { or: [{ promotion_claimed: { missing: true } }, { promotion_claimed: { lt: lapsed } }] };
  const collection = request.node.store.collection<Task>(collectionName);
  const claimed = await collection.updateOne({ and: [{ id }, free] }, { set: { promotion_claimed: now() } });
  if (claimed === 0) throw notFound(traits.title);
}

function copied(task: Task) {
  const { id, ref, subject, description, tags, owner, assigned_to, watches, votes } = task;
  const { due_date, due_date_reason, is_blocked, blocked_note } = task;
  return { id, ref, subject, description, tags, owner, assigned_to, watches, votes, due_date, due_date_reason, is_blocked, blocked_note };
}
