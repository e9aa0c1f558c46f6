import type { Reply } from '../../contracts/http';
import type { ProjectContext } from '../../contracts/project-context';
import type { Collection, Filter, FindOptions } from '../../contracts/store';
import type { Resource } from '../define';
import type { Document } from '../document';
import { allOf, conditionsOf, nothing } from '../filters';
import { jsonList, jsonOf } from '../json-forms';
import { rankedKeyOf, rankedOrderOf, rankedSource, sortOf } from '../orders';
import { documentSource, paged, type ListSource } from '../pages';
import { isListed } from '../permissions';
import type { RestRequest } from '../request';
import { viewOf } from './answer';
import { withCurrentLinks } from './current-links';
import { collectionOf } from './lookup';

/** What a list request selects. */
export interface Selection {
  /** The project that the list is filtered by, when the query names an existing one. */
  context: ProjectContext | null;
  /** Conditions by parameter name, so that facets can leave out their own. */
  conditions: Map<string, Filter>;
  /** What the requester may see. */
  visible: Filter;
}

/** GET of a list: at most two operations of the store, whatever its length. */
export async function list<D extends Document>(resource: Resource<D>, request: RestRequest): Promise<Reply> {
  const selection = await selectionOf(resource, request);
  const collection = collectionOf(resource, request);
  const totals = new Totals(collection, (selection.context && resource.listTotals?.(request, selection.context)) ?? {});
  const page = await paged(request, totals.beside(await sourceOf(resource, request, collection, selection)));
  const [view, current] = await Promise.all([
    viewOf(resource, request, page.rows, 'list'),
    // Rows of a form of their own have no rendered texts.
    resource.serialize.list ? page.rows : withCurrentLinks(resource, request, page.rows),
  ]);
  const body = jsonList(current.map((document) => jsonOf(resource, 'list', document, view)));
  return { status: 200, body, headers: { ...page.headers, ...resource.listHeaders?.(await totals.read()) } };
}

/** Counts what the headers tell: in the same operation as the page of a list where the store sorts it. */
class Totals<D extends Document> {
  private counted: number[] | undefined;

  constructor(
    private readonly collection: Collection<D>,
    private readonly filters: Record<string, Filter>,
  ) {}

  beside({ source, options }: Listing<D>): ListSource<D> {
    if (!options) return source;
    const totals = Object.values(this.filters);
    return {
      ...source,
      page: async (offset, limit) => {
        const { found, counts } = await this.collection.together([{ ...options, offset, limit }], [...totals, options.filter]);
        this.counted = counts;
        return { rows: found[0] ?? [], total: counts.at(-1) ?? 0 };
      },
      rows: async (offset, limit) => {
        if (totals.length === 0) return source.rows(offset, limit);
        const { found, counts } = await this.collection.together([{ ...options, offset, limit }], totals);
        this.counted = counts;
        return found[0] ?? [];
      },
    };
  }

  async read(): Promise<Record<string, number>> {
    const names = Object.keys(this.filters);
    if (names.length === 0) return {};
    const numbers = this.counted ?? (await this.collection.counts(Object.values(this.filters)));
    return Object.fromEntries(names.map((name, index) => [name, numbers[index] ?? 0]));
  }
}

/** Reads the query of a list. @throws 400 for values of a wrong type */
export async function selectionOf<D extends Document>(resource: Resource<D>, request: RestRequest): Promise<Selection> {
  const context = await contextInQuery(resource, request);
  const conditions = await conditionsOf(resource.filters ?? {}, request.query, { context, request });
  const visible = await visibleFilter(resource, request, context);
  return { context, conditions, visible };
}

/** The filter of a selection, without the conditions of the parameters named. */
export function filterOf(selection: Selection, without: readonly string[] = []): Filter {
  const conditions = [...selection.conditions].filter(([name]) => !without.includes(name)).map(([, filter]) => filter);
  return allOf([selection.visible, ...conditions]);
}

async function contextInQuery<D extends Document>(resource: Resource<D>, request: RestRequest): Promise<ProjectContext | null> {
  if (resource.parent === null) return null;
  const slug = request.query.project__slug;
  const id = slug === undefined ? request.integerInQuery('project') : await request.call('projects.idOfSlug', { slug });
  return request.context(id);
}

/** Lists hold what the requester may see and never refuse (permissions.md §2). */
async function visibleFilter<D extends Document>(
  resource: Resource<D>,
  request: RestRequest,
  context: ProjectContext | null,
): Promise<Filter> {
  const scope = (await resource.scope?.(request)) ?? {};
  if (resource.parent === null) return scope;
  const permission = resource.listPermission ?? 'view_project';
  if (context) return isListed(context, request.user, permission) ? allOf([{ project: context.id }, scope]) : nothing;
  if (request.query.project !== undefined || request.query.project__slug !== undefined)
    return request.query.project === '' ? scope : nothing;
  if (request.user?.isSuperuser) return withoutHidden(await request.call('projects.hidden', {}), scope);
  const projects = await request.call('projects.visible', { user: request.user?.id ?? null, permission });
  return allOf([{ project: { in: projects } }, scope]);
}

/** Superusers see everything but what is still being imported. */
const withoutHidden = (hidden: readonly number[], scope: Filter): Filter =>
  hidden.length === 0 ? scope : allOf([{ project: { nin: hidden } }, scope]);

interface Listing<D extends Document> {
  source: ListSource<D>;
  /** How the store finds the rows; null where they are put in order in memory. */
  options: (FindOptions & { filter: Filter }) | null;
}

/** Rows of a list in the wanted order. */
async function sourceOf<D extends Document>(
  resource: Resource<D>,
  request: RestRequest,
  collection: Collection<D>,
  selection: Selection,
): Promise<Listing<D>> {
  const filter = filterOf(selection);
  const order = rankedOrderOf(resource, request.query.order_by);
  if (order && order.by === undefined) return { source: rankedSource(request, collection, filter, order), options: null };
  const ranked = order ? await rankedKeyOf(request, collection, { filter, context: selection.context }, order) : undefined;
  const sort = order ? ['-id'] : sortOf(resource, request.query.order_by);
  const options = { filter, ranked, sort };
  return { source: documentSource(collection, options), options };
}
