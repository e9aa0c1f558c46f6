import type { Requester } from '../../../lib/contracts/http';
import type { ProjectContext, ProjectModules } from '../../../lib/contracts/project-context';
import { hasPermission } from '../../../lib/resource/permissions';

/** The sections of a project by their number (users.md §10); 6 is the wiki. */
export const sections: readonly (readonly [number: number, name: string])[] = [
  [1, 'Timeline'],
  [2, 'Epics'],
  [3, 'Backlog'],
  [4, 'Kanban'],
  [5, 'Issues'],
  [6, 'TeamWiki'],
];

export const timeline = 1;

interface SectionRule {
  section: number;
  module: keyof ProjectModules;
  permission: string;
}

/** In the order in which the API lists them. */
const rules: readonly SectionRule[] = [
  { section: 2, module: 'is_epics_activated', permission: 'view_epics' },
  { section: 3, module: 'is_backlog_activated', permission: 'view_us' },
  { section: 4, module: 'is_kanban_activated', permission: 'view_us' },
  { section: 6, module: 'is_wiki_activated', permission: 'view_wiki_pages' },
  { section: 5, module: 'is_issues_activated', permission: 'view_issues' },
];

/** The sections that a user may enter a project by. */
export function allowedSections(context: ProjectContext, user: Requester | null): number[] {
  const allowed = rules.filter(({ module, permission }) => context[module] && hasPermission(context, user, permission));
  return [timeline, ...allowed.map(({ section }) => section)];
}
