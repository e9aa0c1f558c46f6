import type { Reply } from '../../../lib/contracts/http';
import type { Mark } from '../../../lib/contracts/marks';
import type { ProjectContext } from '../../../lib/contracts/project-context';
import { anyone } from '../../../lib/resource/access';
import type { RestAction } from '../../../lib/resource/define';
import { pagedArray } from '../../../lib/resource/pages';
import { hasPermission } from '../../../lib/resource/permissions';
import { ok, type RestRequest } from '../../../lib/resource/request';
import { byCodePoint } from '../../../lib/resource/values';
import { matchesSearch, parseSearch, wordsOf } from '../../../lib/search/query';
import { elementEntry, projectEntry, type Marked } from './marks.entries';
import { userInPath } from './visibility';

const permissions: Record<Marked['type'], string> = {
  project: 'view_project',
  epic: 'view_epics',
  userstory: 'view_us',
  task: 'view_tasks',
  issue: 'view_issues',
};

type Contexts = ReadonlyMap<number, ProjectContext>;

/** Everything that a user has marked so. */
type Source = (request: RestRequest, user: number) => Promise<Marked[]>;

const liked: Source = async ({ call }, user) => (await call('projects.likedBy', { user })).map((like) => ({ type: 'project', ...like }));

const watchedProjects: Source = async ({ call }, user) =>
  (await call('notifications.watchedProjects', { user })).map((watch) => ({ type: 'project', ...watch }));

const marked =
  (mark: Mark): Source =>
  async ({ call, user: viewer }, user) => {
    const query = { user, mark, viewer: viewer?.id ?? null };
    return (await Promise.all([call('backlog.markedBy', query), call('issues.markedBy', query)])).flat();
  };

/** A list of users.md §7: what the requester may see of it, newest first. */
async function listMarks(request: RestRequest, sources: readonly Source[]): Promise<Reply> {
  const { id } = await userInPath(request);
  const all = (await Promise.all(sources.map((source) => source(request, id)))).flat();
  const contexts = await request.node.caches.projects.many(new Set(all.map(({ project }) => project)));
  const selected = all.filter((entry) => isSelected(request, entry, contexts)).filter(searched(request, contexts));
  const { rows, headers } = await pagedArray(request, newestFirst(selected));
  return ok(await entriesOf(request, rows, contexts), headers);
}

/** Of one moment: with its first element a project is watched, too, and before all further ones. */
function newestFirst(entries: readonly Marked[]): Marked[] {
  const firsts = new Map<number, Marked>();
  for (const entry of entries) {
    const first = firsts.get(entry.project);
    if (entry.type !== 'project' && (!first || entry.since < first.since)) firsts.set(entry.project, entry);
  }
  const place = (entry: Marked) => (entry.type === 'project' ? 1 : firsts.get(entry.project) === entry ? 0 : 2);
  return [...entries].sort((one, other) => byCodePoint(other.since, one.since) || place(other) - place(one));
}

function isSelected({ query, user }: RestRequest, entry: Marked, contexts: Contexts): boolean {
  const context = contexts.get(entry.project);
  if (!context || (query.type && query.type !== entry.type)) return false;
  return !context.is_private || hasPermission(context, user, permissions[entry.type]);
}

function searched({ query }: RestRequest, contexts: Contexts): (entry: Marked) => boolean {
  const search = parseSearch(query.q ?? '');
  return (entry) => {
    const own = entry.type === 'project' ? '' : `${entry.subject} ${entry.ref}`;
    return matchesSearch(search, wordsOf(`${own} ${contexts.get(entry.project)?.name ?? ''}`));
  };
}

async function entriesOf(request: RestRequest, rows: readonly Marked[], contexts: Contexts): Promise<Record<string, unknown>[]> {
  const { call, node, facts, user } = request;
  const projects = rows.filter(({ type }) => type === 'project').map(({ project }) => project);
  const assignees = rows.map((row) => (row.type === 'project' ? null : row.assigned_to)).filter((id) => id !== null);
  const [watchers, fans, cards] = await Promise.all([
    node.caches.projectWatchers.many(projects),
    projects.length > 0 ? call('projects.fans', { user: user?.id ?? null, projects }) : [],
    node.caches.users.many(new Set(assignees)),
  ]);
  const fansOf = new Map(fans.map((fact) => [fact.project, fact]));
  return rows.flatMap((row) => {
    const context = contexts.get(row.project);
    if (!context) return [];
    if (row.type !== 'project') return [elementEntry(row, context, cards.get(row.assigned_to ?? 0), facts.language)];
    return [projectEntry(row, context, user?.id ?? null, { watchers: watchers.get(row.project), fans: fansOf.get(row.project) })];
  });
}

const lists: readonly [name: string, sources: readonly Source[], summary: string][] = [
  ['liked', [liked], 'Projects that a user likes'],
  ['voted', [marked('vote')], 'What a user has voted for'],
  ['watched', [marked('watch'), watchedProjects], 'What a user watches'],
];

export const marksActions: readonly RestAction[] = lists.map(([name, sources, summary]) => ({
  name: `users.${name}`,
  rest: { method: 'GET', path: `/users/:id/${name}` },
  access: anyone,
  handler: (request) => listMarks(request, sources),
  summary,
}));
