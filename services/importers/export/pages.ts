import type { AttachedKind } from '../../../lib/contracts/attachment-actions';
import type { Caller } from '../../../lib/contracts/node';
import type { PortableDocument, PortablePage, PortableQuery, PortableService } from '../../../lib/contracts/portable-actions';
import type { Filter } from '../../../lib/contracts/store';

/** Asks one owner for a page. */
export function portablePage(call: Caller, service: PortableService, query: PortableQuery): Promise<PortablePage> {
  return call(`${service}.portablePage`, query);
}

/** All documents of a project in a collection, page by page in the order of a key that is unique in the project. */
export async function* pagesByKey(
  call: Caller,
  { service, collection, key }: { service: PortableService; collection: string; key: string },
  project: number,
): AsyncGenerator<PortableDocument[]> {
  for (let after: unknown = null; ;) {
    const where = (after === null ? {} : { [key]: { gt: after } }) as Filter;
    const page = await portablePage(call, service, { collection, project, where, sort: [key] });
    if (page.documents.length > 0) yield page.documents;
    if (page.isLast) return;
    after = page.documents.at(-1)?.[key];
  }
}

/** What belongs to one element among others of its kind. */
interface Belonging {
  service: 'history' | 'attachments';
  collection: string;
  project: number;
  where: Filter;
  /** By the element first. */
  sort: readonly string[];
}

/** Documents that belong to some elements, in the order of these; only one page is in memory. */
export async function* documentsOfElements(call: Caller, { service, ...query }: Belonging): AsyncGenerator<PortableDocument[]> {
  for (let skip = 0; ;) {
    const page = await portablePage(call, service, { ...query, skip });
    if (page.documents.length > 0) yield page.documents;
    if (page.isLast) return;
    skip += page.documents.length;
  }
}

/** The history of elements of a kind, in the order of their ids. */
export const historyOfElements = (call: Caller, project: number, kind: AttachedKind, objects: number[]) =>
  documentsOfElements(call, {
    service: 'history',
    collection: 'history_entries',
    project,
    where: { kind, object: { in: objects }, listed: true },
    sort: ['object', 'at', 'event'],
  });

/** The attachments of elements of a kind, in the order of their ids. */
export const attachmentsOfElements = (call: Caller, project: number, kind: AttachedKind, objects: number[]) =>
  documentsOfElements(call, {
    service: 'attachments',
    collection: 'attachments',
    project,
    where: { kind, object_id: { in: objects } },
    sort: ['object_id', 'id'],
  });

/** The timeline of a project, the latest first. */
export async function* timelinePages(call: Caller, project: number): AsyncGenerator<PortableDocument[]> {
  const query = { collection: 'history_entries', project, sort: ['-at', '-event'] };
  let last: unknown = null;
  let skip = 0;
  for (;;) {
    const where = { in_timeline: true, ...(last === null ? {} : { at: { lte: last as string } }) };
    const page = await portablePage(call, 'history', { ...query, where, skip });
    if (page.documents.length > 0) yield page.documents;
    if (page.isLast) return;
    // Of the entries of the last moment these are behind us.
    const moment = page.documents.at(-1)?.at;
    const ofMoment = page.documents.filter(({ at }) => at === moment).length;
    skip = moment === last ? skip + ofMoment : ofMoment;
    last = moment;
  }
}
