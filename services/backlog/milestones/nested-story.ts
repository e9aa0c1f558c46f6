import type { References, View } from '../../../lib/resource/view';
import { totalPoints } from '../userstories/points.rules';
import type { UserStory } from '../userstories/userstory';
import { lightForm, shownEpics } from '../userstories/userstory.serialize';

/** The cards that the form needs. */
export const nestedReferences: References = { users: ['assigned_to'], projects: ['project'], epics: ['epics'] };

/** The fields of a story that the form needs. */
export const nestedFields: readonly (keyof UserStory & string)[] = [
  ...(['due_date', 'due_date_reason', 'assigned_to', 'status', 'project', 'ref', 'milestone', 'is_closed', 'created_date'] as const),
  ...(['modified_date', 'finish_date', 'subject', 'client_requirement', 'team_requirement', 'external_reference', 'version'] as const),
  ...(['is_blocked', 'blocked_note', 'backlog_order', 'sprint_order', 'kanban_order', 'epics', 'points'] as const),
];

/** The form of a story within its sprint (userstories.md, Forms of a story). */
export function nestedForm(story: UserStory, view: View): Record<string, unknown> {
  return {
    ...lightForm(story, view),
    backlog_order: story.backlog_order,
    sprint_order: story.sprint_order,
    kanban_order: story.kanban_order,
    epics: shownEpics(story, view),
    points: story.points,
    total_points: totalPoints(story, view.project(story.project)),
  };
}
