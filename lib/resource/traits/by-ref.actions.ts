import { notFound, rawError } from '../../errors';
import type { Reply } from '../../contracts/http';
import { can, demand, refusal } from '../access';
import type { Resource, RestAction } from '../define';
import { jsonOf, withKey } from '../json-forms';
import { viewOf } from '../operations/answer';
import { withCurrentLinks } from '../operations/current-links';
import { collectionOf, forReading } from '../operations/lookup';
import type { RestRequest } from '../request';
import { parsedId } from '../values';
import { viewPermission, type Element, type ElementTraits } from './element';
import { neighborsOf } from './neighbors';

/** GET by id and by_ref: the detail with its neighbors. */
export function readingActions<D extends Element>(resource: Resource<D>, traits: ElementTraits): RestAction[] {
  const access = can(viewPermission(traits.noun));
  return [
    {
      name: 'byRef',
      rest: { method: 'GET', path: `/${traits.path}/by_ref` },
      access,
      checksAccess: true,
      handler: (request) => byRef(resource, request, traits),
    },
    {
      name: 'retrieve',
      rest: { method: 'GET', path: `/${traits.path}/:id` },
      access,
      checksAccess: true,
      handler: async (request) => withNeighbors(resource, request, (await forReading(resource, request, access)).document),
    },
  ];
}

async function byRef<D extends Element>(resource: Resource<D>, request: RestRequest, traits: ElementTraits): Promise<Reply> {
  const { ref, project, project__slug: slug } = request.query;
  if (!ref) throw rawError(400, 'BAD_REQUEST', 'ref param is needed');
  if (!project && !slug) throw rawError(400, 'BAD_REQUEST', 'project or project__slug param is needed');
  const context = await request.context(project ? parsedId(project) : await request.call('projects.idOfSlug', { slug: slug ?? '' }));
  const number = parsedId(ref);
  const document = context && number !== null ? await collectionOf(resource, request).findOne({ project: context.id, ref: number }) : null;
  if (!document) throw request.user === null && !context ? refusal(null) : notFound(traits.title);
  demand(can(viewPermission(traits.noun)), { user: request.user, context, document, body: {} });
  return withNeighbors(resource, request, document);
}

async function withNeighbors<D extends Element>(resource: Resource<D>, request: RestRequest, document: D): Promise<Reply> {
  const [view, neighbors, [current = document]] = await Promise.all([
    viewOf(resource, request, [document], 'detail'),
    neighborsOf(resource, request, document),
    withCurrentLinks(resource, request, [document]),
  ]);
  return { status: 200, body: withKey(jsonOf(resource, 'detail', current, view), 'neighbors', neighbors) };
}
