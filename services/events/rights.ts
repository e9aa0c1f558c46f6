import type { Requester } from '../../lib/contracts/http';
import type { NodeTools } from '../../lib/contracts/node';
import { hasPermission } from '../../lib/resource/permissions';

/** Permission by the last word of `changes.project.{id}.…` (events.md, Rights). */
const permissions: Record<string, string> = {
  userstories: 'view_us',
  tasks: 'view_tasks',
  issues: 'view_issues',
  milestones: 'view_milestones',
  epics: 'view_epics',
  projects: 'view_project',
};

const ofProject = /^changes\.project\.(\d{1,15})\.(\w+)$/;
const ofUser = /^(?:live|web)_notifications\.(\d{1,15})$/;

type Tools = { caches: Pick<NodeTools['caches'], 'projects' | 'users'> };

/** Which of these users may read messages with a key. Reads cards only, all of them in memory as a rule. */
export async function readersOf(node: Tools, key: string, users: Iterable<number>): Promise<Set<number>> {
  const own = ofUser.exec(key)?.[1];
  const wanted = [...new Set(users)].filter((user) => own === undefined || user === Number(own));
  const [, project, channel = ''] = ofProject.exec(key) ?? [];
  const permission = permissions[channel];
  if (wanted.length === 0 || (own === undefined && (project === undefined || permission === undefined))) return new Set();
  const [cards, context] = await Promise.all([
    node.caches.users.many(wanted),
    project === undefined ? null : node.caches.projects.one(Number(project)),
  ]);
  const may = (user: Requester) => own !== undefined || (context !== null && hasPermission(context, user, permission ?? ''));
  const active = [...cards.values()].filter((card) => card.is_active && !card.is_system);
  return new Set(active.filter((card) => may({ id: card.id, isSuperuser: card.is_superuser })).map(({ id }) => id));
}
