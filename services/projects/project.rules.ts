import { viewPermissions } from '../../lib/resource/permissions';
import type { Project } from './documents';

type Visibility = Pick<Project, 'is_private' | 'anon_permissions' | 'public_permissions'>;

const withViewing = (permissions: readonly string[]) => [...new Set([...permissions, ...viewPermissions])];

/** The permissions that follow from making a project public or private (projects.md §2, §5). */
export function visibilityAfter(before: Pick<Visibility, 'is_private'> | null, after: Visibility): Visibility {
  const { is_private, anon_permissions, public_permissions } = after;
  if (before?.is_private === is_private || (before === null && is_private)) return { is_private, anon_permissions, public_permissions };
  if (is_private) return { is_private, anon_permissions: [], public_permissions: [] };
  return { is_private, anon_permissions: withViewing(anon_permissions), public_permissions: withViewing(public_permissions) };
}

type Dependent = Pick<
  Project,
  | 'is_backlog_activated'
  | 'total_milestones'
  | 'total_story_points'
  | 'videoconferences'
  | 'videoconferences_extra_data'
  | 'is_looking_for_people'
  | 'looking_for_people_note'
>;

/** Empties what makes no sense with a module or switch turned off (projects.md §5). */
export function emptyDependent(project: Dependent): void {
  if (!project.is_backlog_activated) Object.assign(project, { total_milestones: null, total_story_points: null });
  if (project.videoconferences === null) project.videoconferences_extra_data = null;
  if (!project.is_looking_for_people) project.looking_for_people_note = '';
}
