import { apiError } from '../../../lib/errors';
import type { KeyCount } from '../../../lib/contracts/stats-actions';
import type { ProjectContext } from '../../../lib/contracts/project-context';
import { anyone } from '../../../lib/resource/access';
import type { RestAction } from '../../../lib/resource/define';
import { ok, type RestRequest } from '../../../lib/resource/request';
import { projectsOf } from '../documents';
import { contextAction } from '../project-action';
import { viewProject } from '../projects.resource';
import { projectStats } from './burndown.rules';
import { issueStats } from './issue-stats.rules';
import { systemStats } from './system-stats';

async function stats(request: RestRequest, context: ProjectContext) {
  return ok(projectStats(context, await request.call('backlog.projectStats', { project: context.id })));
}

async function issuesStats(request: RestRequest, context: ProjectContext) {
  const counts = await request.call('issues.stats', { project: context.id });
  const people = [...counts.per_owner, ...counts.per_assigned_to].flatMap(({ key }) => key ?? []);
  const users = await request.node.caches.users.many(new Set(people));
  return ok(issueStats(counts, { context, users, language: request.facts.language }));
}

async function memberStats(request: RestRequest, context: ProjectContext) {
  const project = context.id;
  const [tasks, issues, wiki] = await Promise.all([
    request.call('backlog.memberStats', { project }),
    request.call('issues.memberStats', { project }),
    request.call('history.wikiChanges', { project }),
  ]);
  return ok({
    closed_bugs: perMember(context, issues.closed_bugs),
    iocaine_tasks: perMember(context, tasks.iocaine_tasks),
    wiki_changes: perMember(context, wiki),
    created_bugs: perMember(context, issues.created_bugs),
    closed_tasks: perMember(context, tasks.closed_tasks),
  });
}

/** Every member has a number; others, and nobody as `null`, only where there is something to count. */
function perMember({ members }: ProjectContext, counts: readonly KeyCount[]): Record<string, number> {
  const numbers = Object.fromEntries(members.map(({ user }) => [String(user), 0]));
  for (const { key, count } of counts) numbers[String(key)] = count;
  return numbers;
}

async function discover(request: RestRequest) {
  const total = await projectsOf(request.node.store).count({
    or: [{ is_private: false }, { anon_permissions: { contains: 'view_project' } }],
  });
  return ok({ projects: { total } });
}

async function system(request: RestRequest) {
  if (!request.node.config.projects.stats) throw apiError('NOT_FOUND');
  return ok(await systemStats(request));
}

/** Numbers of projects and of the installation (projects.md §8, misc.md). */
export const statsActions: RestAction[] = [
  contextAction({ name: 'stats', method: 'GET', path: 'stats', access: viewProject, handler: stats }),
  contextAction({ name: 'issuesStats', method: 'GET', path: 'issues_stats', access: viewProject, handler: issuesStats }),
  contextAction({ name: 'memberStats', method: 'GET', path: 'member_stats', access: viewProject, handler: memberStats }),
  { name: 'stats.discover', rest: { method: 'GET', path: '/stats/discover' }, access: anyone, handler: discover },
  { name: 'stats.system', rest: { method: 'GET', path: '/stats/system' }, access: anyone, handler: system },
];
