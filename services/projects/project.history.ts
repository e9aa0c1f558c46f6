import type { HistoryDeclaration } from '../../lib/resource/define';
import type { Project } from './documents';

const counted = [
  'name',
  'slug',
  'owner',
  'is_private',
  'anon_permissions',
  'public_permissions',
  'is_contact_activated',
  'is_epics_activated',
  'is_backlog_activated',
  'is_kanban_activated',
  'is_wiki_activated',
  'is_issues_activated',
  'total_milestones',
  'total_story_points',
  'tags',
] as const satisfies (keyof Project)[];

/** What of a project makes a timeline entry when it changes. */
export const projectHistory: HistoryDeclaration<Project> = {
  kind: 'project',
  freeze: (project) => Object.fromEntries(counted.map((key) => [key, project[key]])),
  hidden: [],
  names: () => ({}),
  users: ['owner'],
};
