import type { ProjectMilestones } from '../../../lib/contracts/element-actions';
import type { ProjectWatchers } from '../../../lib/contracts/notification-actions';
import type { UserHomepages } from '../../../lib/contracts/account-actions';
import type { ProjectContext } from '../../../lib/contracts/project-context';
import type { UserCard } from '../../../lib/contracts/user-card';
import type { Requester } from '../../../lib/contracts/http';
import { isAdministrator, memberOf, permissionsOf } from '../../../lib/resource/permissions';
import type { RestRequest } from '../../../lib/resource/request';
import { basicUserOf } from '../../../lib/resource/view';
import { logoAddress } from '../logo.rules';
import type { Project } from '../documents';
import { fragmentOf, type Fragment } from './fragments';
import { permissionText } from './permission-text';

/** What a page of projects needs beside the documents: in memory once warm, else loaded with one call a kind. */
export interface Surroundings {
  contexts: Map<number, ProjectContext>;
  users: Map<number, UserCard>;
  milestones: Map<number, ProjectMilestones>;
  watchers: Map<number, ProjectWatchers>;
  /** The requester's, by project. */
  homepages: UserHomepages['homepages'];
}

/** @param withMembers whether the cards of all members are needed, not only those of the owners */
export async function surroundingsOf(request: RestRequest, projects: readonly Project[], withMembers: boolean): Promise<Surroundings> {
  const { node } = request;
  const ids = projects.map(({ id }) => id);
  const user = request.user?.id ?? null;
  const [contexts, milestones, watchers, homepages] = await Promise.all([
    node.caches.projects.many(ids),
    node.caches.projectMilestones.many(ids),
    node.caches.projectWatchers.many(ids),
    user === null ? null : node.caches.userHomepages.one(user),
  ]);
  const people = new Set(projects.flatMap(({ owner }) => (owner === null ? [] : [owner])));
  if (withMembers) for (const context of contexts.values()) for (const member of context.members) people.add(member.user);
  return {
    contexts,
    milestones,
    users: await node.caches.users.many(people),
    watchers,
    homepages: homepages?.homepages ?? {},
  };
}

const notWatching = 3;
const fans = new WeakMap<Project, Set<number>>();

function isFan(project: Project, user: Requester | null): boolean {
  if (user === null || project.fans.length === 0) return false;
  let ids = fans.get(project);
  if (!ids) fans.set(project, (ids = new Set(project.fans.map(({ id }) => id))));
  return ids.has(user.id);
}

function watchingOf(
  watchers: ProjectWatchers | undefined,
  user: Requester | null,
): { notify_level: number | null; total_watchers: number } {
  const { levels, total_watchers = 0 } = watchers ?? {};
  return { notify_level: user === null ? null : (levels?.[user.id] ?? null), total_watchers };
}

/** What of a project depends on who asks, and on cards that change on their own. `slight` leaves out three keys. */
export function requesterFragment(
  request: RestRequest,
  project: Project,
  context: ProjectContext,
  around: Surroundings,
  slight: boolean,
): Fragment {
  const { user } = request;
  const { api } = request.node.config.addresses;
  const { notify_level, total_watchers } = watchingOf(around.watchers.get(project.id), user);
  const owner = project.owner === null ? undefined : around.users.get(project.owner);
  const closed = around.milestones.get(project.id)?.milestones.filter((milestone) => milestone.closed).length ?? 0;
  const values = {
    owner: owner ? basicUserOf(owner) : null,
    i_am_owner: user !== null && project.owner === user.id,
    i_am_admin: isAdministrator(context, user),
    i_am_member: memberOf(context, user) !== undefined,
    is_watcher: notify_level !== null && notify_level !== notWatching,
    total_watchers,
    is_fan: isFan(project, user),
    my_homepage: user === null ? '{}' : (around.homepages[project.id] ?? false),
    logo_small_url: logoAddress(api, project.logo?.small),
    ...(slight ? {} : { logo_big_url: logoAddress(api, project.logo?.big), notify_level, total_closed_milestones: closed }),
  };
  return `${fragmentOf(values)},"my_permissions":${permissionText(permissionsOf(context, user))}`;
}
