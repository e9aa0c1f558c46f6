import { dueDateKeys, projectInfo, statusInfo } from '../../../lib/resource/traits/element.serialize';
import type { References, View } from '../../../lib/resource/view';
import { totalPoints } from './points.rules';
import { projectsOfEpics, shownEpics } from './shown-epics';
import { traits, type UserStory } from './userstory';

/** The cards that the light and the nested form need. */
export const lightReferences: References = { users: ['assigned_to'], projects: ['project'], epics: ['epics'] };

/** The fields of a story that the nested form needs. */
export const nestedFields: readonly (keyof UserStory & string)[] = [
  ...(['due_date', 'due_date_reason', 'assigned_to', 'status', 'project', 'ref', 'milestone', 'is_closed', 'created_date'] as const),
  ...(['modified_date', 'finish_date', 'subject', 'client_requirement', 'team_requirement', 'external_reference', 'version'] as const),
  ...(['is_blocked', 'blocked_note', 'backlog_order', 'sprint_order', 'kanban_order', 'epics', 'points'] as const),
];

/** The light form: what a dashboard shows of a story (userstories.md, Forms of a story). */
export function lightForm(story: UserStory, view: View): Record<string, unknown> {
  const context = view.project(story.project);
  return Object.assign(dueDateKeys(story, traits.statuses, view), {
    assigned_to: story.assigned_to,
    assigned_to_extra_info: view.basicUser(story.assigned_to),
    status: story.status,
    status_extra_info: statusInfo(context, traits.statuses, story.status, view),
    project: story.project,
    project_extra_info: projectInfo(context),
    id: story.id,
    ref: story.ref,
    milestone: story.milestone,
    is_closed: story.is_closed,
    created_date: story.created_date,
    modified_date: story.modified_date,
    finish_date: story.finish_date,
    subject: story.subject,
    client_requirement: story.client_requirement,
    team_requirement: story.team_requirement,
    external_reference: story.external_reference,
    version: story.version,
    is_blocked: story.is_blocked,
    blocked_note: story.blocked_note,
  });
}

/** What the nested form depends on beside the story and the day. */
export const nestedVaries = (story: UserStory, view: View): unknown[] => [
  ...view.shownIn(story, lightReferences),
  ...projectsOfEpics(story, view),
];

/** The form of a story within its sprint. */
export function nestedForm(story: UserStory, view: View): Record<string, unknown> {
  return Object.assign(lightForm(story, view), {
    backlog_order: story.backlog_order,
    sprint_order: story.sprint_order,
    kanban_order: story.kanban_order,
    epics: shownEpics(story, view),
    points: story.points,
    total_points: totalPoints(story, view.project(story.project)),
  });
}
