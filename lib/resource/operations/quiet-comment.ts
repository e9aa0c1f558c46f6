import { changeEntry } from '../changes';
import type { Resource } from '../define';
import type { RestRequest } from '../request';
import type { Element } from '../traits/element';
import { now } from '../values';
import { collectionOf, contextFor } from './lookup';

/** Comments on an element on behalf of the requester, who watches it from then on; its version stays. */
export async function commentQuietly<D extends Element>(
  resource: Resource<D>,
  request: RestRequest,
  id: number,
  comment: string,
): Promise<void> {
  const collection = collectionOf(resource, request);
  const element = await collection.findById(id);
  const context = element && (await contextFor(resource, request, element));
  if (!element || !context || !resource.history) return;
  const entry = await changeEntry({
    history: resource.history,
    request,
    action: 'change',
    before: element,
    after: element,
    context,
    comment,
  });
  if (!entry) return;
  const watcher = request.user === null ? {} : { addToSet: { watches: [{ id: request.user.id, at: now() }] } };
  await collection.updateOne({ id }, { ...watcher, push: { outbox: [entry] }, inc: { outbox_count: 1 } });
  await request.node.changes.deliver(resource.collection, id, [entry], request.call);
}
