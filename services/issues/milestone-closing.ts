import type { RestRequest } from '../../lib/resource/request';

/** Has the sprints closed or opened after something about their issues changed (milestones.md, Closing by itself). */
export async function recloseMilestones(
  request: Pick<RestRequest, 'call'>,
  milestones: readonly (number | null)[],
  { deletion = false }: { deletion?: boolean } = {},
): Promise<void> {
  const changed = [...new Set(milestones)].filter((id) => id !== null);
  if (changed.length > 0) await request.call('backlog.recloseMilestones', { milestones: changed, deletion });
}
