import type { AttachedKind } from '../contracts/attachment-actions';
import type { PortableService } from '../contracts/portable-actions';
import type { SettingKind } from '../contracts/project-context';
import type { SectionName } from './types';

/** Kinds of elements that have attachments and a history of their own. */
export type HistoryKind = AttachedKind;

/** What the history of a kind needs to know of it. */
export const kindsOfHistory: Record<HistoryKind, { statuses: SettingKind | null; attributes: SettingKind | null; prefix: string }> = {
  epic: { statuses: 'epic_statuses', attributes: 'epic_custom_attributes', prefix: 'epics.epic' },
  userstory: { statuses: 'us_statuses', attributes: 'userstory_custom_attributes', prefix: 'userstories.userstory' },
  task: { statuses: 'task_statuses', attributes: 'task_custom_attributes', prefix: 'tasks.task' },
  issue: { statuses: 'issue_statuses', attributes: 'issue_custom_attributes', prefix: 'issues.issue' },
  wikipage: { statuses: null, attributes: null, prefix: 'wiki.wikipage' },
};

/** Where the items of a list are stored, and how they are read in order. */
export interface SectionPlace {
  service: Extract<PortableService, 'backlog' | 'issues' | 'wiki' | 'history'>;
  collection: string;
  /** Unique in the project, and the order of the list. */
  key: 'id' | 'slug';
  /** With attachments and history. */
  kind: HistoryKind | null;
}

/** All lists but the timeline. */
export const sectionPlaces: Record<Exclude<SectionName, 'timeline'>, SectionPlace> = {
  milestones: { service: 'backlog', collection: 'milestones', key: 'id', kind: null },
  issues: { service: 'issues', collection: 'issues', key: 'id', kind: 'issue' },
  user_stories: { service: 'backlog', collection: 'userstories', key: 'id', kind: 'userstory' },
  epics: { service: 'backlog', collection: 'epics', key: 'id', kind: 'epic' },
  tasks: { service: 'backlog', collection: 'tasks', key: 'id', kind: 'task' },
  wiki_pages: { service: 'wiki', collection: 'wiki_pages', key: 'slug', kind: 'wikipage' },
  wiki_links: { service: 'wiki', collection: 'wiki_links', key: 'id', kind: null },
};
