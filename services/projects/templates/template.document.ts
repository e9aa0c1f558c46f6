import type { SettingItem, SettingKind, ProjectModules } from '../../../lib/contracts/project-context';
import type { Collection, Store } from '../../../lib/contracts/store';
import type { Document } from '../../../lib/resource/document';

/** Kinds of settings that a template gives to a project, by the template's key for them. */
export const templateLists = {
  epic_statuses: 'epic_statuses',
  us_statuses: 'us_statuses',
  points: 'points',
  task_statuses: 'task_statuses',
  issue_statuses: 'issue_statuses',
  issue_types: 'issue_types',
  priorities: 'priorities',
  severities: 'severities',
  us_duedates: 'us_duedates',
  task_duedates: 'task_duedates',
  issue_duedates: 'issue_duedates',
  epic_custom_attributes: 'epic_custom_attributes',
  us_custom_attributes: 'userstory_custom_attributes',
  task_custom_attributes: 'task_custom_attributes',
  issue_custom_attributes: 'issue_custom_attributes',
} as const satisfies Record<string, SettingKind>;

export type TemplateList = keyof typeof templateLists;

/** The project's default that each key of `default_options` names. */
export const optionKinds = {
  points: { key: 'default_points', kind: 'points' },
  epic_status: { key: 'default_epic_status', kind: 'epic_statuses' },
  us_status: { key: 'default_us_status', kind: 'us_statuses' },
  task_status: { key: 'default_task_status', kind: 'task_statuses' },
  issue_status: { key: 'default_issue_status', kind: 'issue_statuses' },
  issue_type: { key: 'default_issue_type', kind: 'issue_types' },
  priority: { key: 'default_priority', kind: 'priorities' },
  severity: { key: 'default_severity', kind: 'severities' },
} as const;

/** What a project is made from. The lists come from clients as any JSON: {@link settingsIn} makes settings of them. */
export type TemplateContents = ProjectModules &
  Record<TemplateList, unknown> & {
    default_owner_role: string;
    videoconferences: string | null;
    videoconferences_extra_data: string | null;
    /** Names of settings by the keys of {@link optionKinds}. */
    default_options: unknown;
    roles: unknown;
    tags: unknown;
    tags_colors: unknown;
    is_looking_for_people: boolean;
    looking_for_people_note: string;
  };

export type ProjectTemplate = Document &
  TemplateContents & {
    name: string;
    slug: string;
    description: string;
    order: number;
    created_date: string;
    modified_date: string;
  };

/** A setting before it belongs to a project. */
export type TemplateSetting = Omit<SettingItem, 'id' | 'project'>;

export const templatesOf = (store: Store): Collection<ProjectTemplate> => store.collection<ProjectTemplate>('project_templates');
