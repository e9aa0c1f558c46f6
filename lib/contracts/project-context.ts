/** Kinds of settings that a project holds, by their key in the project detail (project-settings.md §1). */
export const settingKinds = [
  'epic_statuses',
  'us_statuses',
  'task_statuses',
  'issue_statuses',
  'points',
  'issue_types',
  'priorities',
  'severities',
  'us_duedates',
  'task_duedates',
  'issue_duedates',
  'swimlanes',
  'epic_custom_attributes',
  'userstory_custom_attributes',
  'task_custom_attributes',
  'issue_custom_attributes',
] as const;

/** One of {@link settingKinds}; also the collection that holds these settings. */
export type SettingKind = (typeof settingKinds)[number];

/** One status, points value, type, … as stored; which optional keys exist depends on its kind. */
export type SettingItem = {
  id: number;
  project: number;
  name: string;
  order: number;
  slug?: string;
  color?: string;
  is_closed?: boolean;
  is_archived?: boolean;
  wip_limit?: number | null;
  /** Of points; null is "unknown". */
  value?: number | null;
  by_default?: boolean;
  days_to_due?: number | null;
  /** Of custom attributes. */
  type?: string;
  description?: string;
  extra?: unknown;
  /** Of swimlanes: the work-in-progress limit of each user story status in it. */
  limits?: SwimlaneLimit[];
  created_date?: string;
  modified_date?: string;
};

/** The limit of one user story status in one swimlane; it has an id of its own. */
export interface SwimlaneLimit {
  id: number;
  status: number;
  wip_limit: number | null;
}

/** Fields of a project that name the setting which new elements get (projects.md). */
export const defaultKeys = [
  'default_epic_status',
  'default_us_status',
  'default_points',
  'default_task_status',
  'default_issue_status',
  'default_issue_type',
  'default_priority',
  'default_severity',
  'default_swimlane',
] as const;

/** One of {@link defaultKeys}. */
export type DefaultKey = (typeof defaultKeys)[number];

/** A role of a project and what its members may do there. */
export interface RoleCard {
  id: number;
  name: string;
  slug: string;
  order: number;
  computable: boolean;
  permissions: string[];
}

/** An accepted membership. */
export interface MemberCard {
  membership: number;
  user: number;
  role: number;
  is_admin: boolean;
}

/** A tag of the project with its colour. */
export type TagColor = [name: string, color: string | null];

/** Which parts of a project are switched on. */
export interface ProjectModules {
  is_contact_activated: boolean;
  is_epics_activated: boolean;
  is_backlog_activated: boolean;
  is_kanban_activated: boolean;
  is_wiki_activated: boolean;
  is_issues_activated: boolean;
}

/**
 * All that checking and serialising an element needs of its project. Answered by `projects.contexts`,
 * kept in memory by every process and dropped when its owner changes it.
 */
export interface ProjectContext extends ProjectModules {
  id: number;
  name: string;
  slug: string;
  description: string;
  is_private: boolean;
  owner: number | null;
  blocked_code: string | null;
  archived_code: string | null;
  anon_permissions: string[];
  public_permissions: string[];
  /** Absolute addresses, or null. */
  logo_small_url: string | null;
  logo_big_url: string | null;
  total_milestones: number | null;
  total_story_points: number | null;
  defaults: Record<DefaultKey, number | null>;
  /** In the order in which the tags were added. */
  tags_colors: TagColor[];
  /** Each list by `order`, then name. */
  settings: Record<SettingKind, SettingItem[]>;
  /** By order, then slug. */
  roles: RoleCard[];
  members: MemberCard[];
  /** How many memberships and invitations there are, by the id of the role; roles without any may be missing. */
  role_members: Record<string, number>;
  /** Invitations too. */
  total_memberships: number;
  created_date: string;
}

/** What contexts are made of: who changes one part drops that one alone, and it alone is loaded again. */
export const contextParts = ['project', 'tags', 'roles', 'members', ...settingKinds] as const;

/** One of {@link contextParts}. */
export type ContextPart = (typeof contextParts)[number];

/** Some parts of a context; kinds of settings that aren't asked for are left out. */
export type ContextPatch = { id: number; settings: Partial<ProjectContext['settings']> } & Partial<Omit<ProjectContext, 'id' | 'settings'>>;
