import { apiError, notFound } from '../../errors';
import type { CardCache } from '../../contracts/node';
import type { ProjectContext } from '../../contracts/project-context';
import type { Collection, Filter } from '../../contracts/store';
import { demand, refusal, type AccessRule } from '../access';
import type { RecordedResource, Resource } from '../define';
import type { Document } from '../document';
import { contextOf } from '../draft';
import { allOf } from '../filters';
import { isListed } from '../permissions';
import type { RestRequest } from '../request';

/** The resource's collection. */
export function collectionOf<D extends Document>(resource: RecordedResource<D>, request: RestRequest): Collection<D> {
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
export function projectIdOf<D extends Document>(resource: RecordedResource<D>, document: D): number | null {
  if (resource.parent === null) return null;
  return resource.parent === 'self' ? document.id : (document.project as number | null);
}

/** Context of the document's project; null for resources outside of projects. */
export async function contextFor<D extends Document>(
  resource: RecordedResource<D>,
  request: RestRequest,
  document: D,
): Promise<ProjectContext | null> {
  return request.context(projectIdOf(resource, document));
}

/** A document and the context of its project; null for resources outside of projects. */
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
  missing(resource: Named, request: RestRequest, asked: { id: number | null; access: AccessRule }): Error;
  /** Only what the requester sees in lists is found. */
  listed?: boolean;
  /** The rule looks at the body (an edit of only a comment). */
  withBody?: boolean;
}

function finder(looking: Looking): Finder {
  return async (resource, request, access, id = request.id) => {
    const document = await lookup(resource, request, id);
    const context = document && (await contextFor(resource, request, document));
    return judged(looking, resource, request, { access, id, document, context });
  };
}

interface Judging<D> {
  access: AccessRule;
  id: number | null;
  document: D | null;
  context: ProjectContext | null;
}

function judged<D extends object>(
  { missing, listed = false, withBody = false }: Looking,
  resource: Named & Pick<Resource, 'listPermission'>,
  request: RestRequest,
  { access, id, document, context }: Judging<D>,
): { document: D; context: ProjectContext | null } {
  const permission = resource.listPermission ?? 'view_project';
  const isThere = resource.parent === null || (context !== null && (!listed || isListed(context, request.user, permission)));
  if (!document || !isThere) throw missing(resource, request, { id, access });
  demand(access, { user: request.user, context, document: document as unknown as Document, body: withBody ? request.body : {} });
  return { document, context };
}

const hidden = (resource: Named, request: RestRequest) => (request.user === null ? refusal(null) : notFound(resource.title));

/**
 * The document for a reading of one element: 404 to everybody when it is missing (a project: 401 for anonymous requests),
 * then the permission.
 * @throws 401, 403, 404
 */
export const forReading = finder({
  missing: (resource, request, { id }) => {
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
  missing: (resource, request, { access }) => {
    const { user, body } = request;
    if (user === null) return refusal(null);
    // Outside of projects a permission that doesn't depend on the document is asked without it.
    const may = resource.parent === null ? access.allows({ user, context: null, document: null, body }) : user.isSuperuser;
    return may ? notFound(resource.title) : apiError('PERMISSION_DENIED');
  },
});

const onAction: Looking = { missing: hidden, listed: true };
const onSubList: Looking = { missing: hidden };

/**
 * The document for an action on it: what the requester can't see in lists is 404 (401 for anonymous), then the permission.
 * @throws 401, 403, 404
 */
export const forAction = finder(onAction);

/**
 * The document for a sub-list of it (voters, watchers): missing 404 (401 for anonymous), then the permission.
 * @throws 401, 403, 404
 */
export const forSubList = finder(onSubList);

/**
 * As `forAction` on a project of which the context alone is needed, that is in memory.
 * @throws 401, 403, 404
 */
export async function contextForAction(
  resource: Named & Pick<Resource, 'listPermission'>,
  request: RestRequest,
  access: AccessRule,
): Promise<ProjectContext> {
  const context = await request.context(request.id);
  return judged(onAction, resource, request, { access, id: request.id, document: context, context }).document;
}

/**
 * As `forSubList` on a document of which the card alone is needed, that is in memory.
 * @throws 401, 403, 404
 */
export async function cardForSubList<Card extends { id: number; project: number }>(
  resource: Named & Pick<Resource, 'listPermission'>,
  request: RestRequest,
  access: AccessRule,
  cards: CardCache<Card>,
): Promise<{ card: Card; context: ProjectContext }> {
  const card = request.id === null ? null : await cards.one(request.id);
  const context = card && (await request.context(card.project));
  const found = judged(onSubList, resource, request, { access, id: request.id, document: card, context });
  return { card: found.document, context: contextOf(found) };
}
