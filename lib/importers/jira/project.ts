import type { DumpMilestone, DumpProject, DumpSetting } from '../../dumps/types';
import { dateIn, dayIn, recordIn, recordsIn, textIn, type Json } from '../read';
import { projectOf, uniqueNames, type ProjectWishes } from '../template';
import type { JiraCensus } from './census';
import { jiraKinds, kindOfType, type JiraKind, type JiraProjectType } from './kinds';

/** Name of the role that people of Jira get. */
export const jiraRole = 'Main';

const statusLists: Readonly<Record<JiraKind, [list: string, standard: string]>> = {
  epic: ['epic_statuses', 'default_epic_status'],
  userstory: ['us_statuses', 'default_us_status'],
  task: ['task_statuses', 'default_task_status'],
  issue: ['issue_statuses', 'default_issue_status'],
};

/** The points of stories that aren't estimated. */
const unestimated = '?';

/** The name of a number of points. */
export const pointsName = (points: number | null): string => (points === null ? unestimated : String(points));

/** The project of a project or board (importers.md, Jira), once all issues are known. */
export function jiraProject(template: Json, census: JiraCensus, wishes: ProjectWishes): DumpProject {
  const project = projectOf(template, jiraRole, wishes);
  const roles = project.roles?.filter(({ name }) => name === jiraRole).map((role) => ({ ...role, computable: true }));
  const points = [null, ...census.points].map((value, index): DumpSetting => ({ name: pointsName(value), order: index + 1, value }));
  const { statuses } = census.setting;
  const hasEpics = statuses.epic.length > 0;
  return {
    ...project,
    ...(hasEpics && { is_epics_activated: true }),
    ...(statuses.issue.length > 0 && { is_issues_activated: true }),
    roles,
    points,
    default_points: unestimated,
    ...Object.fromEntries(jiraKinds.flatMap((kind) => statusesOf(kind, statuses[kind]))),
    ...Object.fromEntries(jiraKinds.map((kind) => [`${kind}customattributes`, attributesOf(kind, census)])),
  };
}

/** None of them is closed: Jira doesn't say which are. Without any, those of the template stay. */
function statusesOf(kind: JiraKind, names: readonly string[]): [string, unknown][] {
  if (names.length === 0) return [];
  const [list, standard] = statusLists[kind];
  const more = kind === 'userstory' ? { is_archived: false, wip_limit: null } : {};
  const statuses = names.map((name, index) => ({ name, order: index + 1, is_closed: false, color: '#999999', ...more }));
  return [
    [list, statuses],
    [standard, names[0]],
  ];
}

const attributesOf = (kind: JiraKind, census: JiraCensus): DumpSetting[] =>
  census.attributesOf(kind).map(({ name, type }, index) => ({ name, type, description: '', order: index + 1 }));

/** The statuses of each kind by the statuses of its types. @param types of `GET /project/{id}/statuses` */
export function statusesOfTypes(types: readonly Json[], projectType: JiraProjectType): Record<JiraKind, string[]> {
  const found: Record<JiraKind, string[]> = { epic: [], userstory: [], task: [], issue: [] };
  for (const type of types) {
    const names = found[kindOfType(type, projectType)];
    for (const { name } of recordsIn(type.statuses)) if (textIn(name) !== '' && !names.includes(textIn(name))) names.push(textIn(name));
  }
  return found;
}

/** The columns of a board are the statuses of all kinds. @param configuration of `GET /board/{id}/configuration` */
export function statusesOfColumns(configuration: Json): { names: string[]; columns: Map<string, string> } {
  const columns = recordsIn(recordIn(configuration.columnConfig).columns);
  const names = uniqueNames(
    columns.map(({ name }) => textIn(name)),
    255,
  );
  const byStatus = columns.flatMap((column, index) =>
    recordsIn(column.statuses).map(({ id }) => [textIn(id), names[index] ?? ''] as const),
  );
  return { names, columns: new Map(byStatus) };
}

const fortnight = 14 * 86_400_000;

/** The sprints of a board. Those that haven't begun have no dates: they follow on one another. @param today `2030-01-31` */
export function jiraSprints(census: JiraCensus, today: string): DumpMilestone[] {
  let free = today;
  return census.setting.sprints.map((sprint) => {
    const start = dayIn(sprint.startDate) ?? free;
    const finish =
      dayIn(sprint.endDate) ?? dayIn(sprint.completeDate) ?? dayIn(new Date(Date.parse(start) + fortnight).toISOString()) ?? start;
    if (finish > free) free = finish;
    return {
      name: census.sprintNames.get(textIn(sprint.id)) ?? '',
      estimated_start: start,
      estimated_finish: finish < start ? start : finish,
      closed: sprint.state === 'closed',
      created_date: dateIn(sprint.startDate) ?? undefined,
    };
  });
}
