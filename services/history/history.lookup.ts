import { apiError, rawError } from '../../lib/errors';
import type { ProjectContext } from '../../lib/contracts/project-context';
import { demand, type AccessRule } from '../../lib/resource/access';
import { can, both } from '../../lib/resource/access';
import type { RestRequest } from '../../lib/resource/request';
import { historyEntries, kindsInPaths, type HistoryEntry } from './entry';

/** The element whose history is asked for. */
export interface Subject {
  kind: HistoryEntry['kind'];
  object: number;
  context: ProjectContext;
}

export const entriesOf = (request: Pick<RestRequest, 'node'>) => request.node.store.collection<HistoryEntry>(historyEntries.name);

/** Reading needs view_project and the viewing permission of the kind (history.md, Comments). */
export const viewing = (path: string): AccessRule => both(can('view_project'), can(kindsInPaths[path]?.view ?? 'view_project'));

/** @throws 404 for an unknown or deleted element, 401 and 403 without permission */
export async function subjectOf(request: RestRequest, path: string): Promise<Subject> {
  const [named, object] = [kindsInPaths[path], request.id];
  const context = named && object !== null ? await request.context(await projectOf(request, named, object)) : null;
  if (!named || object === null || !context) throw apiError('NOT_FOUND');
  demand(viewing(path), { user: request.user, context, document: null, body: {} });
  return { kind: named.kind, object, context };
}

type Named = NonNullable<(typeof kindsInPaths)[string]>;

/** The project of an element; null for an unknown or deleted one. */
async function projectOf(request: RestRequest, { kind, keeper }: Named, object: number): Promise<number | null> {
  const latest = await entriesOf(request).findOne({ kind, object, listed: true }, { sort: ['-at'] });
  if (latest) return latest.action === 'delete' ? null : latest.project;
  // Of one that was made while this service was away the first entry is still on its way.
  return (await request.call(`${keeper}.elementFacts`, { kind, object }))?.project ?? null;
}

/** The entry named by the query's `id`. @throws 404 with an empty body */
export async function entryIn(request: RestRequest, { kind, object }: Subject): Promise<HistoryEntry> {
  const id = request.query.id;
  const entry = id === undefined ? null : await entriesOf(request).findOne({ id, kind, object, listed: true, hidden: false });
  if (!entry) throw rawError(404, 'NOT_FOUND', null);
  return entry;
}
