import type { AttachedElement, ElementFacts } from '../../lib/contracts/attachment-actions';
import type { Caller, NodeTools } from '../../lib/contracts/node';
import { attachmentsOf, factsOf, kindOf, present, type Attachment } from './attachment';

/** Whoever works on attachments: a request, an internal call or the sweeper. */
export interface Worker {
  node: NodeTools;
  call: Caller;
}

/** Numbers the lists of attachments, so that of two the newer is known. */
const stamps = 'attachment_stamps';

/** Where an element is; null when there is none. */
export const elementOf = ({ call }: Worker, element: AttachedElement): Promise<ElementFacts | null> =>
  call(`${kindOf(element.kind).keeper}.elementFacts`, element);

/** The present attachments of an element, by id. */
export const attachmentsOfElement = ({ node }: Pick<Worker, 'node'>, { kind, object }: AttachedElement): Promise<Attachment[]> =>
  attachmentsOf(node.store).find({ filter: { kind, object_id: object, ...present }, sort: ['id'] });

/**
 * Gives an element the list of its attachments as it is now. The stamp is taken after the change and before the list is
 * read: whichever list has the highest one holds every change that was told before.
 */
export async function tellKeeper(worker: Worker, element: AttachedElement, { silent = false } = {}): Promise<void> {
  const { node, call } = worker;
  const stamp = await node.store.take(stamps);
  const list = await attachmentsOfElement(worker, element);
  const attachments = list.map((attachment) => factsOf(attachment, node.config.addresses.api));
  await call(`${kindOf(element.kind).keeper}.attachmentsChanged`, { ...element, stamp, attachments, silent });
}

/** Tells the element of a change and notes that it knows; the note needn't be waited for. */
export async function tellOf(worker: Worker, { id, kind, object_id, modified_date }: Attachment): Promise<void> {
  await tellKeeper(worker, { kind, object: object_id });
  const told = attachmentsOf(worker.node.store).updateOne({ id, modified_date }, { set: { untold: null } });
  told.catch((error: unknown) => worker.node.log.warn('An attachment stays marked as untold', error));
}
