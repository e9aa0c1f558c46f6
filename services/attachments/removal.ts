import type { Filter } from '../../lib/contracts/store';
import { now } from '../../lib/resource/values';
import { attachmentsOf, previewOf, type Attachment } from './attachment';
import { tellKeeper, type Worker } from './keepers';

/** Files that are removed at a time. */
const batchSize = 50;

/** Marks attachments as gone; from now on nobody sees them. */
export async function hide({ node }: Pick<Worker, 'node'>, filter: Filter): Promise<void> {
  await attachmentsOf(node.store).updateMany(filter, { set: { removed: true, untold: true, modified_date: now() } });
}

/** Removes the files of hidden attachments and then their records, so that a file that stays behind has a record. */
export async function removeHidden({ node }: Pick<Worker, 'node'>, filter: Filter): Promise<void> {
  const hidden: Filter = { and: [filter, { removed: true }] };
  for (;;) {
    const batch = await attachmentsOf(node.store).find({ filter: hidden, limit: batchSize, sort: ['id'], once: true });
    if (batch.length === 0) return;
    await Promise.all(batch.flatMap(pathsOf).map((path) => node.files.remove(path)));
    await attachmentsOf(node.store).remove({ id: { in: batch.map(({ id }) => id) } });
  }
}

const pathsOf = (attachment: Attachment): string[] =>
  [attachment.attached_file, attachment.thumbnail_file, previewOf(attachment)].filter((path) => path !== null);

/** Deletes one attachment: hidden first, then its element is told, then the file goes. */
export async function removeAttachment(worker: Worker, { id, kind, object_id }: Attachment): Promise<void> {
  await hide(worker, { id });
  await tellKeeper(worker, { kind, object: object_id });
  await removeHidden(worker, { id });
}

/** Removes attachments whose elements are gone or about to go. */
export async function removeAll(worker: Pick<Worker, 'node'>, filter: Filter): Promise<void> {
  await hide(worker, filter);
  await removeHidden(worker, filter);
}
