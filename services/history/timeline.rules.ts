import type { Requester } from '../../lib/contracts/http';
import type { ElementKind } from '../../lib/contracts/changes';
import type { ProjectContext } from '../../lib/contracts/project-context';
import type { Filter } from '../../lib/contracts/store';
import { isAdministrator, memberOf } from '../../lib/resource/permissions';

const kindOfPermission: Record<string, ElementKind[]> = {
  view_project: ['project'],
  view_milestones: ['milestone'],
  view_epics: ['epic'],
  view_us: ['userstory'],
  view_tasks: ['task'],
  view_issues: ['issue'],
  view_wiki_pages: ['wikipage'],
};

/** Kinds of events of a project that somebody may see; null for all (timeline.md, Who sees what). */
export function visibleKinds(context: ProjectContext, user: Requester | null): ElementKind[] | null {
  if (!context.is_private || isAdministrator(context, user)) return null;
  const member = memberOf(context, user);
  const role = member && context.roles.find(({ id }) => id === member.role);
  const permissions = role?.permissions ?? context.anon_permissions;
  const kinds = permissions.flatMap((permission) => kindOfPermission[permission] ?? []);
  const seesMemberships = member !== undefined || permissions.includes('view_project');
  return seesMemberships ? [...kinds, 'membership'] : kinds;
}

/** Of the events of one project those that somebody may see. */
export function visibleInProject(context: ProjectContext, user: Requester | null): Filter {
  const kinds = visibleKinds(context, user);
  return kinds === null ? {} : { kind: { in: kinds } };
}

/** Events of any of these projects, and those of none, that somebody may see. */
export function visibleEvents(contexts: Iterable<ProjectContext>, user: Requester | null): Filter {
  const whole: number[] = [];
  const parts: Filter[] = [];
  for (const context of contexts) {
    const kinds = visibleKinds(context, user);
    if (kinds === null) whole.push(context.id);
    else if (kinds.length > 0) parts.push({ project: context.id, kind: { in: kinds } });
  }
  return { or: [{ project: null }, { project: { in: whole } }, ...parts] };
}

const irrelevant = [
  'issues.issue.delete',
  'tasks.task.delete',
  'userstories.userstory.delete',
  'epics.epic.delete',
  'wiki.wikipage.delete',
  'projects.project.change',
];

/** What `only_relevant` leaves out. */
export const relevant: Filter = { event_type: { nin: irrelevant } };
