import type { ProjectContext, SettingItem, SettingKind } from '../../contracts/project-context';
import type { View } from '../view';
import { marked, type Element, type UserMark } from './element';

const dueSoonDays = 14;
const day = 86_400_000;

/** `{name, slug, logo_small_url, id}` of the project. */
export function projectInfo(context: ProjectContext) {
  return { name: context.name, slug: context.slug, logo_small_url: context.logo_small_url, id: context.id };
}

/** `{name, color, is_closed}` of a status, in the request's language; null without one. */
export function statusInfo(context: ProjectContext, kind: SettingKind, status: number | null, view: View) {
  const item = settingOf(context, kind, status);
  return item ? { name: view.text(item.name), color: item.color, is_closed: item.is_closed } : null;
}

/** A setting of the project by id. */
export function settingOf(context: ProjectContext, kind: SettingKind, id: number | null): SettingItem | undefined {
  return id === null ? undefined : context.settings[kind].find((item) => item.id === id);
}

const coloursByContext = new WeakMap<ProjectContext, ReadonlyMap<string, string | null>>();

function coloursOf(context: ProjectContext): ReadonlyMap<string, string | null> {
  let colours = coloursByContext.get(context);
  if (!colours) coloursByContext.set(context, (colours = new Map(context.tags_colors)));
  return colours;
}

/** Tags as pairs with the project's colours. */
export function tagPairs(tags: readonly string[], context: ProjectContext): [string, string | null][] {
  if (tags.length === 0) return [];
  const colours = coloursOf(context);
  return tags.map((tag) => [tag, colours.get(tag) ?? null]);
}

/** State of a due date, days counted in UTC (userstories.md, Due dates). */
export function dueDateStatus(date: string | null, closed: boolean, today: string): string {
  if (date === null) return 'not_set';
  if (closed) return 'no_longer_applicable';
  if (date < today) return 'past_due';
  return Date.parse(date) - Date.parse(today) <= dueSoonDays * day ? 'due_soon' : 'set';
}

/** Watchers as every watchable element shows them. */
export function watcherKeys(watches: readonly UserMark[], view: View) {
  const watchers = marked(watches);
  const user = view.facts.user?.id;
  return { watchers, total_watchers: watchers.length, is_watcher: user !== undefined && watchers.includes(user) };
}

/** Votes as every voted element shows them. */
export function voterKeys(element: Pick<Element, 'votes'>, view: View) {
  const user = view.facts.user?.id;
  return { is_voter: user !== undefined && element.votes.some(({ id }) => id === user), total_voters: element.votes.length };
}

/**
 * Keys that the list forms of all elements share (userstories.md, Forms). A new object, for `Object.assign` to add to: a
 * literal with spreads of so many keys costs as much as ten of them.
 */
export function elementKeys(element: Element, view: View, statuses: SettingKind) {
  const context = view.project(element.project);
  const form = {
    tags: tagPairs(element.tags, context),
    attachments: shownAttachments(element, view),
    project: element.project,
    project_extra_info: projectInfo(context),
    status: element.status,
    status_extra_info: statusInfo(context, statuses, element.status, view),
    assigned_to: element.assigned_to,
    assigned_to_extra_info: view.basicUser(element.assigned_to),
    owner: element.owner,
    owner_extra_info: view.basicUser(element.owner),
    id: element.id,
    ref: element.ref,
    created_date: element.created_date,
    modified_date: element.modified_date,
    subject: element.subject,
    version: element.version,
    is_blocked: element.is_blocked,
    blocked_note: element.blocked_note,
    is_closed: element.is_closed,
  };
  return Object.assign(form, watcherKeys(element.watches, view), voterKeys(element, view));
}

/** Keys of elements that can be due. */
export function dueDateKeys(element: Element, statuses: SettingKind, view: View) {
  const closed = settingOf(view.project(element.project), statuses, element.status)?.is_closed ?? false;
  return {
    due_date: element.due_date,
    due_date_reason: element.due_date_reason,
    due_date_status: dueDateStatus(element.due_date, closed, view.today),
  };
}

/** Keys that the detail forms add. */
export function detailKeys(element: Element) {
  return {
    comment: '',
    blocked_note_html: element.blocked_note_html,
    description: element.description,
    description_html: element.description_html,
  };
}

/** Attachments on cards: asked for with `include_attachments`, not the deprecated ones, by order. */
function shownAttachments(element: Element, view: View): Record<string, unknown>[] {
  if (!view.asksFor('include_attachments')) return [];
  return element.attachments
    .filter(({ is_deprecated }) => !is_deprecated)
    .sort((left, right) => left.order - right.order || left.id - right.id)
    .map(({ id, attached_file, thumbnail_card_url }) => ({ id, attached_file, thumbnail_card_url }));
}

/** What the forms of every element vary by: the requester's vote and watch, the day, and whether attachments are shown. */
export function elementVaries(element: Element, view: View): unknown[] {
  const user = view.facts.user?.id;
  const by = (marks: readonly UserMark[]) => user !== undefined && marks.some(({ id }) => id === user);
  const showsAttachments = element.attachments.length > 0 && view.asksFor('include_attachments');
  return [by(element.votes), by(element.watches), view.today, showsAttachments];
}
