import type { Hooks } from '../../lib/resource/define';
import type { Draft } from '../../lib/resource/draft';
import { removeAttachments } from '../../lib/resource/traits/attachments';
import { demandOwn, sameIn, useDefault } from '../../lib/resource/traits/element.rules';
import { now } from '../../lib/resource/values';
import { settings, traits, type Issue } from './issue';
import { recloseMilestones } from './milestone-closing';

type IssueDraft = Draft<Issue>;

/** What an issue does beyond being an element (issues.md). */
export const hooks: Hooks<Issue> = {
  prepare: async (draft) => {
    await followProject(draft);
    for (const { field, fallback } of settings) useDefault(draft, field, draft.context?.defaults[fallback] ?? null);
  },
  check: (draft) => {
    for (const { field } of settings) demandOwn(draft, field, traits, field);
    demandOwn(draft, 'milestone', traits, 'milestone');
  },
  beforeSave: ({ after }) => {
    after.finished_date = finishedDate(after);
  },
  afterSaveAll: async (drafts) => {
    if (drafts[0]) await recloseMilestones(drafts[0].request, drafts.flatMap(milestonesOf));
  },
  afterDestroy: async (draft) => {
    const { request, after } = draft;
    await Promise.all([
      recloseMilestones(request, [after.milestone], { deletion: true }),
      request.call('backlog.originRemoved', { issue: after.id }),
      removeAttachments(draft, 'issue'),
    ]);
  },
};

const milestonesOf = ({ before, after }: IssueDraft) => [before?.milestone ?? null, after.milestone];

/** Set when an issue is saved with a closed status, null with an open one. */
export function finishedDate({ is_closed, finished_date }: Pick<Issue, 'is_closed' | 'finished_date'>, at = now()): string | null {
  return is_closed ? (finished_date ?? at) : null;
}

/** In another project its settings of the same names count; a sprint that isn't there is left (userstories.md, Project moves). */
async function followProject({ request, before, after, context }: IssueDraft): Promise<void> {
  if (!before || before.project === after.project || !context) return;
  const old = await request.context(before.project);
  for (const { field, kind } of settings) after[field] = sameIn(context, old, kind, after[field]);
  const milestone = after.milestone === null ? null : await request.node.caches.milestones.one(after.milestone);
  if (milestone?.project !== after.project) after.milestone = null;
}
