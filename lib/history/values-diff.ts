import type { ValueNames } from '../contracts/changes';
import { equalJson, isObject } from '../resource/values';
import { textDifferenceHtml } from '../text/difference';

/** A built-in name in another language, or the name itself. */
export type Translate = (name: string) => string;

type Pair = [unknown, unknown];
type Keyed = Record<string, unknown> & { id: number };

const texts = new Set(['description', 'content', 'blocked_note']);
const named = new Set(['status', 'type', 'priority', 'severity', 'milestone', 'swimlane', 'user_story']);
const translated = new Set(['status', 'type', 'priority', 'severity']);
const people = new Set(['assigned_to', 'owner']);
const unshownAttachmentChanges = new Set(['filename', 'url', 'order', 'attached_file', 'thumbnail_file', 'id']);

/** The readable form of a diff (history.md, values_diff). */
export function valuesDiff(diff: Record<string, Pair>, names: ValueNames, translate: Translate): Record<string, unknown> {
  const readable: Record<string, unknown> = {};
  for (const [field, pair] of Object.entries(diff)) {
    const [key, value] = readableField(field, pair, names, translate);
    if (value !== null) readable[key] = value;
  }
  return readable;
}

/** The readable form that timelines tell; texts are only named (timeline.md, data). */
export function timelineDiff(diff: Record<string, Pair>, names: ValueNames, translate: Translate): Record<string, unknown> {
  const { description_html: _html, ...readable } = valuesDiff(diff, names, translate);
  if ('description_diff' in readable) readable.description_diff = translate('Check the history API for the exact diff');
  return readable;
}

function readableField(field: string, [before, after]: Pair, names: ValueNames, translate: Translate): [key: string, value: unknown] {
  if (texts.has(field)) return [`${field}_diff`, [null, textDifferenceHtml(textOf(before), textOf(after))]];
  if (named.has(field)) return [field, [before, after].map((id) => nameOf(names, field, id, translated.has(field) ? translate : same))];
  if (people.has(field)) return [field, [before, after].map((id) => nameOf(names, 'users', id, same))];
  if (field === 'assigned_users') return [field, [before, after].map((ids) => namesOf(names, ids))];
  if (field === 'points') return [field, pointsDiff(before, after, names, translate)];
  if (field === 'attachments') return [field, attachmentsDiff(listOf(before), listOf(after))];
  if (field === 'custom_attributes') return [field, attributesDiff(listOf(before), listOf(after))];
  if (field === 'watchers') return [field, null];
  return [field, [before, after]];
}

const same: Translate = (name) => name;
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const listOf = (value: unknown) => (Array.isArray(value) ? value : []) as Keyed[];

function nameOf(names: ValueNames, group: string, id: unknown, translate: Translate): string | null {
  if (typeof id !== 'number') return null;
  const name = names[group]?.[String(id)];
  return typeof name === 'string' ? translate(name) : null;
}

/** Full names joined by commas, in the order of the ids. */
function namesOf(names: ValueNames, ids: unknown): string | null {
  if (!Array.isArray(ids)) return null;
  const found = ids.map((id) => names.users?.[String(id)]).filter((name) => typeof name === 'string');
  return found.length === 0 ? null : found.join(', ');
}

function pointsDiff(before: unknown, after: unknown, names: ValueNames, translate: Translate): Record<string, unknown> | null {
  const [old, fresh] = [before ?? {}, after ?? {}] as Record<string, unknown>[];
  const changes: Record<string, unknown> = {};
  for (const role of new Set([...Object.keys(old ?? {}), ...Object.keys(fresh ?? {})])) {
    if (old?.[role] === fresh?.[role]) continue;
    const roleName = names.roles?.[role];
    changes[translate(typeof roleName === 'string' ? roleName : role)] = [old?.[role], fresh?.[role]].map((id) =>
      nameOf(names, 'points', id, translate),
    );
  }
  return Object.keys(changes).length === 0 ? null : changes;
}

interface Compared {
  added: Keyed[];
  removed: Keyed[];
  /** Items before and after. */
  kept: [Keyed, Keyed][];
}

function compared(before: readonly Keyed[], after: readonly Keyed[]): Compared {
  const byId = (list: readonly Keyed[]) => [...list].sort((left, right) => left.id - right.id);
  return {
    added: byId(after.filter(({ id }) => !before.some((item) => item.id === id))),
    removed: byId(before.filter(({ id }) => !after.some((item) => item.id === id))),
    kept: byId(after).flatMap((item) => {
      const old = before.find(({ id }) => id === item.id);
      return old && !equalJson(old, item) ? [[old, item]] : [];
    }),
  };
}

function attachmentsDiff(before: readonly Keyed[], after: readonly Keyed[]): Record<string, unknown> | null {
  const { added, removed, kept } = compared(before, after);
  const changed = kept.flatMap(([old, item]) => {
    const fields = Object.keys(item).filter((field) => !unshownAttachmentChanges.has(field) && !equalJson(old[field], item[field]));
    if (fields.length === 0) return [];
    const { filename, url } = item;
    return [
      {
        filename,
        url,
        thumb_url: thumbnailAddress(item),
        changes: Object.fromEntries(fields.map((field) => [field, [old[field], item[field]]])),
      },
    ];
  });
  return added.length + removed.length + changed.length === 0 ? null : { new: added, changed, deleted: removed };
}

/** A readable diff whose attachments that came or went have the address of their thumbnail, null for what is no image (timeline.md, data). */
export function withThumbnails(readable: Record<string, unknown>): Record<string, unknown> {
  const { attachments } = readable;
  if (!isObject(attachments)) return readable;
  const shown = (items: unknown) => (Array.isArray(items) ? items.map(withThumbnail) : items);
  return { ...readable, attachments: { ...attachments, new: shown(attachments.new), deleted: shown(attachments.deleted) } };
}

const withThumbnail = (item: unknown) => (isObject(item) ? { ...item, thumb_url: thumbnailAddress(item) || null } : item);

/** Beside the file itself; an empty text for what is no image. */
function thumbnailAddress({ url, attached_file, thumbnail_file }: Record<string, unknown>): string {
  if (typeof url !== 'string' || typeof attached_file !== 'string' || typeof thumbnail_file !== 'string') return '';
  return url.replace(attached_file, () => thumbnail_file);
}

function attributesDiff(before: readonly Keyed[], after: readonly Keyed[]): Record<string, unknown> | null {
  const { added, removed, kept } = compared(before, after);
  const changed = kept.map(([old, { name, type, value }]) => ({
    name,
    type,
    changes: { value: [old.value, value] },
    value_diff: valueDiff(type, old.value, value),
  }));
  const fresh = added.map((item) => ({ ...item, value_diff: valueDiff(item.type, '', item.value) }));
  return added.length + removed.length + changed.length === 0 ? null : { new: fresh, changed, deleted: removed };
}

/** An html difference; for checkboxes and numbers the pair itself. */
function valueDiff(type: unknown, before: unknown, after: unknown): unknown {
  if (type === 'checkbox' || type === 'number') return [before === '' ? null : before, after];
  return textDifferenceHtml(shownValue(before), shownValue(after));
}

const shownValue = (value: unknown) =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value);
