import { defaultKeys, type DefaultKey, type SettingItem, type SettingKind } from '../contracts/project-context';
import type { PortableDocument } from '../contracts/portable-actions';
import { dumpMoment, dumpMomentOrNull } from './dates';
import { addressOf, addressesOf, settingName, type Names } from './names';

/** The lists of settings in a dump and what each item of them carries (dumps.md, Fields). */
export const settingLists: Record<string, { kind: SettingKind; keys: readonly (keyof SettingItem)[] }> = {
  points: { kind: 'points', keys: ['name', 'order', 'value'] },
  epic_statuses: { kind: 'epic_statuses', keys: ['name', 'slug', 'order', 'is_closed', 'color'] },
  us_statuses: { kind: 'us_statuses', keys: ['name', 'slug', 'order', 'is_closed', 'is_archived', 'color', 'wip_limit'] },
  us_duedates: { kind: 'us_duedates', keys: ['name', 'order', 'by_default', 'color', 'days_to_due'] },
  task_statuses: { kind: 'task_statuses', keys: ['name', 'slug', 'order', 'is_closed', 'color'] },
  task_duedates: { kind: 'task_duedates', keys: ['name', 'order', 'by_default', 'color', 'days_to_due'] },
  issue_types: { kind: 'issue_types', keys: ['name', 'order', 'color'] },
  issue_statuses: { kind: 'issue_statuses', keys: ['name', 'slug', 'order', 'is_closed', 'color'] },
  issue_duedates: { kind: 'issue_duedates', keys: ['name', 'order', 'by_default', 'color', 'days_to_due'] },
  priorities: { kind: 'priorities', keys: ['name', 'order', 'color'] },
  severities: { kind: 'severities', keys: ['name', 'order', 'color'] },
};

/** The lists of custom attributes, by their key in a dump. */
export const attributeLists: Record<string, SettingKind> = {
  epiccustomattributes: 'epic_custom_attributes',
  userstorycustomattributes: 'userstory_custom_attributes',
  taskcustomattributes: 'task_custom_attributes',
  issuecustomattributes: 'issue_custom_attributes',
};

/** The settings that each default names. */
export const kindOfDefault: Record<DefaultKey, SettingKind> = {
  default_epic_status: 'epic_statuses',
  default_us_status: 'us_statuses',
  default_points: 'points',
  default_task_status: 'task_statuses',
  default_issue_status: 'issue_statuses',
  default_issue_type: 'issue_types',
  default_priority: 'priorities',
  default_severity: 'severities',
  default_swimlane: 'swimlanes',
};

const copied = [
  'total_milestones',
  'total_story_points',
  'is_epics_activated',
  'is_backlog_activated',
  'is_kanban_activated',
  'is_wiki_activated',
  'is_issues_activated',
  'videoconferences',
  'videoconferences_extra_data',
  'is_private',
  'is_featured',
  'is_looking_for_people',
  'looking_for_people_note',
  'epics_csv_uuid',
  'userstories_csv_uuid',
  'tasks_csv_uuid',
  'issues_csv_uuid',
  'transfer_token',
  'blocked_code',
  'total_fans',
  'total_fans_last_week',
  'total_fans_last_month',
  'total_fans_last_year',
  'total_activity',
  'total_activity_last_week',
  'total_activity_last_month',
  'total_activity_last_year',
  'anon_permissions',
  'public_permissions',
  'tags',
  'tags_colors',
] as const;

/** What of the project isn't in its document and its context. */
export interface ProjectParts {
  project: PortableDocument;
  /** Slug of its template. */
  template: string | null;
  /** Ids of the users who watch it. */
  watchers: readonly number[];
  memberships: readonly PortableDocument[];
}

/** A project in the form of a dump, without its logo and its long lists. */
export function projectOut({ project, template, watchers, memberships }: ProjectParts, names: Names): Record<string, unknown> {
  const { context } = names;
  return {
    watchers: addressesOf(names, watchers).sort(),
    name: project.name,
    slug: project.slug,
    description: project.description,
    created_date: dumpMomentOrNull(project.created_date),
    modified_date: dumpMomentOrNull(project.modified_date),
    creation_template: template,
    totals_updated_datetime: dumpMomentOrNull(project.totals_updated_datetime),
    ...Object.fromEntries(copied.map((key) => [key, project[key] ?? null])),
    owner: addressOf(names, project.owner),
    roles: context.roles.map(({ name, slug, order, computable, permissions }) => ({ name, slug, order, computable, permissions })),
    memberships: memberships.map((membership) => membershipOut(membership, names)),
    ...Object.fromEntries(
      Object.entries(settingLists).map(([list, { kind, keys }]) => [list, context.settings[kind].map((item) => settingOut(item, keys))]),
    ),
    swimlanes: context.settings.swimlanes.map((lane) => swimlaneOut(lane, names)),
    ...Object.fromEntries(Object.entries(attributeLists).map(([list, kind]) => [list, context.settings[kind].map(attributeOut)])),
    ...Object.fromEntries(defaultKeys.map((key) => [key, settingName(names, kindOfDefault[key], context.defaults[key])])),
  };
}

const settingOut = (item: SettingItem, keys: readonly (keyof SettingItem)[]) =>
  Object.fromEntries(keys.map((key) => [key, item[key] ?? null]));

function swimlaneOut({ name, order, limits = [] }: SettingItem, names: Names) {
  const statuses = limits.flatMap(({ status, wip_limit }) => {
    const found = settingName(names, 'us_statuses', status);
    return found === null ? [] : [{ status: found, wip_limit }];
  });
  return { name, order, statuses };
}

function attributeOut({ name, description, type, order, created_date, modified_date }: SettingItem) {
  const dates = { created_date: dumpMoment(created_date ?? ''), modified_date: dumpMoment(modified_date ?? '') };
  return { name, description: description ?? '', type: type ?? 'text', order, ...dates };
}

function membershipOut(membership: PortableDocument, names: Names) {
  const user = addressOf(names, membership.user);
  return {
    user,
    role: names.context.roles.find(({ id }) => id === membership.role)?.name ?? null,
    invited_by: addressOf(names, membership.invited_by),
    is_admin: membership.is_admin,
    email: membership.email ?? user ?? '',
    created_at: dumpMomentOrNull(membership.created_at),
    invitation_extra_text: membership.invitation_extra_text ?? null,
    user_order: membership.user_order,
  };
}
