import type { ProjectContext } from '../../../lib/contracts/project-context';
import type { View } from '../../../lib/resource/view';
import * as csv from '../../../lib/resource/traits/csv.actions';
import { pointsByRole, totalPoints } from './points.rules';
import { userStories } from './userstory.resource';
import { traits, type UserStory } from './userstory';

type Column = csv.CsvColumn<UserStory>;

const assignees: readonly Column[] = [
  ['assigned_users', (story, view) => peopleOf(story, view, 'username')],
  ['assigned_users_full_name', (story, view) => peopleOf(story, view, 'full_name_display')],
];

function peopleOf({ assignees: ids }: UserStory, view: View, key: 'username' | 'full_name_display'): string {
  return (ids ?? []).flatMap((id) => view.user(id)?.[key] ?? []).join(',');
}

const roleColumns = (context: ProjectContext): Column[] =>
  context.roles
    .filter(({ computable }) => computable)
    .map(({ id, slug }) => [`${slug}-points`, (story, view) => pointsByRole(story, view.project(story.project))[String(id)] ?? null]);

/** The columns of a project's stories. */
const columns = (context: ProjectContext): readonly Column[] => [
  ...csv.subjectColumns,
  ...csv.sprintColumns,
  ...csv.peopleColumns,
  ...assignees,
  ['status', csv.settingName('status', 'us_statuses')],
  ['is_closed', ({ is_closed }) => is_closed],
  ['swimlane', csv.settingName('swimlane', 'swimlanes')],
  ...roleColumns(context),
  ['total-points', (story, view) => totalPoints(story, view.project(story.project))],
  ['backlog_order', ({ backlog_order }) => backlog_order],
  ['sprint_order', ({ sprint_order }) => sprint_order],
  ['kanban_order', ({ kanban_order }) => kanban_order],
  ...csv.dateColumns,
  ['finish_date', ({ finish_date }) => finish_date],
  ['client_requirement', ({ client_requirement }) => client_requirement],
  ['team_requirement', ({ team_requirement }) => team_requirement],
  ['generated_from_issue', ({ generated_from_issue }) => generated_from_issue],
  ['generated_from_task', ({ generated_from_task }) => generated_from_task],
  ['from_task_ref', ({ from_task_ref }) => from_task_ref],
  ...csv.markColumns,
  ...csv.dueColumns,
];

export const csvAction = csv.csvAction(userStories, traits, 'userstories', columns);
