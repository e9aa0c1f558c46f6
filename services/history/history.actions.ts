import type { Filter } from '../../lib/contracts/store';
import { rawError } from '../../lib/errors';
import { anyone } from '../../lib/resource/access';
import type { RestAction } from '../../lib/resource/define';
import { documentSource, paged } from '../../lib/resource/pages';
import { ok, type RestRequest } from '../../lib/resource/request';
import { View } from '../../lib/resource/view';
import { kindsInPaths, type HistoryEntry } from './entry';
import { entriesOf, subjectOf, viewing } from './history.lookup';
import { peopleShown, shownEntry } from './history.serialize';

/** `GET /history/{kind}/{id}`: changes that aren't hidden, newest first (history.md, Reading). */
export const historyActions: RestAction[] = Object.keys(kindsInPaths).flatMap((path) => [
  {
    name: `${path}.list`,
    rest: { method: 'GET' as const, path: `/history/${path}/:id` },
    access: viewing(path),
    checksAccess: true,
    handler: (request: RestRequest) => list(request, path),
  },
  {
    name: `${path}.none`,
    rest: { method: 'GET' as const, path: `/history/${path}` },
    access: anyone,
    handler: () => Promise.reject(rawError(404, 'NOT_FOUND', null)),
  },
]);

async function list(request: RestRequest, path: string) {
  const { kind, object } = await subjectOf(request, path);
  const filter: Filter = { kind, object, listed: true, hidden: false, action: 'change', ...kindOfEntry(request.query.type) };
  const entries = entriesOf(request);
  const { rows, headers } = await paged(request, documentSource(entries, { filter, sort: ['-at', '-version'] }));
  return ok(await shown(request, rows), headers);
}

function kindOfEntry(type: string | undefined): Filter {
  if (type === 'comment') return { comment: { ne: '' } };
  return type === 'activity' ? { comment: '', changes: { gt: 0 } } : {};
}

async function shown(request: RestRequest, entries: readonly HistoryEntry[]) {
  const people = peopleShown(entries).map((id) => ({ id, user: id }));
  const view = await View.of(request.node, request.facts, people, { users: ['user'] });
  return entries.map((entry) => shownEntry(entry, view));
}
