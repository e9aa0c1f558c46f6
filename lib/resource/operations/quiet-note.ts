import { changeEntry } from '../changes';
import type { RecordedResource } from '../define';
import type { RestRequest } from '../request';
import type { Element } from '../traits/element';
import { now } from '../values';
import { collectionOf, contextFor } from './lookup';

/** What is noted on an element beside an edit of it. */
export interface Note {
  comment: string;
  /** Ids that array fields hold from then on. */
  adds?: Record<string, number>;
}

/**
 * Comments on an element on behalf of the requester, who watches it from then on; its version stays. What it adds is
 * added rather than set, so that of two notes at once both stay.
 */
export async function noteQuietly<D extends Element>(
  resource: RecordedResource<D>,
  request: RestRequest,
  id: number,
  { comment, adds = {} }: Note,
): Promise<void> {
  const collection = collectionOf(resource, request);
  const before = await collection.findById(id);
  const context = before && (await contextFor(resource, request, before));
  if (!before || !context || !resource.history) return;
  const held = (field: string) => (before[field] ?? []) as number[];
  const added = Object.entries(adds).map(([field, one]) => [field, [...new Set([...held(field), one])]] as const);
  const after: D = { ...before, ...Object.fromEntries(added) };
  const entry = await changeEntry({ history: resource.history, request, action: 'change', before, after, context, comment });
  if (!entry) return;
  const addToSet: Record<string, readonly unknown[]> = Object.fromEntries(Object.entries(adds).map(([field, one]) => [field, [one]]));
  if (request.user && comment !== '') addToSet.watches = [{ id: request.user.id, at: now() }];
  const inc = { outbox_count: 1, ...(comment === '' ? {} : { total_comments: 1 }) };
  await collection.updateOne({ id }, { addToSet, push: { outbox: [entry] }, inc });
  await request.node.changes.deliver(resource.collection, id, [entry], request.call);
}
