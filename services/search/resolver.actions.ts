import { apiError } from '../../lib/errors';
import type { ElementReference } from '../../lib/contracts/element-cards';
import type { Reply } from '../../lib/contracts/http';
import type { ProjectContext } from '../../lib/contracts/project-context';
import { can, demand, refusal } from '../../lib/resource/access';
import type { RestAction } from '../../lib/resource/define';
import { hasPermission } from '../../lib/resource/permissions';
import { ok, type RestRequest } from '../../lib/resource/request';
import { viewPermission } from '../../lib/resource/traits/element';
import { parsedId } from '../../lib/resource/values';
import { readResolverQuery, referenceKinds, type ReferenceKind, type ResolverQuery } from './resolver.query';

const viewProject = can('view_project');

/** `GET /resolver?project=<slug>&…`: ids of what slugs and refs stand for (misc.md, Resolver). */
export const resolverAction: RestAction = {
  name: 'resolve',
  rest: { method: 'GET', path: '/resolver' },
  access: viewProject,
  checksAccess: true,
  handler: resolve,
};

type Found = Partial<Record<ReferenceKind | 'milestone' | 'wikipage', number>>;

async function resolve(request: RestRequest): Promise<Reply> {
  const query = readResolverQuery(request.query);
  const context = await request.context(await request.call('projects.idOfSlug', { slug: query.project }));
  if (!context) throw missing(request);
  demand(viewProject, { user: request.user, context, document: null, body: {} });
  const found = await Promise.all([elements(request, context, query), milestone(request, context, query), page(request, context, query)]);
  return ok(Object.assign({ project: context.id }, ...found));
}

const missing = ({ user }: RestRequest) => (user === null ? refusal(null) : apiError('NOT_FOUND'));

const sees = ({ user }: RestRequest, context: ProjectContext, noun: string) => hasPermission(context, user, viewPermission(noun));

/** What the refs of the query stand for; kinds that the requester may not view are left out. @throws 401, 404 */
async function elements(request: RestRequest, context: ProjectContext, { refs, ref }: ResolverQuery): Promise<Found> {
  const kinds = referenceKinds.filter((kind) => sees(request, context, kind));
  const anyRef = parsedId(ref ?? undefined);
  const wanted = new Set([...kinds.flatMap((kind) => refs[kind] ?? []), ...(anyRef === null ? [] : [anyRef])]);
  if (wanted.size === 0) return {};
  const references = (await referencesOf(request, context.id, [...wanted])).filter(({ kind }) => kinds.includes(kind));
  const found: Found = {};
  for (const kind of kinds.filter((one) => refs[one] !== undefined)) {
    const reference = references.find((one) => one.kind === kind && one.ref === refs[kind]);
    if (!reference) throw missing(request);
    found[kind] = reference.id;
  }
  const any = kinds.flatMap((kind) => references.find((one) => one.kind === kind && one.ref === anyRef) ?? [])[0];
  return any ? { ...found, [any.kind]: any.id } : found;
}

async function referencesOf(request: RestRequest, project: number, refs: number[]): Promise<ElementReference[]> {
  const found = await Promise.all([
    request.call('backlog.elementsByRef', { project, refs }),
    request.call('issues.elementsByRef', { project, refs }),
  ]);
  return found.flat();
}

/** @throws 401, 404 */
async function milestone(request: RestRequest, context: ProjectContext, { milestone: slug }: ResolverQuery): Promise<Found> {
  if (slug === null || !sees(request, context, 'milestone')) return {};
  const known = await request.node.caches.projectMilestones.one(context.id);
  const found = known?.milestones.find((one) => one.slug === slug);
  if (!found) throw missing(request);
  return { milestone: found.id };
}

/** The page named, which must exist, or the one that a `ref` that is no number names, if there is one. @throws 401, 404 */
async function page(request: RestRequest, context: ProjectContext, { wikipage, ref }: ResolverQuery): Promise<Found> {
  const slug = wikipage ?? (parsedId(ref ?? undefined) === null ? ref : null);
  if (slug === null || !sees(request, context, 'wiki_page')) return {};
  const id = await request.call('wiki.pageBySlug', { project: context.id, slug });
  if (id !== null) return { wikipage: id };
  if (wikipage !== null) throw missing(request);
  return {};
}
