import type { SettingRemoval } from '../../../lib/contracts/setting-actions';
import type { SettingKind } from '../../../lib/contracts/project-context';
import type { Store } from '../../../lib/contracts/store';
import type { RestRequest } from '../../../lib/resource/request';
import type { Element } from '../../../lib/resource/traits/element';
import { dropCustomValue } from '../../../lib/resource/traits/element.internal';
import { settingOf } from '../../../lib/resource/traits/element.serialize';
import { closeStories } from '../userstories/userstory-closing';
import { storiesLeaveStatus, storiesLeaveSwimlane, storiesReplacePoints } from '../userstories/userstory-settings';

/** Statuses and the collection of their elements. */
const statuses: Partial<Record<SettingKind, string>> = { epic_statuses: 'epics', us_statuses: 'userstories', task_statuses: 'tasks' };
const customAttributes: Partial<Record<SettingKind, string>> = {
  epic_custom_attributes: 'epics',
  userstory_custom_attributes: 'userstories',
  task_custom_attributes: 'tasks',
};

type Placed = Element & { user_story?: number | null; milestone?: number | null };

const elementsOf = (store: Store, collection: string) => store.collection<Placed>(collection);

/** A setting was deleted (project-settings.md §3, §6). Versions stay, no history. */
export async function settingRemoved(request: RestRequest, removal: SettingRemoval): Promise<void> {
  const { project, kind, id, moveTo } = removal;
  const attribute = customAttributes[kind];
  if (attribute) return dropCustomValue(request.node.store, attribute, project, id);
  switch (kind) {
    case 'us_statuses':
      return storiesLeaveStatus(request, removal);
    case 'swimlanes':
      return storiesLeaveSwimlane(request, removal);
    case 'points':
      return storiesReplacePoints(request, removal);
    case 'task_statuses':
    case 'epic_statuses': {
      const filter = { project, status: id };
      const set = { status: moveTo };
      return statusFollows(request, { project, kind, status: moveTo }, filter, set);
    }
    default:
  }
}

/** `is_closed` of a status changed (project-settings.md §4). */
export async function settingChanged(
  request: RestRequest,
  { project, kind, id }: { project: number; kind: SettingKind; id: number },
): Promise<void> {
  if (kind === 'us_statuses') {
    const stories = await request.node.store.collection('userstories').find({ filter: { project, status: id }, fields: ['id'] });
    await closeStories(
      request,
      stories.map((story) => story.id as number),
    );
  } else if (statuses[kind]) await statusFollows(request, { project, kind, status: id }, { project, status: id }, {});
}

/** Sets `is_closed` of all elements that the filter selects to that of their status; stories follow their tasks. */
async function statusFollows(
  request: RestRequest,
  { project, kind, status }: { project: number; kind: SettingKind; status: number | null },
  filter: { project: number; status: number },
  set: Record<string, unknown>,
): Promise<void> {
  const collection = elementsOf(request.node.store, statuses[kind] as string);
  const context = await request.context(project);
  const is_closed = (context && settingOf(context, kind, status)?.is_closed) ?? false;
  const affected = await collection.find({ filter, fields: ['user_story', 'milestone'] });
  await collection.updateMany(filter, { set: { ...set, is_closed } });
  if (kind !== 'task_statuses') return;
  const stories = new Set(affected.flatMap(({ user_story }) => user_story ?? []));
  await closeStories(
    request,
    [...stories],
    affected.map(({ milestone }) => milestone ?? null),
  );
}
