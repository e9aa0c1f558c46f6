import { apiError, type ApiError } from '../errors';
import type { Caller, NodeTools } from '../contracts/node';
import type {
  Amendment,
  Completion,
  PortableDocument,
  PortablePage,
  PortableQuery,
  Restoration,
  Restored,
} from '../contracts/portable-actions';
import type { ProjectContext } from '../contracts/project-context';
import type { Collection, Filter, Store } from '../contracts/store';
import { duplicateKeyOf } from '../store/errors';
import { namesElements, renderAll } from './rendering';

/** Whoever asks: an internal call. */
interface Asker {
  node: NodeTools;
  call: Caller;
}

/** A collection whose documents belong to projects and travel with them. */
export interface Portable {
  collection: string;
  /** What else holds for the documents that travel. */
  filter?: Filter;
  /** Fields that stay here: what is derived, and what others must not see. */
  omitted?: readonly string[];
  /** Facts of other documents that a page needs. */
  load?(store: Store, documents: PortableDocument[]): Promise<PortableDocument[]>;
  /** Completes restored documents and numbers them. */
  restore(values: readonly Record<string, unknown>[], context: ProjectContext, asker: Asker): Promise<PortableDocument[]>;
  /** What the history keeps of a new document. */
  snapshot?(document: PortableDocument, context: ProjectContext): Record<string, unknown>;
  /** What whoever restores needs to know of a new document. */
  facts?(document: PortableDocument, asker: Asker): Record<string, unknown>;
  /** The error when a unique index refuses a document. */
  refusal?(document: PortableDocument, error: unknown): ApiError;
  /** Markdown fields, by the field of their HTML. */
  texts?: Readonly<Record<string, string>>;
}

/** Messages between processes must stay small. Bytes of JSON. */
const largestPage = 400_000;
const pageLength = 200;

/** The internal actions by which the owner of the collections lets projects out and in; the caller checks the rights. */
export function portableActions(portables: readonly Portable[]) {
  const portableOf = (collection: string): Portable => {
    const found = portables.find((one) => one.collection === collection);
    if (!found) throw new Error(`No documents of ${collection} travel`);
    return found;
  };
  return {
    portablePage: (query: PortableQuery, { node }: Asker): Promise<PortablePage> => pageOf(node.store, portableOf(query.collection), query),
    restore: (wanted: Restoration, asker: Asker): Promise<Restored[]> => restore(portableOf(wanted.collection), wanted, asker),
    async amend({ collection, project, changes }: Amendment, { node }: Asker): Promise<void> {
      const updates = changes.map(({ id, set }) => ({ filter: { id, project }, update: { set } }));
      await collectionOf(node.store, portableOf(collection)).bulkUpdate(updates, { once: true });
    },
    completeRestored: (wanted: Completion, asker: Asker): Promise<void> => complete(portableOf(wanted.collection), wanted, asker),
  };
}

const collectionOf = (store: Store, { collection }: Portable): Collection<PortableDocument> => store.collection(collection);

async function pageOf(store: Store, portable: Portable, { project, where = {}, sort, skip }: PortableQuery): Promise<PortablePage> {
  const filter = { and: [{ project, ...portable.filter }, where] };
  const found = await collectionOf(store, portable).find({
    filter,
    sort,
    limit: pageLength,
    once: true,
    ...(skip ? { offset: skip } : {}),
  });
  const omitted = new Set(portable.omitted);
  const all = found.map(
    (document) => Object.fromEntries(Object.entries(document).filter(([key]) => !omitted.has(key))) as PortableDocument,
  );
  const documents = await (portable.load?.(store, all) ?? all);
  const fitting = thoseThatFit(documents);
  return { documents: fitting, isLast: found.length < pageLength && fitting.length === documents.length };
}

function thoseThatFit(documents: PortableDocument[]): PortableDocument[] {
  let size = 0;
  const end = documents.findIndex((document, index) => {
    size += JSON.stringify(document).length;
    return index > 0 && size > largestPage;
  });
  return end < 0 ? documents : documents.slice(0, end);
}

async function restore(portable: Portable, { context, documents: wanted }: Restoration, asker: Asker): Promise<Restored[]> {
  if (wanted.length === 0) return [];
  const documents = await portable.restore(wanted, context, asker);
  const collection = collectionOf(asker.node.store, portable);
  const [first] = documents;
  try {
    if (documents.length === 1 && first) await collection.insert(first);
    else await collection.insertMany(documents);
  } catch (error) {
    if (!first || !duplicateKeyOf(error)) throw error;
    throw portable.refusal?.(first, error) ?? apiError('INTEGRITY');
  }
  return documents.map((document, index) => ({
    id: document.id,
    ...(Object.keys(portable.texts ?? {}).some((field) => namesOthers(document[field])) ? { namesOthers: true as const } : {}),
    ...(wanted[index]?.withSnapshot && portable.snapshot ? { snapshot: portable.snapshot(document, context) } : {}),
    ...(portable.facts ? { facts: portable.facts(document, asker) } : {}),
  }));
}

async function complete(portable: Portable, { context, ids }: Completion, asker: Asker): Promise<void> {
  const texts = Object.entries(portable.texts ?? {});
  const collection = collectionOf(asker.node.store, portable);
  const documents = await collection.find({ filter: { id: { in: ids }, project: context.id }, once: true });
  const work = documents.flatMap((document) =>
    texts.flatMap(([field, html]) => {
      const source = document[field];
      return namesOthers(source) ? [{ id: document.id, html, source, ...ownOf(document) }] : [];
    }),
  );
  const rendered = await renderAll(asker, context, work);
  const updates = work.map(({ id, html }, index) => ({ filter: { id }, update: { set: { [html]: rendered[index] } } }));
  if (updates.length > 0) await collection.bulkUpdate(updates, { once: true });
}

const namesOthers = (text: unknown): text is string => typeof text === 'string' && text !== '' && namesElements(text);

function ownOf({ ref, subject }: PortableDocument): { own?: { ref: number; subject: string } } {
  return typeof ref === 'number' && typeof subject === 'string' ? { own: { ref, subject } } : {};
}
