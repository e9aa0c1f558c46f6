import { apiError, notFound } from '../../errors';
import type { ProjectContext } from '../../contracts/project-context';
import type { Collection, Filter } from '../../contracts/store';
import { demand, refusal, type AccessRule } from '../access';
import type { Resource } from '../define';
import type { Document } from '../document';
import { allOf } from '../filters';
import { isListed } from '../permissions';
import type { RestRequest } from '../request';

/** The resource's collection. */
export function collectionOf<D extends Document>(resource: Resource<D>, request: RestRequest): Collection<D> {
  return request.node.store.collection<D>(resource.collection);
}

/** The document of an id within the resource's scope, or null. */
export async function lookup<D extends Document>(resource: Resource<D>, request: RestRequest, id: number | null): Promise<D | null> {
  if (id === null) return null;
  const collection = collectionOf(resource, request);
  if (!resource.scope) return collection.findById(id);
  const filters: Filter[] = [{ id }, await resource.scope(request)];
  return collection.findOne(allOf(filters));
}

/** Id of the project whose context decides on a document; null for resources outside of projects. */
export function projectIdOf<D extends Document>(resource: Resource<D>, document: D): number | null {
  if (resource.parent === null) return null;
  return resource.parent === 'self' ? document.id : (document.project as number | null);
}

/** Context of the document's project; null for resources outside of projects. */
export async function contextFor<D extends Document>(
  resource: Resource<D>,
  request: RestRequest,
  document: D,
): Promise<ProjectContext | null> {
  return request.context(projectIdOf(resource, document));
}

export interface Found<D extends Document> {
  document: D;
  context: ProjectContext | null;
}

type Finder = <D extends Document>(
  resource: Resource<D>,
  request: RestRequest,
  access: AccessRule,
  id?: number | null,
) => Promise<Found<D>>;

type Named = Pick<Resource, 'parent' | 'title'>;

/** What tells one kind of look-up from the others; see permissions.md §3. */
interface Looking {
  /** The error when the document is missing or not visible. */
  missing(resource: Named, request: RestRequest, id: number | null): Error;
  /** Only what the requester sees in lists is found. */
  listed?: boolean;
  /** The rule looks at the body (an edit of only a comment). */
  withBody?: boolean;
}

function finder({ missing, listed = false, withBody = false }: Looking): Finder {
  return async (resource, request, access, id = request.id) => {
    const document = await lookup(resource, request, id);
    const context = document && (await contextFor(resource, request, document));
    const permission = resource.listPermission ?? 'view_project';
    const isThere = resource.parent === null || (context !== null && (!listed || isListed(context, request.user, permission)));
    if (!document || !isThere) throw missing(resource, request, id);
    demand(access, { user: request.user, context, document, body: withBody ? request.body : {} });
    return { document, context };
  };
}

const hidden = (resource: Named, request: RestRequest) => (request.user === null ? refusal(null) : notFound(resource.title));

/**
 * The document for a reading of one element: 404 to everybody when it is missing (a project: 401 for anonymous requests),
 * then the permission.
 * @throws 401, 403, 404
 */
export const forReading = finder({
  missing: (resource, request, id) => {
    if (resource.parent === 'self' && request.user === null) return refusal(null);
    return notFound(id === null ? undefined : resource.title);
  },
});

/**
 * The document for PUT, PATCH or DELETE: a missing one is not revealed in projects (permissions.md §3).
 * @throws 401, 403, 404
 */
export const forChanging = finder({
  withBody: true,
  missing: (resource, request) => {
    if (request.user === null) return refusal(null);
    return resource.parent === null || request.user.isSuperuser ? notFound(resource.title) : apiError('PERMISSION_DENIED');
  },
});

/**
 * The document for an action on it: what the requester can't see in lists is 404 (401 for anonymous), then the permission.
 * @throws 401, 403, 404
 */
export const forAction = finder({ missing: hidden, listed: true });

/**
 * The document for a sub-list of it (voters, watchers): missing 404 (401 for anonymous), then the permission.
 * @throws 401, 403, 404
 */
export const forSubList = finder({ missing: hidden });
