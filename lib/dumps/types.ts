import type { Readable } from 'node:stream';
import type { SettingItem } from '../contracts/project-context';

/** Where a file's bytes come from; called once, when the item that has it is stored. */
export type OpenFile = () => Readable | Promise<Readable>;

/** A file in an item: in a dump its bytes as base64, from other sources also as a stream. */
export interface DumpFile {
  name: string;
  data: string | OpenFile;
}

/** A setting of a project: name, and what else its kind has (dumps.md, Fields). */
export interface DumpSetting extends Partial<Omit<SettingItem, 'id' | 'project' | 'name' | 'extra' | 'limits'>> {
  name: string;
  /** Of swimlanes. */
  statuses?: { status: string; wip_limit?: number | null }[];
}

/** A role (dumps.md). */
export interface DumpRole {
  name: string;
  slug?: string;
  order?: number;
  computable?: boolean;
  permissions?: string[];
}

/** A membership or invitation (dumps.md). */
export interface DumpMembership {
  email: string;
  user?: string | null;
  /** By name. */
  role: string;
  is_admin?: boolean;
  invited_by?: string | null;
  created_at?: string;
  invitation_extra_text?: string | null;
  user_order?: number;
}

/**
 * A project with all that is configured in it. People are named by their address, settings by their name, everything
 * but name and description may be left out; dates as ISO 8601 (dumps.md, Fields). Further keys of a dump are allowed.
 */
export interface DumpProject {
  name: string;
  description: string;
  slug?: string | null;
  created_date?: string;
  logo?: DumpFile | null;
  is_private?: boolean;
  is_epics_activated?: boolean;
  is_backlog_activated?: boolean;
  is_kanban_activated?: boolean;
  is_wiki_activated?: boolean;
  is_issues_activated?: boolean;
  /** Slug. */
  creation_template?: string | null;
  tags?: string[];
  tags_colors?: [name: string, color: string | null][];
  anon_permissions?: string[];
  public_permissions?: string[];
  watchers?: string[];
  roles?: DumpRole[];
  memberships?: DumpMembership[];
  points?: DumpSetting[];
  us_statuses?: DumpSetting[];
  us_duedates?: DumpSetting[];
  epic_statuses?: DumpSetting[];
  task_statuses?: DumpSetting[];
  task_duedates?: DumpSetting[];
  issue_statuses?: DumpSetting[];
  issue_duedates?: DumpSetting[];
  issue_types?: DumpSetting[];
  priorities?: DumpSetting[];
  severities?: DumpSetting[];
  swimlanes?: DumpSetting[];
  epiccustomattributes?: DumpSetting[];
  userstorycustomattributes?: DumpSetting[];
  taskcustomattributes?: DumpSetting[];
  issuecustomattributes?: DumpSetting[];
  [key: string]: unknown;
}

/** A change or comment in the history of an element. */
export interface DumpHistoryEntry {
  /** Address and name. */
  user: [address: string | null, name: string] | [];
  created_at: string;
  /** 1: change, 2: creation, 3: deletion. */
  type: 1 | 2 | 3;
  comment?: string;
  diff?: Record<string, unknown>;
  snapshot?: Record<string, unknown> | null;
  values?: Record<string, unknown>;
  delete_comment_date?: string | null;
  delete_comment_user?: unknown;
  comment_versions?: unknown;
  edit_comment_date?: string | null;
  is_hidden?: boolean;
  is_snapshot?: boolean;
}

/** An attachment with its file (dumps.md). */
export interface DumpAttachment {
  attached_file: DumpFile;
  owner?: string | null;
  name?: string;
  created_date?: string;
  modified_date?: string;
  description?: string;
  is_deprecated?: boolean;
  order?: number;
}

