import { apiError, rawError } from '../../errors';
import type { Reply } from '../../contracts/http';
import { authenticatedCan, can, demandWritable } from '../access';
import type { Resource, RestAction } from '../define';
import type { Document } from '../document';
import { collectionOf, forAction, forSubList } from '../operations/lookup';
import { pagedArray } from '../pages';
import { empty, ok, type RestRequest } from '../request';
import { byCodePoint, now, parsedId } from '../values';
import type { UserMark } from './element';

interface MarkKind {
  /** Field with the marks. */
  field: 'votes' | 'watches';
  /** Field that counts them. */
  total?: string;
  on: string;
  off: string;
  list: string;
}

const votes: MarkKind = { field: 'votes', total: 'total_voters', on: 'upvote', off: 'downvote', list: 'voters' };
const watches: MarkKind = { field: 'watches', on: 'watch', off: 'unwatch', list: 'watchers' };

/** upvote, downvote, voters (votes-watchers.md). */
export const voteActions = <D extends Document>(resource: Resource<D>, view: string): RestAction[] => markActions(resource, view, votes);

/** watch, unwatch, watchers (votes-watchers.md). */
export const watchActions = <D extends Document>(resource: Resource<D>, view: string): RestAction[] => markActions(resource, view, watches);

function markActions<D extends Document>(resource: Resource<D>, view: string, kind: MarkKind): RestAction[] {
  const one = `/${resource.path}/:id`;
  const change = (name: string, add: boolean): RestAction => ({
    name,
    rest: { method: 'POST', path: `${one}/${name}` },
    access: authenticatedCan(view),
    checksAccess: true,
    handler: (request) => mark(resource, request, view, kind, add),
  });
  return [
    change(kind.on, true),
    change(kind.off, false),
    {
      name: kind.list,
      rest: { method: 'GET', path: `${one}/${kind.list}` },
      access: can(view),
      checksAccess: true,
      handler: (request) => marks(resource, request, view, kind),
    },
    {
      name: `${kind.list}One`,
      rest: { method: 'GET', path: `${one}/${kind.list}/:user` },
      access: can(view),
      checksAccess: true,
      handler: (request) => oneMark(resource, request, view, kind),
    },
  ];
}

async function mark<D extends Document>(
  resource: Resource<D>,
  request: RestRequest,
  view: string,
  kind: MarkKind,
  add: boolean,
): Promise<Reply> {
  const { document, context } = await forAction(resource, request, authenticatedCan(view));
  if (!context) throw apiError('NOT_FOUND');
  demandWritable(context);
  const user = request.requireUser().id;
  const held = { [`${kind.field}.id`]: { contains: user } };
  const count = kind.total ? { [kind.total]: add ? 1 : -1 } : undefined;
  const collection = collectionOf(resource, request);
  // The condition makes repeating harmless, and the count exact under concurrent votes.
  if (add) await collection.updateOne({ id: document.id, not: held }, { push: { [kind.field]: [{ id: user, at: now() }] }, inc: count });
  else await collection.updateOne({ id: document.id, ...held }, { pull: { [kind.field]: [user] }, inc: count });
  if (add && kind === watches) await request.call('notifications.watchProject', { user, project: context.id });
  return empty;
}

async function marks<D extends Document>(resource: Resource<D>, request: RestRequest, view: string, kind: MarkKind): Promise<Reply> {
  const { document } = await forSubList(resource, request, can(view));
  const { rows, headers } = await pagedArray(request, await peopleOf(request, document[kind.field] as UserMark[] | undefined));
  return ok(rows, headers);
}

async function oneMark<D extends Document>(resource: Resource<D>, request: RestRequest, view: string, kind: MarkKind): Promise<Reply> {
  const { document } = await forSubList(resource, request, can(view));
  const people = await peopleOf(request, document[kind.field] as UserMark[] | undefined);
  const person = people.find(({ id }) => id === parsedId(request.path.user));
  if (!person) throw rawError(404, 'NOT_FOUND', null);
  return ok(person);
}

/** `{id, username, full_name}` of the people marked, by username. */
async function peopleOf(request: RestRequest, list: readonly UserMark[] = []) {
  const cards = await request.node.caches.users.many(list.map(({ id }) => id));
  return [...cards.values()]
    .sort((left, right) => byCodePoint(left.username, right.username))
    .map((card) => ({ id: card.id, username: card.username, full_name: card.full_name_display }));
}
