import type { Reply } from '../../lib/contracts/http';
import { authenticatedCan, can } from '../../lib/resource/access';
import type { RestAction } from '../../lib/resource/define';
import { forAction } from '../../lib/resource/operations/lookup';
import { ok, type RestRequest } from '../../lib/resource/request';
import { BulkBody } from '../../lib/resource/traits/bulk-body';
import { viewPermission } from '../../lib/resource/traits/element';
import { noteStory } from './generated-stories';
import { traits } from './issue';
import { issues } from './issue.resource';

const mayAddStories = authenticatedCan('add_us');

/** Makes a user story of an issue, which stays (userstories.md, Promotion). */
export const promotion: RestAction = {
  name: 'promoteToUserStory',
  rest: { method: 'POST', path: `/${traits.path}/:id/promote_to_user_story` },
  access: mayAddStories,
  checksAccess: true,
  handler: promote,
};

async function promote(request: RestRequest): Promise<Reply> {
  const { document: issue } = await forAction(issues, request, can(viewPermission(traits.noun)));
  const body = new BulkBody(request);
  await body.project();
  const { id: project } = body.permitted(mayAddStories);
  const { id, ref, subject, description, tags, owner, assigned_to, watches } = issue;
  const milestone = project === issue.project ? issue.milestone : null;
  const copied = { id, ref, subject, description, tags, owner, assigned_to, watches, attachments: issue.attachments.length };
  const comments = issue.total_comments;
  const story = await request.call('backlog.promote', { from: 'issue', project, milestone, comments, ...copied });
  await noteStory(request, issue.id, story);
  return ok([story.ref]);
}