/** What all elements with a history have. */
export interface DumpElement {
  ref?: number;
  subject: string;
  description?: string;
  /** By name; left out: the project's default. */
  status?: string | null;
  owner?: string | null;
  assigned_to?: string | null;
  created_date?: string;
  modified_date?: string;
  version?: number;
  tags?: string[];
  is_blocked?: boolean;
  blocked_note?: string;
  external_reference?: unknown;
  due_date?: string | null;
  due_date_reason?: string;
  watchers?: string[];
  attachments?: DumpAttachment[];
  history?: DumpHistoryEntry[];
  /** By name of the attribute. */
  custom_attributes_values?: Record<string, unknown> | null;
}

/** A sprint (dumps.md). */
export interface DumpMilestone {
  name: string;
  slug?: string;
  owner?: string | null;
  /** YYYY-MM-DD. */
  estimated_start?: string;
  estimated_finish?: string;
  closed?: boolean;
  disponibility?: number | null;
  order?: number;
  created_date?: string;
  modified_date?: string;
  watchers?: string[];
}

/** A user story; settings and sprints by name (dumps.md). */
export interface DumpUserStory extends DumpElement {
  assigned_users?: string[];
  swimlane?: string | null;
  milestone?: string | null;
  role_points?: { role: string; points: string }[];
  finish_date?: string | null;
  is_closed?: boolean;
  backlog_order?: number;
  sprint_order?: number;
  kanban_order?: number;
  client_requirement?: boolean;
  team_requirement?: boolean;
  /** Refs. */
  generated_from_issue?: number | null;
  generated_from_task?: number | null;
  from_task_ref?: string | null;
}

/** A task; settings and sprints by name (dumps.md). */
export interface DumpTask extends DumpElement {
  /** Ref. */
  user_story?: number | null;
  milestone?: string | null;
  finished_date?: string | null;
  us_order?: number;
  taskboard_order?: number;
  is_iocaine?: boolean;
}

/** An issue; settings and sprints by name (dumps.md). */
export interface DumpIssue extends DumpElement {
  type?: string | null;
  priority?: string | null;
  severity?: string | null;
  milestone?: string | null;
  finished_date?: string | null;
  votes?: string[];
}

/** An epic with its stories by ref (dumps.md). */
export interface DumpEpic extends DumpElement {
  color?: string;
  epics_order?: number;
  client_requirement?: boolean;
  team_requirement?: boolean;
  related_user_stories?: { user_story: number; order?: number; source_project_slug?: string | null }[];
}

/** A wiki page (dumps.md). */
export interface DumpWikiPage {
  slug: string;
  content?: string;
  owner?: string | null;
  last_modifier?: string | null;
  created_date?: string;
  modified_date?: string;
  version?: number;
  watchers?: string[];
  attachments?: DumpAttachment[];
  history?: DumpHistoryEntry[];
}

/** An entry of the menu of the wiki (dumps.md). */
export interface DumpWikiLink {
  title: string;
  href: string;
  order?: number;
}

/** An entry of the timeline of the project (dumps.md). */
export interface DumpTimelineEntry {
  data: Record<string, unknown>;
  data_content_type: [application: string, model: string];
  event_type: string;
  created: string;
}

/** The long lists of a dump, by their key in it. */
export interface SectionItems {
  milestones: DumpMilestone;
  issues: DumpIssue;
  user_stories: DumpUserStory;
  epics: DumpEpic;
  tasks: DumpTask;
  wiki_pages: DumpWikiPage;
  wiki_links: DumpWikiLink;
  timeline: DumpTimelineEntry;
}

/** Key of a long list of a dump. */
export type SectionName = keyof SectionItems;

/** In the order in which they are imported: what an item names comes before it. */
export const sectionNames = [
  'milestones',
  'issues',
  'user_stories',
  'epics',
  'tasks',
  'wiki_pages',
  'wiki_links',
  'timeline',
] as const satisfies readonly SectionName[];

/** One item of one of the lists. */
export type DumpItem = { [Name in SectionName]: { section: Name; item: SectionItems[Name] } }[SectionName];

/** A project to be imported, wherever it comes from. It is read once, item after item. */
export interface DumpSource {
  project: DumpProject;
  /** Sections in the order of {@link sectionNames}; each may be missing. */
  items(): AsyncIterable<DumpItem>;
}
