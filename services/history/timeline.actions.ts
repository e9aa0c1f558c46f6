import { apiError, notFound, rawError } from '../../lib/errors';
import type { Filter } from '../../lib/contracts/store';
import { anyone, can, demand } from '../../lib/resource/access';
import type { RestAction } from '../../lib/resource/define';
import { allOf } from '../../lib/resource/filters';
import { documentSource, paged } from '../../lib/resource/pages';
import { ok, type RestRequest } from '../../lib/resource/request';
import { View } from '../../lib/resource/view';
import { entriesOf } from './history.lookup';
import { relevant, visibleEvents, visibleInProject } from './timeline.rules';
import { authorIdOf, shownEvent, type Timeline } from './timeline.serialize';

async function ofProject(request: RestRequest) {
  const context = await request.context(request.id);
  if (!context) throw notFound();
  demand(can('view_project'), { user: request.user, context, document: null, body: {} });
  return answer(
    request,
    { of: 'project', id: context.id },
    { project: context.id, in_timeline: true, ...visibleInProject(context, request.user) },
  );
}

/** What a user did, or what happened to what concerns the user, in the projects that the requester sees. */
async function ofUser(request: RestRequest, events: (user: number) => Filter) {
  const id = request.id;
  if (id === null || !(await request.node.caches.users.one(id))) throw apiError('NOT_FOUND');
  const filter = allOf([{ in_timeline: true }, events(id)]);
  const visible = request.user?.isSuperuser ? {} : await visibleTo(request, filter);
  return answer(request, { of: 'user', id }, allOf([filter, visible]));
}

async function visibleTo(request: RestRequest, filter: Filter): Promise<Filter> {
  const projects = (await entriesOf(request).distinct('project', filter)).filter((id) => typeof id === 'number');
  const contexts = await request.node.caches.projects.many(projects);
  return visibleEvents(contexts.values(), request.user);
}

async function answer(request: RestRequest, timeline: Timeline, events: Filter) {
  const filter = 'only_relevant' in request.query ? allOf([events, relevant]) : events;
  const entries = entriesOf(request);
  const { rows, headers } = await paged(request, documentSource(entries, { filter, sort: ['-at', '-event'] }));
  const authors = rows.flatMap((entry) => {
    const author = authorIdOf(entry);
    return author === null ? [] : [{ id: author, user: author }];
  });
  const view = await View.of(request.node, request.facts, authors, { users: ['user'] });
  return ok(
    rows.map((entry) => shownEvent(entry, timeline, view)),
    headers,
  );
}

const base = { access: anyone, checksAccess: true };

/** `/timeline/project|user|profile/{id}` (timeline.md). */
export const timelineActions: RestAction[] = [
  {
    ...base,
    access: can('view_project'),
    name: 'timeline.project',
    rest: { method: 'GET', path: '/timeline/project/:id' },
    handler: ofProject,
  },
  {
    ...base,
    name: 'timeline.user',
    rest: { method: 'GET', path: '/timeline/user/:id' },
    handler: (request) => ofUser(request, (user) => ({ actor: user })),
  },
  {
    ...base,
    name: 'timeline.profile',
    rest: { method: 'GET', path: '/timeline/profile/:id' },
    handler: (request) => ofUser(request, (user) => ({ people: { contains: user } })),
  },
  ...['project', 'user', 'profile'].map((name): RestAction => ({
    ...base,
    name: `timeline.${name}.none`,
    rest: { method: 'GET', path: `/timeline/${name}` },
    handler: () => Promise.reject(rawError(404, 'NOT_FOUND', null)),
  })),
];
