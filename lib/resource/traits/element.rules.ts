import { apiError, rawError } from '../../errors';
import type { ProjectContext, SettingKind } from '../../contracts/project-context';
import type { FieldErrors, Hooks } from '../define';
import type { Document } from '../document';
import { contextOf, type Draft } from '../draft';
import { referencesIn } from '../../text/markdown';
import { membersMentioned, renderText } from '../rendering';
import { memberOf } from '../permissions';
import { now } from '../values';
import { takeAttachmentsAlong } from './attachments';
import { remarked, type Element, type ElementTraits, type Watched } from './element';
import { searchWords } from './element.search';
import { readTags, type SentTag } from './element.fields';
import { settingOf } from './element.serialize';

type ElementDraft = Draft<Element>;

/** The hooks that every element has; a kind's own come after them. */
export function elementHooks(traits: ElementTraits): Hooks<Element> {
  return {
    prepare: async (draft) => {
      await moveBetweenProjects(draft, traits);
      useDefault(draft, 'status', contextDefault(draft.context, traits));
      if (draft.before === null) draft.after.owner = draft.request.user?.id ?? null;
    },
    validate: async (draft, errors) => {
      demandMemberAssigned(draft, errors);
      await demandKnownWatchers(draft, errors);
    },
    check: (draft) => demandOwn(draft, 'status', traits, 'status'),
    beforeSave: async (draft) => {
      const { after } = draft;
      if (!after.is_blocked) after.blocked_note = '';
      if (draft.before && draft.comment !== '') after.total_comments = draft.before.total_comments + 1;
      after.is_closed = settingOf(contextOf(draft), traits.statuses, after.status)?.is_closed ?? false;
      await renderTexts(draft, ['description', 'blocked_note']);
      await watchBySelf(draft, ['description']);
      await learnTags(draft);
      Object.assign(after, searchWords(after));
    },
    afterSave: (draft) => takeAttachmentsAlong(draft, traits.kind),
  };
}

const contextDefault = (context: ProjectContext | null, traits: ElementTraits) => context?.defaults[traits.defaultStatus] ?? null;

/** Without a value (null too) the project's default one counts. */
export function useDefault(draft: { after: Record<string, unknown> }, field: string, value: number | null): void {
  draft.after[field] ??= value;
}

/** Settings keep their slug (or name) in the new project; what can't come along becomes the default or null (userstories.md, Project moves). */
async function moveBetweenProjects(draft: ElementDraft, traits: ElementTraits): Promise<void> {
  const { before, after, request } = draft;
  if (!before || before.project === after.project) return;
  if (!draft.context) throw rawError(400, 'PROJECT_MISSING', "The project doesn't exist");
  const old = await request.context(before.project);
  after.status = sameIn(draft.context, old, traits.statuses, after.status);
  after.custom_values = sameValuesIn(draft.context, old, traits.customAttributes, after.custom_values);
  after.ref = await refInNewProject(draft, traits);
}

/** The values of the attributes that the new project has too, by name; it would refuse an edit that holds any other. */
function sameValuesIn(
  target: ProjectContext,
  old: ProjectContext | null,
  kind: SettingKind,
  values: Element['custom_values'],
): Element['custom_values'] {
  const kept = Object.entries(values).flatMap(([id, value]) => {
    const same = sameIn(target, old, kind, Number(id));
    return same === null ? [] : [[String(same), value] as const];
  });
  return Object.fromEntries(kept);
}

/** The setting of the same slug (or name) in the new project; null when there is none. */
export function sameIn(target: ProjectContext, old: ProjectContext | null, kind: SettingKind, id: number | null): number | null {
  if (settingOf(target, kind, id)) return id;
  const item = old && settingOf(old, kind, id);
  const same = item && target.settings[kind].find((one) => (item.slug === undefined ? one.name === item.name : one.slug === item.slug));
  return same?.id ?? null;
}

const movedRefs = new WeakMap<object, Map<string, number>>();

/** A retried write keeps the ref that it took first. */
async function refInNewProject({ request, after }: ElementDraft, { kind }: ElementTraits): Promise<number> {
  const taken = movedRefs.get(request) ?? new Map<string, number>();
  movedRefs.set(request, taken);
  const key = `${kind}:${after.id}`;
  const ref = taken.get(key) ?? (await request.call('projects.takeRefs', { project: after.project, count: 1 }));
  taken.set(key, ref);
  return ref;
}

function demandMemberAssigned({ after, before, context, sent }: ElementDraft, errors: FieldErrors): void {
  if (after.assigned_to === null || !context || 'assigned_to' in errors) return;
  if (!sent.has('assigned_to') || before?.assigned_to === after.assigned_to) return;
  if (!memberOf(context, { id: after.assigned_to, isSuperuser: false })) errors.assigned_to = ['The user must be a project member.'];
}

