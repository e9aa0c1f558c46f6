import type { BacklogFindings, BacklogSearchKind, FoundStory, SearchRequest } from '../../../lib/contracts/search';
import type { RestRequest } from '../../../lib/resource/request';
import { bestElements, foundElement } from '../../../lib/resource/traits/element.search';
import { totalPoints } from '../userstories/points.rules';
import type { UserStory } from '../userstories/userstory';

/** Epics, stories and tasks of a project that fit a search best; one look-up for each kind (misc.md, Search). */
export async function search(request: RestRequest, wanted: SearchRequest & { kinds: BacklogSearchKind[] }): Promise<BacklogFindings> {
  const findings: BacklogFindings = {};
  const { store } = request.node;
  await Promise.all(
    wanted.kinds.map(async (kind) => {
      if (kind === 'userstories') findings.userstories = await foundStories(request, wanted);
      else findings[kind] = (await bestElements(store, kind, wanted)).map(foundElement);
    }),
  );
  return findings;
}

async function foundStories(request: RestRequest, wanted: SearchRequest): Promise<FoundStory[]> {
  const context = await request.context(wanted.project);
  if (!context) return [];
  const stories = await bestElements<UserStory>(request.node.store, 'userstories', wanted, ['points', 'milestone']);
  const sprints = await request.node.caches.milestones.many(stories.flatMap(({ milestone }) => milestone ?? []));
  return stories.map((story) => {
    const { id, ref, subject, status, milestone } = story;
    const sprint = milestone === null ? undefined : sprints.get(milestone);
    const names = { milestone_name: sprint?.name ?? null, milestone_slug: sprint?.slug ?? null };
    return { id, ref, subject, status, total_points: totalPoints(story, context), ...names };
  });
}
