/** What the search of a project wants of one service (misc.md, Search). */
export interface SearchRequest {
  project: number;
  /** As the person wrote it; empty finds everything. */
  text: string;
  /** Of each kind. */
  limit: number;
}

/** Kinds of elements that the backlog is searched for, as the answer of the search calls them. */
export type BacklogSearchKind = 'epics' | 'userstories' | 'tasks';

/** An epic, task or issue as the search shows it. */
export interface FoundElement {
  id: number;
  ref: number;
  subject: string;
  status: number | null;
  assigned_to: number | null;
}

/** A user story as the search shows it. */
export interface FoundStory {
  id: number;
  ref: number;
  subject: string;
  status: number | null;
  total_points: number | null;
  milestone_name: string | null;
  milestone_slug: string | null;
}

/** A wiki page as the search shows it. */
export interface FoundPage {
  id: number;
  slug: string;
}

/** What the backlog found, only of the kinds asked for. */
export interface BacklogFindings {
  epics?: FoundElement[];
  userstories?: FoundStory[];
  tasks?: FoundElement[];
}
