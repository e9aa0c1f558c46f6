import type { ProjectContext, SettingKind } from '../../contracts/project-context';
import type { ValueNames } from '../../contracts/changes';
import type { Diff } from '../changes';
import type { HistoryDeclaration, RecordedResource } from '../define';
import type { RestRequest } from '../request';
import { settingOf } from './element.serialize';
import type { AttachmentFacts, Element } from './element';

/** Elements as those see them who change them on behalf of something else. */
export type RecordedElement<D extends Element> = Required<RecordedResource<D>>;

/** Where elements are, and what of them the history keeps. */
export const recordedElement = <D extends Element>(collection: string, history: HistoryDeclaration<D>): RecordedElement<D> => ({
  ...{ collection, history },
  parent: 'project',
  versioned: true,
});

/** An attachment as the history keeps it (history.md). */
export function frozenAttachments(attachments: readonly AttachmentFacts[]) {
  return attachments.map(({ id, filename, url, attached_file, thumbnail_file, is_deprecated, description, order }) => ({
    id,
    filename,
    url,
    attached_file,
    thumbnail_file,
    is_deprecated,
    description,
    order,
  }));
}

/** Values of custom attributes in the order of the project's attributes, only those that were ever given one; null is one too. */
export function frozenCustomAttributes(values: Record<string, unknown>, context: ProjectContext, kind: SettingKind) {
  return context.settings[kind].flatMap(({ id, name, type }) => {
    const value = values[String(id)];
    return value === undefined ? [] : [{ id, name, value, type }];
  });
}

/** The frozen values that stories, tasks, issues and epics share. */
export function frozenElement(element: Element, context: ProjectContext, customAttributes: SettingKind): Record<string, unknown> {
  return {
    ref: element.ref,
    owner: element.owner,
    status: element.status,
    subject: element.subject,
    description: element.description,
    description_html: element.description_html,
    assigned_to: element.assigned_to,
    attachments: frozenAttachments(element.attachments),
    tags: element.tags,
    is_blocked: element.is_blocked,
    blocked_note: element.blocked_note,
    blocked_note_html: element.blocked_note_html,
    custom_attributes: frozenCustomAttributes(element.custom_values, context, customAttributes),
  };
}

/** Names of the settings in a diff: `{status: {"3": "Done"}}`. */
export function settingNames(diff: Diff, context: ProjectContext, kinds: Record<string, SettingKind>): ValueNames {
  const names: ValueNames = {};
  for (const [field, kind] of Object.entries(kinds)) {
    const pairs = (diff[field] ?? []).flatMap((id) => {
      const item = typeof id === 'number' ? settingOf(context, kind, id) : undefined;
      return item ? [[String(item.id), item.name] as const] : [];
    });
    if (pairs.length > 0) names[field] = Object.fromEntries(pairs);
  }
  return names;
}

/** Names of the sprints in a diff of `milestone`. */
export async function milestoneNames(pair: Diff[string] | undefined, request: RestRequest): Promise<ValueNames> {
  const ids = [...(pair ?? [])].filter((id) => typeof id === 'number');
  if (ids.length === 0) return {};
  const cards = await request.node.caches.milestones.many(ids);
  return { milestone: Object.fromEntries([...cards.values()].map(({ id, name }) => [String(id), name])) };
}
