import type { Reply } from '../../contracts/http';
import type { Resource } from '../define';
import type { Document } from '../document';
import { jsonOf } from '../json-forms';
import type { RestRequest } from '../request';
import { View } from '../view';
import { withCurrentLinks } from './current-links';

/** The view on documents: their cards and what the resource loads beside them. */
export async function viewOf<D extends Document>(
  resource: Resource<D>,
  request: RestRequest,
  documents: readonly D[],
  form: 'list' | 'detail',
): Promise<View> {
  const loaded = await resource.load?.(request, documents, form);
  return View.of(request.node, request.facts, documents, resource.references ?? {}, { loaded });
}

/** Detail forms of documents, with the cards they need loaded in one batch. */
export async function detailsOf<D extends Document>(
  resource: Resource<D>,
  request: RestRequest,
  documents: readonly D[],
): Promise<Record<string, unknown>[]> {
  const [view, current] = await Promise.all([
    viewOf(resource, request, documents, 'detail'),
    withCurrentLinks(resource, request, documents),
  ]);
  return current.map((document) => resource.serialize.detail(document, view));
}

/** The answer with one document's detail form. */
export async function answerDetail<D extends Document>(
  resource: Resource<D>,
  request: RestRequest,
  document: D,
  status: number,
  headers?: Record<string, string>,
): Promise<Reply> {
  if (resource.answer) return resource.answer(request, document, status, headers);
  const [view, [current = document]] = await Promise.all([
    viewOf(resource, request, [document], 'detail'),
    withCurrentLinks(resource, request, [document]),
  ]);
  return { status, body: jsonOf(resource, 'detail', current, view), headers };
}
