import type { DumpProject, DumpRole, DumpSetting } from '../dumps/types';
import { memberPermissions, viewPermissions } from '../resource/permissions';
import { recordIn, recordsIn, textsIn, type Json } from './read';

/** What the importing user asked for of the new project. */
export interface ProjectWishes {
  name: string;
  description: string;
  isPrivate: boolean;
}

type ListKey = 'points' | 'us_statuses' | 'us_duedates' | 'epic_statuses' | 'task_statuses' | 'task_duedates' | 'issue_statuses';
type OtherListKey = 'issue_duedates' | 'issue_types' | 'priorities' | 'severities';

const lists: readonly (ListKey | OtherListKey)[] = [
  'points',
  'us_statuses',
  'us_duedates',
  'epic_statuses',
  'task_statuses',
  'task_duedates',
  'issue_statuses',
  'issue_duedates',
  'issue_types',
  'priorities',
  'severities',
];

const modules = ['epics', 'backlog', 'kanban', 'wiki', 'issues'] as const;

const defaults = ['points', 'epic_status', 'us_status', 'task_status', 'issue_status', 'issue_type', 'priority', 'severity'] as const;

/**
 * A new project of a template, in the form of a dump, with a further role for the people of the outside system. The
 * visible part of a public project is that of any new public one (importers.md, Common).
 * @param template as it is stored: lists of settings, `default_options`, modules, roles
 * @param role name of the role; it may what the first role of the template may
 */
export function projectOf(template: Json, role: string, { name, description, isPrivate }: ProjectWishes): DumpProject {
  const options = recordIn(template.default_options);
  const visible = isPrivate ? [] : [...viewPermissions];
  return {
    name: cut(name, 250) || role,
    description: description || name || role,
    is_private: isPrivate,
    anon_permissions: visible,
    public_permissions: visible,
    creation_template: typeof template.slug === 'string' ? template.slug : null,
    ...Object.fromEntries(modules.map((module) => [`is_${module}_activated`, template[`is_${module}_activated`] === true])),
    ...Object.fromEntries(lists.map((list) => [list, settingsIn(template[list])])),
    ...Object.fromEntries(defaults.map((key) => [`default_${key}`, options[key] ?? null])),
    roles: withRole(recordsIn(template.roles), role),
  };
}

function withRole(roles: readonly Json[], name: string): DumpRole[] {
  const known = roles.map((role) => ({ ...role, permissions: allowed(role.permissions) }) as unknown as DumpRole);
  const order = Math.max(0, ...known.map((role) => role.order ?? 0)) + 10;
  const slug = name.toLowerCase();
  const permissions = known[0]?.permissions ?? [...memberPermissions];
  return [...known.filter((role) => role.name !== name && role.slug !== slug), { name, slug, order, computable: false, permissions }];
}

const allowed = (permissions: unknown) => textsIn(permissions).filter((permission) => memberPermissions.includes(permission));

const settingsIn = (list: unknown): DumpSetting[] => recordsIn(list).map((setting) => ({ ...setting }) as unknown as DumpSetting);

/** A text of at most so many characters, none of them halved. */
export const cut = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');

/** Names as settings and sprints may have them: not empty, not too long, each but once. */
export function uniqueNames(names: readonly string[], length: number): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const wanted = cut(name.trim(), length) || '?';
    let free = wanted;
    for (let number = 2; taken.has(free); number++) free = `${cut(wanted, length - 8)} (${number})`;
    taken.add(free);
    return free;
  });
}
