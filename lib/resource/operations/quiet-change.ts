import { apiError } from '../../errors';
import type { ChangeEntry } from '../../contracts/changes';
import { changedNames, changeEntry } from '../changes';
import type { BulkUpdate, Filter } from '../../contracts/store';
import type { RecordedResource } from '../define';
import type { Document } from '../document';
import type { RestRequest } from '../request';
import { equalJson } from '../values';
import { collectionOf, contextFor } from './lookup';

/** How often documents that were changed by others meanwhile are read and changed again. */
const attempts = 50;

/** What of a document changes; null when nothing does. */
export type QuietChange<D extends Document> = (document: D) => Partial<D> | null;

/** How documents are changed quietly. */
export interface QuietOptions<D extends Document> {
  /** What of the document as it was read must still hold when it is written, beside its version. */
  condition?(document: D): Filter;
  /** The caller tells live clients itself, by one message for all. */
  pushed?: boolean;
  /** The documents, where they were read for this already. */
  found?: readonly D[];
  /** Further updates that go with the first write. */
  beside?: Beside;
}

/** Updates of other documents, without history. */
export interface Beside {
  updates: readonly BulkUpdate[];
  /** Called when some of them may have matched nothing. */
  missed(): void;
}

interface Prepared<D extends Document> {
  after: D;
  set: Record<string, unknown>;
  version: unknown;
  entry: ChangeEntry | null;
  /** What must still hold when it is written. */
  condition: Filter;
}

/**
 * Changes documents on behalf of something else (bulk orders, a sprint that takes tasks along): with an entry in the
 * history, but without a new version (occ.md). One read and one write for all of them, unless others write meanwhile.
 * @returns the documents that changed, as they are then
 */
export async function changeQuietly<D extends Document>(
  resource: RecordedResource<D>,
  request: RestRequest,
  ids: readonly number[],
  change: QuietChange<D>,
  options: QuietOptions<D> = {},
): Promise<D[]> {
  const collection = collectionOf(resource, request);
  const done: D[] = [];
  let waiting = [...ids];
  for (let attempt = 0; attempt < attempts && waiting.length > 0; attempt++) {
    const isFirst = attempt === 0;
    const documents = (isFirst && options.found) || (await collection.findByIds(waiting));
    const prepared = await prepare(resource, request, documents, change, options);
    const beside = isFirst ? (options.beside?.updates ?? []) : [];
    const updates = [...prepared.map(updateOf), ...beside];
    if (updates.length === 0) return done;
    const isComplete = (await collection.bulkUpdate(updates)) === updates.length;
    if (!isComplete && beside.length > 0) options.beside?.missed();
    const stored = isComplete ? prepared : await storedOf(resource, request, prepared);
    done.push(...stored.map(({ after }) => after));
    await deliverAll(resource, request, stored);
    const finished = new Set(stored.map(({ after }) => after.id));
    waiting = prepared.map(({ after }) => after.id).filter((id) => !finished.has(id));
  }
  if (waiting.length > 0) throw apiError('UNAVAILABLE');
  return done;
}

/** All at once, so that what follows from the changes is stored together. */
async function deliverAll<D extends Document>(
  resource: RecordedResource<D>,
  request: RestRequest,
  stored: readonly Prepared<D>[],
): Promise<void> {
  const delivered = stored.flatMap(({ after, entry }) => (entry ? [{ document: after.id, entries: [entry] }] : []));
  await request.node.changes.deliverAll(resource.collection, delivered, request.call);
}

async function prepare<D extends Document>(
  resource: RecordedResource<D>,
  request: RestRequest,
  documents: readonly D[],
  change: QuietChange<D>,
  { condition, pushed = false }: QuietOptions<D>,
): Promise<Prepared<D>[]> {
  const prepared: Prepared<D>[] = [];
  for (const before of documents) {
    const wanted = Object.entries(change(before) ?? {}).filter(([name, value]) => !equalJson(before[name] ?? null, value ?? null));
    if (wanted.length === 0) continue;
    const after: D = { ...before, ...Object.fromEntries(wanted) };
    const entry = await entryOf(resource, request, { before, after, pushed });
    const set = { ...Object.fromEntries(wanted), ...versionsOf(entry, before, after) };
    prepared.push({ after, entry, set, version: before.version, condition: condition?.(before) ?? {} });
  }
  return prepared;
}

async function entryOf<D extends Document>(
  resource: RecordedResource<D>,
  request: RestRequest,
  change: { before: D; after: D; pushed: boolean },
): Promise<ChangeEntry | null> {
  const { history } = resource;
  const context = history ? await contextFor(resource, request, change.after) : null;
  if (!history || !context) return null;
  const version = resource.versioned ? (change.before.version as number) : null;
  return changeEntry({ history, request, action: 'change', context, version, ...change });
}

/** The changed attributes count as changed in the present version, so that edits made from older ones are refused. */
function versionsOf(entry: ChangeEntry | null, before: Document, after: Document): Record<string, unknown> {
  if (before.version === undefined) return {};
  return Object.fromEntries(changedNames(entry, before, after).map((name) => [`field_versions.${name}`, before.version]));
}

function updateOf<D extends Document>({ after, set, version, entry, condition }: Prepared<D>) {
  const filter = version === undefined ? { id: after.id, ...condition } : { id: after.id, version: version as number, ...condition };
  return { filter, update: entry ? { set, push: { outbox: [entry] }, inc: { outbox_count: 1 } } : { set } };
}

/** Which of several writes took place: their entries stand in the documents, or their values do. */
async function storedOf<D extends Document>(
  resource: RecordedResource<D>,
  request: RestRequest,
  prepared: readonly Prepared<D>[],
): Promise<Prepared<D>[]> {
  const found = await collectionOf(resource, request).findByIds(prepared.map(({ after }) => after.id));
  const present = new Map(found.map((document) => [document.id, document]));
  return prepared.filter(({ after, entry, version }) => {
    const document = present.get(after.id);
    // One that is gone needs no change any more.
    if (!document) return true;
    const outbox = (document.outbox ?? []) as ChangeEntry[];
    return entry ? outbox.some(({ id }) => id === entry.id) : document.version === version;
  });
}
