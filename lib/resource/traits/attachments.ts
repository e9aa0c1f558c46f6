import type { AttachedElement, AttachedKind, AttachmentFacts, AttachmentsChanged, ElementFacts } from '../../contracts/attachment-actions';
import type { Filter, Store } from '../../contracts/store';
import type { Resource } from '../define';
import type { Document } from '../document';
import type { Draft } from '../draft';
import { collectionOf } from '../operations/lookup';
import { changeQuietly } from '../operations/quiet-change';
import type { RestRequest } from '../request';
import { equalJson } from '../values';

/** What documents with attachments keep. */
type Attached = Document & { project: number; attachments: AttachmentFacts[]; attachments_stamp?: number };

/** Where an element is, for whoever attaches a file to it; null when there is none. */
export async function elementFacts(store: Store, collection: string, { object }: AttachedElement): Promise<ElementFacts | null> {
  const found = await store.collection<Attached>(collection).findOne({ id: object }, { fields: ['project'] });
  return found && { id: found.id, project: found.project };
}

/**
 * The element keeps the list of its attachments, together with the entry in its history; version and modified_date stay
 * (attachments.md, Effects). Of lists that come out of order the newest stays.
 */
export async function keepAttachments<D extends Attached>(
  resource: Resource<D>,
  request: RestRequest,
  { object, stamp, attachments, silent = false }: AttachmentsChanged,
  /** What else changes with a list that makes an entry. */
  more: (document: D) => Partial<D> = () => ({}),
): Promise<void> {
  const collection = collectionOf(resource, request);
  const values = { attachments, attachments_stamp: stamp };
  const known = await collection.findById(object);
  if (!known || stampOf(known) >= stamp) return;
  if (silent || !countsAsChange(known.attachments, attachments)) {
    const older: Filter = { or: [{ attachments_stamp: { missing: true } }, { attachments_stamp: { lt: stamp } }] };
    await collection.updateOne({ and: [{ id: object }, older] }, { set: values });
    return;
  }
  const change = (document: D): Partial<D> | null => (stampOf(document) < stamp ? { ...values, ...more(document) } : null);
  await changeQuietly(resource, request, [object], change, { condition: sameStamp });
}

/** A removed element takes its files along (attachments.md, Files). */
export async function removeAttachments({ request, after }: Draft<Attached>, kind: AttachedKind): Promise<void> {
  if (after.attachments.length > 0) await request.call('attachments.removeOf', { kind, objects: [after.id] });
}

/** An element that went to another project takes its files along, so that who sees it there sees them too. */
export async function takeAttachmentsAlong({ request, before, after }: Draft<Attached>, kind: AttachedKind): Promise<void> {
  if (!before || before.project === after.project || after.attachments.length === 0) return;
  await request.call('attachments.moveTo', { kind, object: after.id, project: after.project });
}

const stampOf = (document: Attached) => document.attachments_stamp ?? 0;

/** Between reading and writing no other list may come, as the entry tells the difference. */
const sameStamp = (document: Attached): Filter => ({ attachments_stamp: document.attachments_stamp ?? null });

/** Whether more differs than the order and what files are called (attachments.md, Effects). */
function countsAsChange(before: readonly AttachmentFacts[], after: readonly AttachmentFacts[]): boolean {
  return !equalJson(before.map(counted), after.map(counted));
}

const counted = ({ order: _order, filename: _filename, ...facts }: AttachmentFacts) => facts;
