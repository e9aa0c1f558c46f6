import type { SettingRemoval } from '../../lib/contracts/setting-actions';
import type { SettingKind } from '../../lib/contracts/project-context';
import type { Filter } from '../../lib/contracts/store';
import type { RestRequest } from '../../lib/resource/request';
import { dropCustomValue } from '../../lib/resource/traits/element.internal';
import { settingOf } from '../../lib/resource/traits/element.serialize';
import { now } from '../../lib/resource/values';
import { collectionName, settings, traits, type Issue } from './issue';
import { recloseMilestones } from './milestone-closing';

interface Setting {
  project: number;
  kind: SettingKind;
  id: number;
}

const issuesOf = (request: RestRequest) => request.node.store.collection<Issue>(collectionName);

/** A setting was deleted (project-settings.md §3). Versions stay, no history. */
export async function settingRemoved(request: RestRequest, { project, kind, id, moveTo }: SettingRemoval): Promise<void> {
  if (kind === traits.customAttributes) return dropCustomValue(request.node.store, collectionName, project, id);
  if (kind === traits.statuses) return leaveStatus(request, { project, kind, id: moveTo }, id);
  const setting = settings.find((one) => one.kind === kind);
  if (setting) await issuesOf(request).updateMany({ project, [setting.field]: id }, { set: { [setting.field]: moveTo } });
}

/** `is_closed` of a status changed: its issues follow, their dates stay (project-settings.md §4). */
export async function settingChanged(request: RestRequest, { project, kind, id }: Setting): Promise<void> {
  if (kind !== traits.statuses) return;
  const filter = { project, status: id };
  await issuesOf(request).updateMany(filter, { set: { is_closed: await isClosed(request, project, id) } });
  await recloseMilestonesOf(request, filter);
}

/** Issues of a deleted status get the other one, and are finished or not as that says. */
async function leaveStatus(request: RestRequest, target: Omit<Setting, 'id'> & { id: number | null }, id: number): Promise<void> {
  const { project, id: status } = target;
  const filter = { project, status: id };
  const is_closed = await isClosed(request, project, status);
  const milestones = await milestonesOf(request, filter);
  const collection = issuesOf(request);
  if (is_closed) await collection.updateMany({ ...filter, finished_date: null }, { set: { finished_date: now() } });
  await collection.updateMany(filter, { set: { status, is_closed, ...(is_closed ? {} : { finished_date: null }) } });
  await recloseMilestones(request, milestones);
}

async function isClosed(request: RestRequest, project: number, status: number | null): Promise<boolean> {
  const context = await request.context(project);
  return (context && settingOf(context, traits.statuses, status)?.is_closed) ?? false;
}

async function milestonesOf(request: RestRequest, filter: Filter): Promise<number[]> {
  const milestones = await issuesOf(request).distinct('milestone', filter);
  return milestones.filter((id) => typeof id === 'number');
}

async function recloseMilestonesOf(request: RestRequest, filter: Filter): Promise<void> {
  await recloseMilestones(request, await milestonesOf(request, filter));
}
