import type { MarkedElement, MarkedKind, ProjectFans } from '../../../lib/contracts/marks';
import type { ProjectContext, SettingKind } from '../../../lib/contracts/project-context';
import type { ProjectWatchers } from '../../../lib/contracts/notification-actions';
import type { UserCard } from '../../../lib/contracts/user-card';
import { basicUserOf } from '../../../lib/resource/view';
import { translate } from '../../../lib/text/translate';

/** A project that somebody likes or watches, and since when. */
export interface MarkedProject {
  type: 'project';
  project: number;
  since: string;
}

/** Something in the list of a user's likes, votes or watches. */
export type Marked = MarkedProject | MarkedElement;

const statusKinds: Record<MarkedKind, SettingKind> = {
  epic: 'epic_statuses',
  userstory: 'us_statuses',
  task: 'task_statuses',
  issue: 'issue_statuses',
};

const watchingNone = 3;

/** An element in the lists of users.md §7; names of statuses in the reader's language. */
export function elementEntry(
  element: MarkedElement,
  context: ProjectContext,
  assignee: UserCard | undefined,
  language: string,
): Record<string, unknown> {
  const status = context.settings[statusKinds[element.type]].find(({ id }) => id === element.status);
  return {
    ...{ type: element.type, id: element.id, ref: element.ref, slug: null, name: null, subject: element.subject, description: null },
    assigned_to: element.assigned_to,
    assigned_to_extra_info: assignee ? basicUserOf(assignee) : null,
    status: status ? translate(status.name, language) : null,
    status_color: status?.color ?? null,
    tags_colors: tagsOf(element, context),
    created_date: element.since,
    ...{ is_private: null, logo_small_url: null },
    project: context.id,
    project_name: context.name,
    project_slug: context.slug,
    project_is_private: context.is_private,
    project_blocked_code: context.blocked_code,
    is_watcher: element.is_watcher,
    total_watchers: element.total_watchers,
    is_voter: element.is_voter,
    total_voters: element.total_voters,
  };
}

function tagsOf(element: MarkedElement, context: ProjectContext): { name: string; color: string | null }[] {
  const colours = new Map(context.tags_colors);
  return element.tags.flatMap((name) => {
    const color = colours.get(name);
    return color === undefined ? [] : [{ name, color }];
  });
}

interface Crowd {
  watchers: ProjectWatchers | undefined;
  fans: ProjectFans | undefined;
}

/** A project in the lists of users.md §7, as a viewer sees it. */
export function projectEntry(
  { since }: MarkedProject,
  context: ProjectContext,
  viewer: number | null,
  { watchers, fans }: Crowd,
): Record<string, unknown> {
  const level = viewer === null ? null : (watchers?.levels[viewer] ?? null);
  return {
    ...{
      type: 'project',
      id: context.id,
      ref: null,
      slug: context.slug,
      name: context.name,
      subject: null,
      description: context.description,
    },
    ...{ assigned_to: null, assigned_to_extra_info: null, status: null, status_color: null, tags_colors: [] },
    created_date: since,
    is_private: context.is_private,
    logo_small_url: context.logo_small_url,
    ...{ project: null, project_name: null, project_slug: null, project_is_private: null },
    project_blocked_code: context.blocked_code,
    is_watcher: level !== null && level !== watchingNone,
    total_watchers: watchers?.total_watchers ?? 0,
    is_fan: fans?.is_fan ?? false,
    total_fans: fans?.total_fans ?? 0,
  };
}
