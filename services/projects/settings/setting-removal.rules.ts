import { apiError, notFound } from '../../../lib/errors';
import type { DefaultKey, SettingKind } from '../../../lib/contracts/project-context';
import { demandWritable, demand, projectAdministrator } from '../../../lib/resource/access';
import { contextOf, type Draft } from '../../../lib/resource/draft';
import { parsedId } from '../../../lib/resource/values';
import { pushSetting } from './setting-push';
import type { Setting } from './setting';

/** The project's default that names a setting of the kind. */
const defaultOf: Partial<Record<SettingKind, DefaultKey>> = {
  epic_statuses: 'default_epic_status',
  us_statuses: 'default_us_status',
  points: 'default_points',
  task_statuses: 'default_task_status',
  issue_statuses: 'default_issue_status',
  issue_types: 'default_issue_type',
  priorities: 'default_priority',
  severities: 'default_severity',
  swimlanes: 'default_swimlane',
};

/** Settings that issues have; most others are of the backlog's elements. */
const ofIssues: ReadonlySet<SettingKind> = new Set<SettingKind>([
  'issue_statuses',
  'issue_types',
  'priorities',
  'severities',
  'issue_custom_attributes',
]);
/** No element points to these. */
const dueDates: ReadonlySet<SettingKind> = new Set<SettingKind>(['us_duedates', 'task_duedates', 'issue_duedates']);

/** @throws 400 without `moveTo`, 404 for an unknown one, 400 for one of another project (project-settings.md §3) */
export async function demandMoveTarget(draft: Draft<Setting>, kind: SettingKind, title: string): Promise<void> {
  const { request, after } = draft;
  const wanted = request.query.moveTo;
  if (wanted === undefined || wanted === '') throw apiError('BAD_REQUEST', "Query param 'moveTo' is required");
  const id = parsedId(wanted);
  if (id === after.id) throw apiError('BAD_REQUEST', 'The elements cannot be moved to what is being deleted');
  if (contextOf(draft).settings[kind].some((item) => item.id === id)) return;
  const project = id === null ? null : await request.call('projects.projectOfSetting', { kind, id });
  const context = await request.context(project);
  if (!context) throw notFound(title);
  demand(projectAdministrator, { user: request.user, context, document: null, body: {} });
  demandWritable(context);
  throw apiError('BAD_REQUEST', 'The elements cannot be moved to another project');
}

/** Elements with the removed setting, and the project's default, get the one named by `moveTo`, or none. */
export async function elementsFollowRemoval(draft: Draft<Setting>, kind: SettingKind): Promise<void> {
  const { request, after } = draft;
  const moveTo = parsedId(request.query.moveTo);
  const key = defaultOf[kind];
  if (key) await request.node.store.collection('projects').updateOne({ id: after.project, [key]: after.id }, { set: { [key]: moveTo } });
  await request.node.invalidate({ projects: [after.project] }, key ? ['project', kind] : [kind]);
  const removal = { project: after.project, kind, id: after.id, moveTo };
  if (ofIssues.has(kind)) await request.call('issues.settingRemoved', removal);
  else if (!dueDates.has(kind)) await request.call('backlog.settingRemoved', removal);
  pushSetting(draft, kind, true);
}

/** Elements are closed and opened anew after their status was changed (project-settings.md §4). */
export async function elementsFollowChange({ request, before, after }: Draft<Setting>, kind: SettingKind): Promise<void> {
  if (before?.is_closed === after.is_closed) return;
  const change = { project: after.project, kind, id: after.id };
  if (kind === 'issue_statuses') await request.call('issues.settingChanged', change);
  else await request.call('backlog.settingChanged', change);
}
