import type { Reply } from '../../../lib/contracts/http';
import { authenticatedCan, can } from '../../../lib/resource/access';
import type { RestAction } from '../../../lib/resource/define';
import { destroyDraft } from '../../../lib/resource/operations/destroy';
import { forAction } from '../../../lib/resource/operations/lookup';
import { ok, type RestRequest } from '../../../lib/resource/request';
import { BulkBody } from '../../../lib/resource/traits/bulk-body';
import { viewPermission } from '../../../lib/resource/traits/element';
import { promote } from '../userstories/userstory-promotion';
import { tasks } from './task.resource';
import { traits, type Task } from './task';

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

function copied(task: Task) {
  const { id, ref, subject, description, tags, owner, assigned_to, watches, votes } = task;
  const { due_date, due_date_reason, is_blocked, blocked_note } = task;
  return { id, ref, subject, description, tags, owner, assigned_to, watches, votes, due_date, due_date_reason, is_blocked, blocked_note };
}