/** Watchers must be members or watchers of the project (votes-watchers.md). */
export async function demandKnownWatchers(
  { after, context, sent, request }: Draft<Document & Watched>,
  errors: FieldErrors,
): Promise<void> {
  if (!sent.has('watchers') || !context) return;
  const wanted = (after.watchers ?? []) as number[];
  const strangers = wanted.filter((id) => !memberOf(context, { id, isSuperuser: false }));
  if (strangers.length === 0 && !('watchers' in errors)) return;
  const watching = new Set(await request.call('notifications.projectWatchers', { project: context.id }));
  if ('watchers' in errors || strangers.some((id) => !watching.has(id))) errors.watchers = ['Watchers contains invalid users'];
}

/**
 * Refuses a setting, sprint or story of another project: 403 for stories and issues, 400 for tasks and epics. In a move
 * to another project such a value was replaced before.
 * @throws
 */
export function demandOwn(
  draft: Pick<ElementDraft, 'foreign' | 'before' | 'after'>,
  field: string,
  { foreignStatus, title }: Pick<ElementTraits, 'foreignStatus' | 'title'>,
  shown: string,
): void {
  const moves = draft.before !== null && draft.before.project !== draft.after.project;
  if (moves || !draft.foreign.has(field)) return;
  const words = title.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  const message = `You don't have permissions to set this ${shown} to this ${words}.`;
  throw apiError(foreignStatus === 403 ? 'PERMISSION_DENIED' : 'WRONG_ARGUMENTS', message);
}

/** A document with Markdown fields on its way into the store. */
interface TextsDraft {
  request: ElementDraft['request'];
  before: Record<string, unknown> | null;
  after: Record<string, unknown>;
  context: ProjectContext | null;
}

/** Renders the Markdown fields that changed, or that show a changed subject of the element itself, into their `_html` twins. */
export async function renderTexts(draft: TextsDraft, fields: readonly string[]): Promise<void> {
  const { request, before, after } = draft;
  const { ref, subject } = after;
  const own = typeof ref === 'number' && typeof subject === 'string' ? { ref, subject } : undefined;
  for (const field of fields) {
    const text = after[field] as string;
    const moved = before?.project !== after.project;
    const renamed = own && before?.subject !== own.subject && referencesIn(text).includes(own.ref);
    if (before && !moved && !renamed && before[field] === text) continue;
    after[`${field}_html`] = (await renderText(request, contextOf(draft), text, own)).html;
  }
}

/** The watchers sent, the commenter and the members newly mentioned (votes-watchers.md, Watching by itself). */
export async function watchBySelf(draft: Draft<Document & Watched>, fields: readonly string[]): Promise<void> {
  const { request, before, after, context, comment, sent } = draft;
  const at = now();
  const record: Record<string, unknown> = after;
  let watches = after.watches;
  if (sent.has('watchers') && Array.isArray(record.watchers)) watches = remarked(watches, record.watchers as number[], at);
  delete record.watchers;
  const texts = [comment, ...fields.filter((field) => before?.[field] !== after[field]).map((field) => after[field] as string)].join('\n');
  const added = await membersMentioned(request, contextOf({ context }), texts);
  if (comment !== '' && request.user && !(await isSystemUser(request))) added.push(request.user.id);
  const present = new Set(watches.map(({ id }) => id));
  after.watches = [...watches, ...[...new Set(added)].filter((id) => !present.has(id)).map((id) => ({ id, at }))];
}

/** Code hosts write in the name of a user that is nobody (hooks.md). */
async function isSystemUser({ node, user }: Draft<Document>['request']): Promise<boolean> {
  return user !== null && (await node.caches.users.one(user.id))?.is_system === true;
}

/** Tags that the project doesn't know are added to it with the colour sent. */
async function learnTags(draft: ElementDraft): Promise<void> {
  const tags = freshTags(draft);
  if (tags.length > 0) await draft.request.call('projects.learnTags', { project: contextOf(draft).id, tags });
}

/** The tags of an element that its project doesn't know, with the colours that were sent. */
function freshTags(draft: ElementDraft): SentTag[] {
  const { after, body, sent } = draft;
  const known = new Set(contextOf(draft).tags_colors.map(([name]) => name));
  const colours = new Map(sent.has('tags') ? readTags(body.tags) : []);
  return after.tags.filter((tag) => !known.has(tag)).map((tag): SentTag => [tag, colours.get(tag) ?? null]);
}

/** Tells the project at once of the new tags of many elements in it, which then find them known. */
export async function learnTagsOf(drafts: readonly ElementDraft[]): Promise<void> {
  const [first] = drafts;
  const tags = new Map(drafts.flatMap(freshTags));
  if (!first || tags.size === 0) return;
  const project = contextOf(first).id;
  await first.request.call('projects.learnTags', { project, tags: [...tags] });
  const context = await first.request.context(project);
  if (context) for (const draft of drafts) draft.context = context;
}
