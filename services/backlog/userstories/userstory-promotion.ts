import type { GeneratedStory } from '../../../lib/contracts/issue-actions';
import type { Promotion } from '../../../lib/contracts/promotion-actions';
import { apiError } from '../../../lib/errors';
import { followingDraft } from '../../../lib/resource/draft';
import { insertDraft, newDocument } from '../../../lib/resource/operations/create';
import type { RestRequest } from '../../../lib/resource/request';
import { userStories } from './userstory.resource';
import type { Origin, UserStory } from './userstory';

/** Makes a story of a task or an issue (userstories.md, Promotion). */
export async function promote(request: RestRequest, promotion: Promotion): Promise<GeneratedStory> {
  const context = await request.context(promotion.project);
  if (!context) throw apiError('NOT_FOUND');
  const after = newDocument(userStories, { ...copied(promotion), status: context.defaults.default_us_status });
  await insertDraft(userStories, followingDraft({ request, before: null, after, context }));
  await copyBelongings(request, promotion, after);
  return { id: after.id, ref: after.ref, subject: after.subject };
}

async function copyBelongings(request: RestRequest, promotion: Promotion, { id: object, project }: UserStory): Promise<void> {
  const way = { from: { kind: promotion.from, object: promotion.id }, to: { kind: 'userstory' as const, object, project } };
  if (promotion.attachments > 0) await request.call('attachments.copy', way);
  if (promotion.comments > 0) await request.call('history.copyComments', way);
}

function copied(promotion: Promotion): Record<string, unknown> {
  const { from, id, ref, subject, assigned_to, watches, votes = [], attachments: _files, comments, ...rest } = promotion;
  const origin: Origin = { id, ref, subject };
  return {
    ...rest,
    subject,
    assigned_users: assigned_to === null ? [] : [assigned_to],
    watches,
    votes,
    total_voters: votes.length,
    total_comments: comments,
    ...(from === 'issue' ? { generated_from_issue: id, origin_issue: origin } : { from_task_ref: `Task #${ref}` }),
  };
}
