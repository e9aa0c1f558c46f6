import type { CommentsCounted, LeftProject } from '../../contracts/element-actions';
import type { ElementReference } from '../../contracts/element-cards';
import type { MarkedElement, MarkedKind, MarksQuery } from '../../contracts/marks';
import type { TagReplacement } from '../../contracts/project-actions';
import type { Collection, Store, StoredDocument } from '../../contracts/store';
import type { Element, UserMark } from './element';
import { searchWords } from './element.search';

/** One kind of element that a service keeps, for the internal actions that every such service answers. */
export interface StoredKind {
  kind: MarkedKind;
  collection: string;
  /** What a ref to it is called. */
  reference: ElementReference['kind'];
}

const batchSize = 200;

const elementsOf = (store: Store, { collection }: StoredKind): Collection<Element> => store.collection<Element>(collection);

/** Elements that a user voted for or watches (users.md §7); one look-up for each kind. */
export async function markedElements(store: Store, kinds: readonly StoredKind[], query: MarksQuery): Promise<MarkedElement[]> {
  const field = query.mark === 'vote' ? 'votes' : 'watches';
  const found = await Promise.all(
    kinds.map(async (kind) => {
      const elements = await elementsOf(store, kind).find({ filter: { [`${field}.id`]: { contains: query.user } } });
      return elements.map((element) => markedElement(kind.kind, element, element[field], query));
    }),
  );
  return found.flat();
}

function markedElement(type: MarkedKind, element: Element, marks: readonly UserMark[], { user, viewer }: MarksQuery): MarkedElement {
  const { id, project, ref, subject, assigned_to, status, tags, watches, votes } = element;
  const by = (list: readonly UserMark[]) => list.some((mark) => mark.id === viewer);
  return {
    ...{ type, id, project, ref, subject, assigned_to, status, tags },
    since: marks.find((mark) => mark.id === user)?.at ?? '',
    is_watcher: by(watches),
    is_voter: by(votes),
    total_watchers: watches.length,
    total_voters: votes.length,
  };
}

/** Elements of a project by ref. */
export async function referencedElements(
  store: Store,
  kinds: readonly StoredKind[],
  { project, refs }: { project: number; refs: readonly number[] },
): Promise<ElementReference[]> {
  const found = await Promise.all(
    kinds.map(async (kind) => {
      const filter = { project, ref: { in: refs } };
      const elements = await elementsOf(store, kind).find({ filter, fields: ['project', 'ref', 'subject'] });
      return elements.map(({ id, ref, subject }) => ({ kind: kind.reference, id, project, ref, subject }));
    }),
  );
  return found.flat();
}

/** Those of the elements that exist, of every kind that the service keeps. */
export async function elementsById(store: Store, kinds: readonly StoredKind[], ids: readonly number[]): Promise<ElementReference[]> {
  const found = await Promise.all(
    kinds.map(async (kind) => {
      const elements = await elementsOf(store, kind).find({ filter: { id: { in: ids } }, fields: ['project', 'ref', 'subject'] });
      return elements.map(({ id, project, ref, subject }) => ({ kind: kind.reference, id, project, ref, subject }));
    }),
  );
  return found.flat();
}

/** Takes tags out of elements or puts another in their place, once per element and without version or history. */
export async function replaceTags(store: Store, kinds: readonly StoredKind[], replacement: TagReplacement): Promise<void> {
  for (const kind of kinds) await replaceTagsIn(elementsOf(store, kind), replacement);
}

async function replaceTagsIn(collection: Collection<Element>, { project, from, to }: TagReplacement): Promise<void> {
  const filter = { project, tags: { containsAny: from } };
  const gone = new Set(from);
  let updates = [];
  for await (const element of collection.stream({ filter, fields: ['tags', 'subject', 'ref', 'description'] })) {
    const tags = [...new Set(element.tags.flatMap((tag) => (gone.has(tag) ? (to === null ? [] : [to]) : [tag])))];
    const words = searchWords({ ...element, tags });
    updates.push({ filter: { id: element.id }, update: { set: { tags, ...words } } });
    if (updates.length < batchSize) continue;
    await collection.bulkUpdate(updates);
    updates = [];
  }
  if (updates.length > 0) await collection.bulkUpdate(updates);
}

/** Comments of an element came or went (history.md, Comments). */
export async function countComments(store: Store, kinds: readonly StoredKind[], counted: CommentsCounted): Promise<void> {
  const stored = kinds.find((one) => one.kind === counted.kind);
  if (stored) await countCommentsOf(elementsOf(store, stored), counted);
}

/** What happened is remembered with the count, as both may be told again. */
export async function countCommentsOf<D extends StoredDocument>(
  collection: Collection<D>,
  { id, object, difference }: CommentsCounted,
): Promise<void> {
  const filter = { id: object, not: { counted_comments: { contains: id } } };
  await collection.updateOne(filter, { inc: { total_comments: difference }, push: { counted_comments: [id] } });
}

/** A custom attribute was deleted: its values go; the version of the values stays (project-settings.md §3). */
export async function dropCustomValue(store: Store, collection: string, project: number, attribute: number): Promise<void> {
  const value = `custom_values.${attribute}`;
  await store.collection<Element>(collection).updateMany({ project, [value]: { missing: false } }, { unset: [value] });
}

/** Ends the watching of people who left projects (votes-watchers.md). */
export async function forgetWatchers(store: Store, collections: readonly string[], left: readonly LeftProject[]): Promise<void> {
  const work = collections.flatMap((name) =>
    left.map(({ project, user }) =>
      store.collection(name).updateMany({ project, 'watches.id': { contains: user } }, { pull: { watches: [user] } }),
    ),
  );
  await Promise.all(work);
}
