import type {
  DefaultKey,
  ProjectContext,
  ProjectModules,
  SettingItem,
  SettingKind,
  TagColor,
} from '../../../lib/contracts/project-context';
import type { RoleTemplate } from '../../../lib/contracts/membership-actions';
import type { Field } from '../../../lib/resource/fields';
import { memberPermissions } from '../../../lib/resource/permissions';
import { readBody } from '../../../lib/resource/read-body';
import { nextFreeSlug, slugify, slugOrNull } from '../../../lib/text/slug';
import { readTagNames, readTagsColors } from '../tags.rules';
import type { Project } from '../documents';
import { optionKinds, templateLists, type TemplateContents, type TemplateList, type TemplateSetting } from './template.document';

type Entry = Record<string, unknown>;

function entriesOf(list: unknown): Entry[] {
  return Array.isArray(list) ? list.filter((item): item is Entry => typeof item === 'object' && item !== null && !Array.isArray(item)) : [];
}

/**
 * The settings of one list of a template. Entries that a client couldn't have made by the settings' own resource, and
 * repeated names, are left out; slugs are made from the names, as at every save.
 * @param fields those of the settings' resource
 */
export function settingsIn(list: unknown, fields: Record<string, Field>): TemplateSetting[] {
  const { project: _project, slug, ...readable } = fields;
  const names = new Set<string>();
  const slugs = new Set<string>();
  const settings: TemplateSetting[] = [];
  for (const entry of entriesOf(list)) {
    const { values, errors } = readBody(readable, entry, 'create');
    const setting = values as TemplateSetting;
    if (Object.keys(errors).length > 0 || names.has(setting.name)) continue;
    names.add(setting.name);
    if (slug) setting.slug = nextFreeSlug(slugOrNull(setting.name), slugs);
    if (setting.slug !== undefined) slugs.add(setting.slug);
    settings.push(setting);
  }
  return settings;
}

/** The roles of a template; one that may do everything when there are none, since the owner needs one. */
export function rolesIn(contents: Pick<TemplateContents, 'roles' | 'default_owner_role'>): RoleTemplate[] {
  const slugs = new Set<string>();
  const roles = entriesOf(contents.roles)
    .filter(({ name }) => typeof name === 'string' && name !== '')
    .map((entry) => roleOf(entry, slugs));
  const { default_owner_role: owner } = contents;
  return roles.length > 0
    ? roles
    : [{ name: owner, slug: slugOrNull(owner), order: 10, computable: true, permissions: [...memberPermissions] }];
}

function roleOf(entry: Entry, taken: Set<string>): RoleTemplate {
  const { name, slug, order, computable, permissions } = entry;
  const given = typeof slug === 'string' ? slugify(slug) : '';
  const own = nextFreeSlug(given || slugOrNull(String(name)), taken);
  taken.add(own);
  return {
    name: String(name).slice(0, 200),
    slug: own,
    order: Number.isSafeInteger(order) ? (order as number) : 10,
    computable: computable !== false,
    permissions: permissionsIn(permissions),
  };
}

/** The permissions of a list that there are, in its order. */
function permissionsIn(list: unknown): string[] {
  return Array.isArray(list) ? [...new Set(list)].filter((item): item is string => memberPermissions.includes(item as string)) : [];
}

/** Ids of the settings that `default_options` names; null for names that there aren't. */
export function defaultsIn(options: unknown, settings: Record<SettingKind, readonly SettingItem[]>): Record<DefaultKey, number | null> {
  const names = typeof options === 'object' && options !== null ? (options as Entry) : {};
  const defaults: Partial<Record<DefaultKey, number | null>> = { default_swimlane: null };
  for (const [option, { key, kind }] of Object.entries(optionKinds)) {
    defaults[key] = settings[kind].find(({ name }) => name === names[option])?.id ?? null;
  }
  return defaults as Record<DefaultKey, number | null>;
}

/** Tags that a template brings, read leniently as its other lists. */
export function tagsIn(contents: Pick<TemplateContents, 'tags' | 'tags_colors'>): { tags: string[]; tags_colors: TagColor[] } {
  const lenient = <Value>(read: (value: unknown) => Value[], value: unknown): Value[] => {
    try {
      return read(value);
    } catch {
      return [];
    }
  };
  return { tags: lenient(readTagNames, contents.tags ?? null), tags_colors: lenient(readTagsColors, contents.tags_colors ?? null) };
}

const moduleKeys = [
  'is_contact_activated',
  'is_epics_activated',
  'is_backlog_activated',
  'is_kanban_activated',
  'is_wiki_activated',
  'is_issues_activated',
] as const satisfies (keyof ProjectModules)[];

/** The project as a pattern of others (projects.md §1, §9). Swimlanes are no part of it. */
export function contentsOf(project: Project, context: ProjectContext): TemplateContents {
  const lists = Object.entries(templateLists).map(([list, kind]) => [list, context.settings[kind].map(withoutOwner)]);
  const options = Object.entries(optionKinds).map(([option, { key, kind }]) => [option, nameOf(context, kind, project[key])]);
  const modules = moduleKeys.map((key) => [key, project[key]]);
  return {
    ...(Object.fromEntries(lists) as Record<TemplateList, unknown>),
    ...(Object.fromEntries(modules) as ProjectModules),
    default_owner_role: ownerRole(project, context),
    videoconferences: project.videoconferences,
    videoconferences_extra_data: project.videoconferences_extra_data,
    default_options: Object.fromEntries(options),
    roles: context.roles.map(({ id: _id, ...role }) => role),
    tags: project.tags,
    tags_colors: project.tags_colors,
    is_looking_for_people: project.is_looking_for_people,
    looking_for_people_note: project.looking_for_people_note,
  };
}

function withoutOwner({
  id: _id,
  project: _project,
  created_date: _created,
  modified_date: _modified,
  ...setting
}: SettingItem): TemplateSetting {
  return setting;
}

function nameOf(context: ProjectContext, kind: SettingKind, id: number | null): string | null {
  return context.settings[kind].find((item) => item.id === id)?.name ?? null;
}

/** Slug of the owner's role; of the first role when the owner has none. */
function ownerRole(project: Project, context: ProjectContext): string {
  const membership = context.members.find(({ user }) => user === project.owner);
  const role = context.roles.find(({ id }) => id === membership?.role) ?? context.roles[0];
  return role?.slug ?? '';
}
