import { detailKeys, dueDateKeys, elementKeys, elementVaries } from '../../../lib/resource/traits/element.serialize';
import type { View } from '../../../lib/resource/view';
import { totalPoints } from './points.rules';
import { placeInEpic, projectsOfEpics, shownEpics } from './shown-epics';
import { lightForm } from './userstory.light';
import type { StoryTask } from '../tasks/tasks-of-stories';
import { traits, type UserStory } from './userstory';

/** A task on a story's card. */
export interface TaskOnCard {
  id: number;
  ref: number;
  subject: string;
  status_id: number | null;
  is_blocked: boolean;
  is_iocaine: boolean;
  is_closed: boolean;
}

/** What `load` reads for the stories of an answer: their tasks as they are stored. */
export type LoadedTasks = { tasks?: ReadonlyMap<number, readonly StoryTask[]> };

const tasksOf = (story: UserStory, view: View): readonly StoryTask[] => (view.loaded as LoadedTasks).tasks?.get(story.id) ?? [];

const taskOnCard = ({ id, ref, subject, status, is_blocked, is_iocaine, is_closed }: StoryTask): TaskOnCard => ({
  id,
  ref,
  subject,
  status_id: status,
  is_blocked,
  is_iocaine,
  is_closed,
});

/** The form in a list: `only_ref` and `dashboard` ask for less (userstories.md, Forms of a story). */
export function listForm(story: UserStory, view: View): Record<string, unknown> {
  if (view.asksFor('only_ref')) return { id: story.id, ref: story.ref };
  return view.asksFor('dashboard') ? lightForm(story, view) : fullForm(story, view);
}

function fullForm(story: UserStory, view: View): Record<string, unknown> {
  const context = view.project(story.project);
  const milestone = view.milestone(story.milestone);
  return Object.assign(elementKeys(story, view, traits.statuses), dueDateKeys(story, traits.statuses, view), {
    milestone: story.milestone,
    milestone_slug: milestone?.slug ?? null,
    milestone_name: milestone?.name ?? null,
    finish_date: story.finish_date,
    points: story.points,
    total_points: totalPoints(story, context),
    backlog_order: story.backlog_order,
    sprint_order: story.sprint_order,
    kanban_order: story.kanban_order,
    client_requirement: story.client_requirement,
    team_requirement: story.team_requirement,
    external_reference: story.external_reference,
    tribe_gig: null,
    assigned_users: assignedUsers(story),
    swimlane: story.swimlane,
    tasks: tasksOf(story, view).map(taskOnCard),
    total_attachments: story.attachments.length,
    total_comments: story.total_comments,
    generated_from_issue: story.generated_from_issue,
    generated_from_task: story.generated_from_task,
    origin_issue: story.origin_issue,
    origin_task: story.origin_task,
    from_task_ref: story.from_task_ref,
    epics: shownEpics(story, view),
    epic_order: placeInEpic(story, view),
    comment: '',
  });
}

/** The detail form, without neighbors. */
export function detailForm(story: UserStory, view: View): Record<string, unknown> {
  return Object.assign(fullForm(story, view), detailKeys(story));
}

/** What the forms depend on beside the story and its cards. */
export function varies(story: UserStory, view: View): unknown[] {
  const form = [view.asksFor('only_ref'), view.asksFor('dashboard'), placeInEpic(story, view)];
  return [...elementVaries(story, view), ...form, ...tasksOf(story, view), ...projectsOfEpics(story, view)];
}

/** All assigned people: `assigned_to` is one of them. */
export function assignedUsers({ assigned_users, assigned_to }: Pick<UserStory, 'assigned_users' | 'assigned_to'>): number[] {
  return assigned_to === null || assigned_users.includes(assigned_to) ? assigned_users : [...assigned_users, assigned_to];
}
