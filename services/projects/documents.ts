import type { DefaultKey, ProjectModules, TagColor } from '../../lib/contracts/project-context';
import type { Collection, Store } from '../../lib/contracts/store';
import type { Document } from '../../lib/resource/document';

/** What grows with likes and timeline entries (projects.md §7). */
export interface ProjectTotals {
  totals_updated_datetime: string;
  total_fans: number;
  total_fans_last_week: number;
  total_fans_last_month: number;
  total_fans_last_year: number;
  total_activity: number;
  total_activity_last_week: number;
  total_activity_last_month: number;
  total_activity_last_year: number;
}

/** Keys of the calendars, tables and forges that hold secrets of the project; shown to administrators only. */
export interface ProjectSecrets {
  epics_csv_uuid: string | null;
  userstories_csv_uuid: string | null;
  tasks_csv_uuid: string | null;
  issues_csv_uuid: string | null;
  transfer_token: string | null;
}

/** A like. */
export interface Fan {
  /** Of the user. */
  id: number;
  /** ISO datetime. */
  at: string;
}

/** Paths of an uploaded logo in the file store. */
export interface Logo {
  original: string;
  small: string | null;
  big: string | null;
}

/** A project as stored: wire names as keys. */
export type Project = Document &
  ProjectModules &
  ProjectTotals &
  ProjectSecrets &
  Record<DefaultKey, number | null> & {
    name: string;
    slug: string;
    description: string;
    created_date: string;
    modified_date: string;
    /** Null while the project is being deleted. */
    owner: number | null;
    total_milestones: number | null;
    total_story_points: number | null;
    videoconferences: string | null;
    videoconferences_extra_data: string | null;
    creation_template: number | null;
    is_private: boolean;
    anon_permissions: string[];
    public_permissions: string[];
    is_featured: boolean;
    is_looking_for_people: boolean;
    looking_for_people_note: string;
    blocked_code: string | null;
    archived_code: string | null;
    tags: string[];
    tags_colors: TagColor[];
    logo: Logo | null;
    fans: Fan[];
    /** Configuration of the inbound hooks, by module. */
    modules: Record<string, unknown>;
    /** Different words of name, tags and description, and all of them in order, for `q`. */
    terms: string[];
    words: string;
  };

export const projectsOf = (store: Store): Collection<Project> => store.collection<Project>('projects');
