import type { ChangeEntry } from '../../contracts/changes';
import type { Reply } from '../../contracts/http';
import { demandWritable, type AccessRule } from '../access';
import { changeEntry } from '../changes';
import type { Resource } from '../define';
import type { Document } from '../document';
import { contextOf, followingDraft, type Draft } from '../draft';
import { noContent, type RestRequest } from '../request';
import { collectionOf, contextFor, forChanging } from './lookup';

/** DELETE: found and permitted, own conditions, archived or blocked (permissions.md §3). */
export async function destroy<D extends Document>(resource: Resource<D>, request: RestRequest, access: AccessRule): Promise<Reply> {
  const { document, context } = await forChanging(resource, request, access);
  const draft = followingDraft({ request, before: document, after: document, context });
  await resource.hooks?.beforeDestroy?.(draft);
  if (context) demandWritable(context);
  await destroyDraft(resource, draft);
  return noContent;
}

/** Repeats what follows from a removal, on behalf of nobody, when it isn't known whether the process that began it came to it. */
export async function followRemoval<D extends Document>(resource: Resource<D>, request: RestRequest, entry: ChangeEntry): Promise<void> {
  const document = entry.document as D;
  const context = await request.context(entry.project);
  await resource.hooks?.afterDestroy?.(followingDraft({ request, before: document, after: document, context }));
}

/** Does a removal without a change entry again, on behalf of nobody, when it isn't known how far the process came that began it. */
export async function repeatRemoval<D extends Document>(resource: Resource<D>, request: RestRequest, document: D): Promise<void> {
  const context = await contextFor(resource, request, document);
  const draft = followingDraft({ request, before: document, after: document, context });
  await resource.hooks?.release?.(draft);
  await collectionOf(resource, request).remove({ id: document.id });
  await resource.hooks?.afterDestroy?.(draft);
}

/** Whether more follows from a removal than the sweeper learns from a change entry. */
export const isKeptWhileRemoved = <D extends Document>({ history, hooks }: Resource<D>): boolean =>
  !history && Boolean(hooks?.release ?? hooks?.afterDestroy);

/** Removes a document. What follows from it is kept with its change entry, or by itself, so that a crash in between is finished by the sweeper. */
export async function destroyDraft<D extends Document>(resource: Resource<D>, draft: Draft<D>): Promise<void> {
  const { request, after } = draft;
  const { history, collection } = resource;
  const { changes, removals } = request.node;
  if (isKeptWhileRemoved(resource)) {
    const moveTo = request.query.moveTo ?? null;
    return removals.run({ collection, document: after, moveTo }, () => removeWithout(resource, draft));
  }
  const entry = history && (await changeEntry({ history, request, action: 'delete', before: after, after, context: contextOf(draft) }));
  if (!entry) return removeWithout(resource, draft);
  await changes.remove(collection, entry, after);
  // Also when somebody else has removed it meanwhile: a first try that arrived looks the same.
  await resource.hooks?.afterDestroy?.(draft);
  await changes.deliver(collection, null, [entry], request.call);
}

/** Removes a document that has no change entry. */
async function removeWithout<D extends Document>(resource: Resource<D>, draft: Draft<D>): Promise<void> {
  await resource.hooks?.release?.(draft);
  await collectionOf(resource, draft.request).remove({ id: draft.after.id });
  await resource.hooks?.afterDestroy?.(draft);
}
