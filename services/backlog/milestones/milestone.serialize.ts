import { projectInfo } from '../../../lib/resource/traits/element.serialize';
import type { View } from '../../../lib/resource/view';
import { totalPoints } from '../userstories/points.rules';
import { nestedForm, nestedVaries } from '../userstories/userstory.light';
import type { UserStory } from '../userstories/userstory';
import type { LoadedStories } from './milestone-contents';
import type { Milestone } from './milestone';

/** The only form of a sprint, with its stories (milestones.md). */
export function milestoneForm(milestone: Milestone, view: View): Record<string, unknown> {
  const { stories, storyView } = view.loaded as LoadedStories;
  const own = stories.get(milestone.id) ?? [];
  const context = view.project(milestone.project);
  const points = (some: readonly UserStory[]) => sum(some.map((story) => totalPoints(story, context)));
  return {
    project: milestone.project,
    project_extra_info: projectInfo(context),
    id: milestone.id,
    name: milestone.name,
    slug: milestone.slug,
    owner: milestone.owner,
    estimated_start: milestone.estimated_start,
    estimated_finish: milestone.estimated_finish,
    created_date: milestone.created_date,
    modified_date: milestone.modified_date,
    closed: milestone.closed,
    disponibility: milestone.disponibility,
    order: milestone.order,
    user_stories: own.map((story) => nestedForm(story, storyView)),
    total_points: points(own),
    closed_points: points(own.filter(({ is_closed }) => is_closed)),
  };
}

/** What the form depends on beside the sprint and its project: its stories with what they show, and the day. */
export function varies(milestone: Milestone, view: View): unknown[] {
  const { stories, storyView } = view.loaded as LoadedStories;
  return [view.today, ...(stories.get(milestone.id) ?? []).flatMap((story) => [story, ...nestedVaries(story, storyView)])];
}

/** Null when there is no value. */
function sum(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
}
