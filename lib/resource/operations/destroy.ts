import type { Reply } from '../../contracts/http';
import { demandWritable, type AccessRule } from '../access';
import { changeEntry } from '../changes';
import type { Resource } from '../define';
import type { Document } from '../document';
import { contextOf, type Draft } from '../draft';
import { noContent, type RestRequest } from '../request';
import { collectionOf, forChanging } from './lookup';

/** DELETE: found and permitted, own conditions, archived or blocked (permissions.md §3). */
export async function destroy<D extends Document>(resource: Resource<D>, request: RestRequest, access: AccessRule): Promise<Reply> {
  const { document, context } = await forChanging(resource, request, access);
  const draft: Draft<D> = {
    request,
    before: document,
    after: document,
    context,
    sent: new Set(),
    body: {},
    foreign: new Set(),
    headers: {},
    comment: '',
  };
  await resource.hooks?.beforeDestroy?.(draft);
  if (context) demandWritable(context);
  await destroyDraft(resource, draft);
  return noContent;
}

/** Removes a document. With its change entry, so that a crash in between is finished by the sweeper. */
export async function destroyDraft<D extends Document>(resource: Resource<D>, draft: Draft<D>): Promise<void> {
  const { request, after } = draft;
  const { history, collection } = resource;
  const { changes } = request.node;
  const entry = history && (await changeEntry({ history, request, action: 'delete', before: after, after, context: contextOf(draft) }));
  const removed = entry ? await changes.remove(collection, entry) : (await collectionOf(resource, request).remove({ id: after.id })) > 0;
  if (removed) await resource.hooks?.afterDestroy?.(draft);
  if (entry) await changes.deliver(collection, null, [entry], request.call);
}
