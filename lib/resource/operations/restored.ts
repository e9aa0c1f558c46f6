import { apiErrorOf, type ApiError } from '../../errors';
import type { NodeTools } from '../../contracts/node';
import type { PortableDocument } from '../../contracts/portable-actions';
import type { ProjectContext } from '../../contracts/project-context';
import type { Resource } from '../define';
import type { Document } from '../document';
import type { Portable } from '../portable';
import { newDocument } from './create';
import { uniqueRefusal } from './errors';

/** What the kit keeps that isn't a field of the declaration, and that a restored document brings along. */
const kept = ['created_date', 'modified_date', 'version'] as const;

/** Fields that never leave the installation. */
export const internalFields = ['outbox', 'outbox_count', 'field_versions', 'terms', 'words'] as const;

/** Documents of a resource with given values, numbered; what is left out is initial. */
export async function restoredDocuments<D extends Document>(
  resource: Resource<D>,
  values: readonly Record<string, unknown>[],
  { id: project }: Pick<ProjectContext, 'id'>,
  { store }: Pick<NodeTools, 'store'>,
): Promise<D[]> {
  const first = values.length === 0 ? 0 : await store.take(resource.collection, values.length);
  return values.map((own, index) => {
    const document = newDocument(resource, { ...own, project }) as Record<string, unknown>;
    for (const key of kept) if (key in document && own[key] !== undefined) document[key] = own[key];
    if (resource.referenced) document.ref = own.ref;
    delete document.watchers;
    if (resource.history) Object.assign(document, { outbox: [], outbox_count: 0 });
    document.id = first + index;
    return document as D;
  });
}

/** Lets the documents of a resource travel that are no more than their fields. */
export function portableResource<D extends Document>(resource: Resource<D>, more: Partial<Portable> = {}): Portable {
  return {
    collection: resource.collection,
    omitted: internalFields,
    restore: (values, context, { node }) => restoredDocuments(resource, values, context, node),
    refusal: (document, error) => refusalOf(resource, document, error),
    ...more,
  };
}

/** The API's error of a unique index. @throws other errors */
export function refusalOf<D extends Document>(resource: Resource<D>, document: PortableDocument, error: unknown): ApiError {
  const refusal = uniqueRefusal(resource, document as unknown as D, error);
  if (apiErrorOf(refusal)) return refusal as ApiError;
  throw refusal;
}
