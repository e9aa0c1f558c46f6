import type { ChangeEntry } from '../../contracts/changes';
import type { Reply } from '../../contracts/http';
import type { ProjectContext } from '../../contracts/project-context';
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
  const draft = draftOf(request, document, context);
  await resource.hooks?.beforeDestroy?.(draft);
  if (context) demandWritable(context);
  await destroyDraft(resource, draft);
  return noContent;
}

/** Repeats what follows from a removal, on behalf of nobody, when it isn't known whether the process that began it came to it. */
export async function followRemoval<D extends Document>(resource: Resource<D>, request: RestRequest, entry: ChangeEntry): Promise<void> {
  const document = entry.document as D;
  await resource.hooks?.afterDestroy?.(draftOf(request, document, await request.context(entry.project)));
}

function draftOf<D extends Document>(request: RestRequest, document: D, context: ProjectContext | null): Draft<D> {
  return {
    ...{ request, before: document, after: document, context, comment: '' },
    ...{ sent: new Set(), body: {}, foreign: new Set(), headers: {} },
  };
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
