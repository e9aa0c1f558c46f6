import type { Reply } from '../../../lib/contracts/http';
import type { ProjectContext } from '../../../lib/contracts/project-context';
import { anyone } from '../../../lib/resource/access';
import type { RestAction } from '../../../lib/resource/define';
import { pagedArray } from '../../../lib/resource/pages';
import { hasPermission } from '../../../lib/resource/permissions';
import { ok, type RestRequest } from '../../../lib/resource/request';
import { byCodePoint } from '../../../lib/resource/values';
import { matchesSearch, parseSearch, wordsOf } from '../../../lib/search/query';
import { translate } from '../../../lib/text/translate';
import { accountsOf, type AccountDocument } from '../accounts/account';
import { publicUsers } from '../accounts/views';
import { userInPath, sharedProjects } from './visibility';

async function stats(request: RestRequest): Promise<Reply> {
  const { id } = await userInPath(request);
  const contexts = await sharedProjects(request, id);
  const projects = contexts.map((context) => context.id);
  const [closed, contacts] = await Promise.all([
    projects.length === 0 ? 0 : request.call('backlog.closedStoriesOf', { user: id, projects }),
    accountsOf(request.node).count({ id: { in: othersIn(contexts, id) }, is_active: true }),
  ]);
  return ok({
    total_num_projects: projects.length,
    roles: rolesIn(contexts, id).map((name) => translate(name, request.facts.language)),
    total_num_contacts: contacts,
    total_num_closed_userstories: closed,
  });
}

async function contacts(request: RestRequest): Promise<Reply> {
  const { id } = await userInPath(request);
  const excluded = await excludedMembers(request);
  const ids = othersIn(await sharedProjects(request, id), id).filter((user) => !excluded.has(user));
  const found = await accountsOf(request.node).find({ filter: { id: { in: ids }, is_active: true } });
  const query = parseSearch(request.query.q ?? '');
  const people = found.filter((account) => matchesSearch(query, wordsOf(`${account.username} ${account.full_name} ${account.email}`)));
  people.sort((one, other) => byCodePoint(sortKey(one), sortKey(other)));
  const { rows, headers } = await pagedArray(request, people);
  return ok(await publicUsers(request, rows), headers);
}

const sortKey = ({ full_name, username }: AccountDocument) => full_name + username;

/** Different members of the projects beside the user. */
function othersIn(contexts: readonly ProjectContext[], user: number): number[] {
  const members = new Set(contexts.flatMap((context) => context.members.map((member) => member.user)));
  members.delete(user);
  return [...members];
}

function rolesIn(contexts: readonly ProjectContext[], user: number): string[] {
  const names = contexts.flatMap(({ members, roles }) => {
    const role = members.find((member) => member.user === user)?.role;
    return roles.filter(({ id }) => id === role).map(({ name }) => name);
  });
  return [...new Set(names)].sort(byCodePoint);
}

/** Members of a project that the requester doesn't see stay, since leaving them out would tell who they are. */
async function excludedMembers(request: RestRequest): Promise<ReadonlySet<number>> {
  const context = await request.context(request.integerInQuery('exclude_project'));
  if (!context || !hasPermission(context, request.user, 'view_project')) return new Set();
  return new Set(context.members.map(({ user }) => user));
}

export const peopleActions: readonly RestAction[] = [
  { name: 'users.stats', rest: { method: 'GET', path: '/users/:id/stats' }, access: anyone, handler: stats, summary: 'Figures of a user' },
  {
    name: 'users.contacts',
    rest: { method: 'GET', path: '/users/:id/contacts' },
    access: anyone,
    handler: contacts,
    summary: 'People who share projects with a user',
  },
];
