import { apiError } from '../../lib/errors';
import type { Reply } from '../../lib/contracts/http';
import type { BacklogSearchKind } from '../../lib/contracts/search';
import { anyone, refusal } from '../../lib/resource/access';
import type { RestAction } from '../../lib/resource/define';
import { permissionsOf } from '../../lib/resource/permissions';
import { ok, type RestRequest } from '../../lib/resource/request';
import { viewPermission } from '../../lib/resource/traits/element';
import { parsedId } from '../../lib/resource/values';

const backlogKinds: readonly [kind: BacklogSearchKind, noun: string][] = [
  ['epics', 'epic'],
  ['userstories', 'us'],
  ['tasks', 'task'],
];

/** `GET /search?project=&text=`: all that the requester may view of a project, a list for each kind (misc.md, Search). */
export const searchAction: RestAction = {
  name: 'search',
  rest: { method: 'GET', path: '/search' },
  access: anyone,
  handler: search,
};

async function search(request: RestRequest): Promise<Reply> {
  const context = await request.context(parsedId(request.query.project));
  if (!context) throw request.user === null ? refusal(null) : apiError('NOT_FOUND');
  const granted = permissionsOf(context, request.user);
  const sees = (noun: string) => granted.has(viewPermission(noun));
  const wanted = { project: context.id, text: request.query.text ?? '', limit: request.node.config.projects.searchLimit };
  const kinds = backlogKinds.filter(([, noun]) => sees(noun)).map(([kind]) => kind);
  const [backlog, issues, wikipages] = await Promise.all([
    kinds.length > 0 ? request.call('backlog.search', { ...wanted, kinds }) : {},
    sees('issue') ? request.call('issues.search', wanted) : undefined,
    sees('wiki_page') ? request.call('wiki.search', wanted) : undefined,
  ]);
  const found = { ...backlog, ...(issues && { issues }), ...(wikipages && { wikipages }) };
  const count = Object.values(found).reduce((sum, list: readonly unknown[]) => sum + list.length, 0);
  return ok({ ...found, count });
}
