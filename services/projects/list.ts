import { apiError } from '../../lib/errors';
import type { Reply } from '../../lib/contracts/http';
import type { Filter, Sort } from '../../lib/contracts/store';
import { allOf, conditionsOf, q, type FilterDeclaration } from '../../lib/resource/filters';
import { membershipsOfUser } from '../../lib/resource/memberships';
import { documentSource, paged, pagedArray, type PagedRows } from '../../lib/resource/pages';
import { parseSearch } from '../../lib/search/query';
import { bestOf } from '../../lib/search/rank';
import type { RestRequest } from '../../lib/resource/request';
import { parsedId } from '../../lib/resource/values';
import { joined, fragmentOf, ownFragment } from './detail/fragments';
import { requesterFragment, surroundingsOf } from './detail/requester-facts';
import { projectsOf, type Project } from './documents';
import { byUserOrder, shuffled } from './list.rules';
import { searched, weightedTexts } from './search.rules';
import { visibleTo } from './visibility';

const filters: Record<string, FilterDeclaration> = {
  is_looking_for_people: q.boolean('is_looking_for_people'),
  is_featured: q.boolean('is_featured'),
  is_backlog_activated: q.boolean('is_backlog_activated'),
  is_kanban_activated: q.boolean('is_kanban_activated'),
  q: q.custom((value) => {
    const query = parseSearch(value);
    return query && searched(query);
  }),
};

const totals = ['total_fans', 'total_activity'].flatMap((total) => [
  total,
  ...['week', 'month', 'year'].map((period) => `${total}_last_${period}`),
]);
/** One's own order; the longer name is the one of the interface. */
const userOrder = /^-?(memberships__)?user_order$/;
const days: Record<string, number> = { week: 7, month: 30, year: 365 };

/** GET /projects (projects.md §4): at most two operations of the store. */
export async function listProjects(request: RestRequest): Promise<Reply> {
  const conditions = await conditionsOf(filters, request.query, { context: null, request });
  const filter = allOf([await visibleProjects(request), ...conditions.values(), ...(await ofMembers(request)), recent(request)]);
  const page = await pageOf(request, filter);
  const slight = (request.query.slight ?? '') !== '';
  const around = await surroundingsOf(request, page.rows, false);
  const items = page.rows.flatMap((project) => {
    const context = around.contexts.get(project.id);
    if (!context) return [];
    const members = fragmentOf({ members: context.members.map(({ user }) => user) });
    return [joined(ownFragment(project), members, requesterFragment(request, project, context, around, slight))];
  });
  return { status: 200, body: `[${items.join(',')}]`, headers: page.headers };
}

const discovers = (request: RestRequest) => request.query.discover_mode === 'true';

function visibleProjects(request: RestRequest): Promise<Filter> {
  if (!discovers(request)) return visibleTo(request.node, request.user, 'view_project');
  return Promise.resolve({ anon_permissions: { contains: 'view_project' }, blocked_code: null });
}

/** `member` names one user, `members` several, any of whom may be in the project. */
async function ofMembers({ query, call }: RestRequest): Promise<Filter[]> {
  const wanted = ['member', 'members'].filter((name) => (query[name] ?? '') !== '');
  const users = wanted.map((name) => (name === 'member' ? [query[name]] : (query[name] ?? '').split(',')).map((id) => userOf(name, id)));
  const projects = await Promise.all(users.map((some) => call('memberships.projectsOf', { users: some })));
  return projects.map((ids) => ({ id: { in: ids } }));
}

/** @throws 400 */
function userOf(name: string, text = ''): number {
  const user = parsedId(text);
  if (user === null) throw apiError('BAD_REQUEST', `'${name}' must be an integer value.`);
  return user;
}

/** With an order by what happened lately, projects in which nothing did are left out. */
function recent(request: RestRequest): Filter {
  const [, period] = /^-total_(?:fans|activity)_last_(week|month|year)$/.exec(request.query.order_by ?? '') ?? [];
  const length = period === undefined ? undefined : days[period];
  return length === undefined ? {} : { totals_updated_datetime: { gte: new Date(Date.now() - length * 86_400_000).toISOString() } };
}

async function pageOf(request: RestRequest, filter: Filter): Promise<PagedRows<Project>> {
  const collection = projectsOf(request.node.store);
  const ids = await specialOrder(request, filter);
  if (!ids) {
    const sort = sortOf(request.query.order_by);
    return paged(request, documentSource(collection, { filter, sort }));
  }
  const page = await pagedArray(request, ids);
  const found = new Map((await collection.findByIds(page.rows)).map((project) => [project.id, project]));
  return { ...page, rows: page.rows.flatMap((id) => found.get(id) ?? []) };
}

/** Ids of all matches, for the orders that the store doesn't know; null for the others. */
async function specialOrder(request: RestRequest, filter: Filter): Promise<number[] | null> {
  const { query, user, node } = request;
  const collection = projectsOf(node.store);
  const idsAndNames = { filter, fields: ['name'], sort: ['name', 'id'] };
  if (user !== null && userOrder.test(query.order_by ?? '')) {
    const [found, own] = await Promise.all([collection.find(idsAndNames), membershipsOfUser(node, user.id)]);
    const ids = byUserOrder(found, new Map(own.map(({ project, user_order }) => [project, user_order])));
    return query.order_by?.startsWith('-') ? ids.reverse() : ids;
  }
  if (discovers(request) && query.is_featured === 'true') return shuffled((await collection.find(idsAndNames)).map(({ id }) => id));
  const search = parseSearch(query.q ?? '');
  if (search === null || totals.includes(query.order_by?.replace(/^-/, '') ?? '')) return null;
  const found = await collection.find({ ...idsAndNames, fields: ['name', 'tags', 'description'] });
  return bestOf(search, found, weightedTexts, found.length).map(({ id }) => id);
}

function sortOf(wanted: string | undefined): Sort {
  return wanted !== undefined && totals.includes(wanted.replace(/^-/, '')) ? [wanted, '-id'] : ['name', 'id'];
}
