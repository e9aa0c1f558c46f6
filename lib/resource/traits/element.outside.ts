import type { ElementReference } from '../../contracts/element-cards';
import type { RequestFacts } from '../../contracts/http';
import type { Caller, NodeTools } from '../../contracts/node';
import type { ExternalReference, OutsideChange } from '../../contracts/outside-actions';
import type { Store } from '../../contracts/store';
import { apiError } from '../../errors';
import type { Resource } from '../define';
import { followingDraft, type Draft } from '../draft';
import { collectionOf } from '../operations/lookup';
import { saveDraft } from '../operations/update';
import { RestRequest } from '../request';
import { equalJson } from '../values';
import type { Element } from './element';
import type { StoredKind } from './element.internal';

/** Whoever calls an internal action. */
interface Asker {
  node: NodeTools;
  facts: RequestFacts | null;
  call: Caller;
}

/** How often a change that others came before is made again. */
const attempts = 50;

/** The same work in the name of a user who sent no request. */
export function actingAs(asker: Asker, user: number): RestRequest {
  const request = RestRequest.inside(asker);
  return new RestRequest(asker.node, { ...request.facts, user: { id: user, isSuperuser: false } }, request.params, asker.call);
}

/**
 * Changes an element, or comments on it, in the name of a user and without asking for permission: history, timeline,
 * webhooks and notifications follow as from an edit; the version stays (occ.md).
 * @returns false when the element is gone. @throws 503 when others keep changing it
 */
export async function changeFromOutside<D extends Element>(resource: Resource<D>, asker: Asker, change: OutsideChange): Promise<boolean> {
  const request = actingAs(asker, change.actor);
  for (let attempt = 0; attempt < attempts; attempt++) {
    const before = await collectionOf(resource, request).findById(change.id);
    if (!before) return false;
    if (await saveDraft(resource, await draftOf(request, before, change), false)) return true;
  }
  throw apiError('UNAVAILABLE');
}

async function draftOf<D extends Element>(request: RestRequest, before: D, { values, comment }: OutsideChange): Promise<Draft<D>> {
  const context = await request.context(before.project);
  return { ...followingDraft({ request, before, after: { ...before, ...values }, context }), sent: new Set(Object.keys(values)), comment };
}

/** Elements of a project with this external_reference, of all these kinds. */
export async function elementsOfReference(
  store: Store,
  kinds: readonly StoredKind[],
  { project, reference }: { project: number; reference: ExternalReference },
): Promise<ElementReference[]> {
  const found = await Promise.all(
    kinds.map(async ({ collection, reference: kind }) => {
      // Indexed by the parts of the reference; their order is compared here.
      const filter = { project, external_reference: { contains: reference[1] } };
      const elements = await store.collection<Element>(collection).find({ filter });
      const matching = elements.filter(({ external_reference: known }) => equalJson(known, reference));
      return matching.map(({ id, ref, subject }) => ({ kind, id, project, ref, subject }));
    }),
  );
  return found.flat();
}

/** Stored documents for whoever shows them elsewhere, without what only the store needs. */
export async function documentsOf(store: Store, collection: string, ids: readonly number[]): Promise<Record<string, unknown>[]> {
  const found = await store.collection<{ id: number } & Record<string, unknown>>(collection).findByIds(ids);
  return found.map(
    ({ outbox: _outbox, outbox_count: _count, field_versions: _versions, terms: _terms, words: _words, ...document }) => document,
  );
}
