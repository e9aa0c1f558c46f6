import type { MilestoneIssues } from '../../lib/contracts/issue-actions';
import type { Store } from '../../lib/contracts/store';
import { changeQuietly } from '../../lib/resource/operations/quiet-change';
import { pushChange } from '../../lib/resource/push';
import type { RestRequest } from '../../lib/resource/request';
import { collectionName, type Issue } from './issue';
import { recordedIssues } from './issue.history';
import { recloseMilestones } from './milestone-closing';

const issuesOf = (store: Store) => store.collection<Issue>(collectionName);

/** Puts issues into a sprint, with a change entry each; their versions stay. */
export async function moveToMilestone(request: RestRequest, milestone: number | null, ids: readonly number[]): Promise<void> {
  const former = new Set<number | null>();
  const move = (issue: Issue) => {
    if (issue.milestone === milestone) return null;
    former.add(issue.milestone);
    return { milestone };
  };
  const moved = await changeQuietly(recordedIssues, request, ids, move, { pushed: true });
  const [first] = moved;
  if (first) pushChange(request, { project: first.project, type: 'change', matches: 'issues.issues', pk: [...ids] });
  if (moved.length > 0) await recloseMilestones(request, [milestone, ...former]);
}

/** As {@link moveToMilestone} for another service. @returns false, with nothing moved, when an issue isn't of the project */
export async function moveOwnToMilestone(
  request: RestRequest,
  { project, milestone, issues: ids }: { project: number; milestone: number; issues: readonly number[] },
): Promise<boolean> {
  const different = [...new Set(ids)];
  const found = await issuesOf(request.node.store).count({ id: { in: different }, project });
  if (found < different.length) return false;
  await moveToMilestone(request, milestone, different);
  return true;
}

/** How many issues each sprint has, and how many of them are open; two look-ups. */
export async function milestoneStates(store: Store, milestones: readonly number[]): Promise<MilestoneIssues[]> {
  const filter = { milestone: { in: milestones } };
  const [all, open] = await Promise.all([
    issuesOf(store).group({ by: 'milestone', filter }),
    issuesOf(store).group({ by: 'milestone', filter: { ...filter, is_closed: { ne: true } } }),
  ]);
  const openOf = new Map(open.map(({ key, count }) => [key, count]));
  return all.flatMap(({ key, count }) => (typeof key === 'number' ? [{ milestone: key, total: count, open: openOf.get(key) ?? 0 }] : []));
}

/** The issues of a deleted sprint are in none. */
export async function leaveMilestone(store: Store, project: number, milestone: number): Promise<void> {
  await issuesOf(store).updateMany({ project, milestone }, { set: { milestone: null } });
}
