import type { RestRequest } from '../../../lib/resource/request';

/** Closes or opens sprints after something in them changed (milestones.md, Closing by itself). */
export async function recloseMilestones(
  request: RestRequest,
  milestones: readonly (number | null)[],
  options: { deletion?: boolean } = {},
): Promise<void> {
  void request;
  void milestones;
  void options;
}
