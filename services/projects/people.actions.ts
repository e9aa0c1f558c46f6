import { apiError, rawError, validationError } from '../../lib/errors';
import type { ProjectContext } from '../../lib/contracts/project-context';
import type { UserCard } from '../../lib/contracts/user-card';
import { authenticatedCan, authenticated, demandWritable } from '../../lib/resource/access';
import type { RestAction } from '../../lib/resource/define';
import { messages } from '../../lib/resource/fields';
import { pagedArray } from '../../lib/resource/pages';
import { memberOf } from '../../lib/resource/permissions';
import { empty, ok, type RestRequest } from '../../lib/resource/request';
import { byCodePoint, now, parsedId } from '../../lib/resource/values';
import { projectsOf } from './documents';
import { changingAction, readingAction, subListAction, type Target } from './project-action';
import { viewProject } from './projects.resource';
import { countFans } from './totals';

const viewAsUser = authenticatedCan('view_project');
const levels = [1, 2, 3];
const involved = 1;
const none = 3;

async function like(request: RestRequest, { project }: Target) {
  const fan = { id: request.requireUser().id, at: now() };
  await projectsOf(request.node.store).updateOne({ id: project.id }, { addToSet: { fans: [fan] } });
  await countFans(request.node.store, project.id);
  return empty;
}

async function unlike(request: RestRequest, { project }: Target) {
  await projectsOf(request.node.store).updateOne({ id: project.id }, { pull: { fans: [request.requireUser().id] } });
  await countFans(request.node.store, project.id);
  return empty;
}

async function watch(request: RestRequest, { project }: Target) {
  const level = levelIn(request, 'notify_level') ?? involved;
  const live_level = levelIn(request, 'live_notify_level');
  await request.call('notifications.watchProject', { user: request.requireUser().id, project: project.id, level, live_level });
  return empty;
}

/** @throws 400 for what is no level */
function levelIn({ body }: RestRequest, name: 'notify_level' | 'live_notify_level'): number | undefined {
  const sent = body[name];
  if (sent === undefined || sent === null) return undefined;
  const level = levels.find((one) => one === parsedId(sent));
  if (level === undefined) throw validationError({ [name]: [messages.choice(sent)] });
  return level;
}

async function unwatch(request: RestRequest, { project }: Target) {
  await request.call('notifications.watchProject', { user: request.requireUser().id, project: project.id, level: none });
  return empty;
}

async function leave(request: RestRequest, { context }: Target) {
  const user = request.requireUser();
  if (!memberOf(context, user)) throw apiError('PERMISSION_DENIED');
  await demandDispensable(request, context);
  demandWritable(context);
  await request.call('memberships.leave', { project: context.id, user: user.id });
  return empty;
}

/** @throws 403 for the owner and the last active administrator, before it matters whether the project is blocked */
async function demandDispensable(request: RestRequest, context: ProjectContext): Promise<void> {
  const { id } = request.requireUser();
  const others = context.members.filter(({ user, is_admin }) => is_admin && user !== id).map(({ user }) => user);
  const cards = await request.node.caches.users.many(others);
  const isAdmin = memberOf(context, request.user)?.is_admin ?? false;
  if (context.owner === id || (isAdmin && ![...cards.values()].some(({ is_active }) => is_active))) {
    throw apiError('PERMISSION_DENIED', "You can't leave the project if you are the owner or there are no more admins");
  }
}

type People = (request: RestRequest, target: Target) => number[] | Promise<number[]>;

const fans: People = (_request, { project }) => project.fans.map(({ id }) => id);
const watchers: People = (request, { project }) => request.call('notifications.projectWatchers', { project: project.id });

const shownPerson = ({ id, username, full_name_display }: UserCard) => ({ id, username, full_name: full_name_display });

/** The list of people, by username, and one of them. */
function peopleActions(name: string, path: string, people: People): RestAction[] {
  const list = async (request: RestRequest, target: Target) => {
    const cards = [...(await request.node.caches.users.many(await people(request, target))).values()];
    const page = await pagedArray(
      request,
      cards.sort((left, right) => byCodePoint(left.username, right.username)),
    );
    return ok(page.rows.map(shownPerson), page.headers);
  };
  const one = async (request: RestRequest, target: Target) => {
    const id = parsedId(request.path.user);
    const card = id !== null && (await people(request, target)).includes(id) ? await request.node.caches.users.one(id) : null;
    if (!card) throw rawError(404, 'NOT_FOUND', null);
    return ok(shownPerson(card));
  };
  return [
    subListAction({ name, method: 'GET', path, access: viewProject, handler: list }),
    subListAction({ name: `${name}.one`, method: 'GET', path: `${path}/:user`, access: viewProject, handler: one }),
  ];
}

/** Likes, watching and leaving (projects.md §6). */
export const peopleOfProjectActions: RestAction[] = [
  changingAction({ name: 'like', method: 'POST', path: 'like', access: viewAsUser, scope: 'write', handler: like }),
  changingAction({ name: 'unlike', method: 'POST', path: 'unlike', access: viewAsUser, scope: 'write', handler: unlike }),
  ...peopleActions('fans', 'fans', fans),
  changingAction({ name: 'watch', method: 'POST', path: 'watch', access: viewAsUser, scope: 'write', handler: watch }),
  changingAction({ name: 'unwatch', method: 'POST', path: 'unwatch', access: viewAsUser, scope: 'write', handler: unwatch }),
  ...peopleActions('watchers', 'watchers', watchers),
  readingAction({ name: 'leave', method: 'POST', path: 'leave', access: authenticated, handler: leave }),
];
