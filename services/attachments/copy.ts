import { randomFilePath } from '../../lib/files';
import { thumbnailPath } from '../../lib/files/thumbnail-path';
import type { AttachedElement } from '../../lib/contracts/attachment-actions';
import { attachmentsOf, collectionName, type Attachment } from './attachment';
import { attachmentsOfElement, tellKeeper, type Worker } from './keepers';

/** Copies the files of an element, with their records, to another one; it keeps them without an entry in its history. */
export async function copyAttachments(
  worker: Worker,
  { from, to: { project, ...to } }: { from: AttachedElement; to: AttachedElement & { project: number } },
): Promise<void> {
  const { node } = worker;
  const originals = await attachmentsOfElement(worker, from);
  if (originals.length === 0) return;
  const first = await node.store.take(collectionName, originals.length);
  const copies: Attachment[] = [];
  for (const [index, original] of originals.entries()) {
    const files = await copiedFile(worker, original);
    if (files) copies.push({ ...original, ...files, id: first + index, kind: to.kind, object_id: to.object, project, untold: true });
  }
  await attachmentsOf(node.store).insertMany(copies);
  await tellKeeper(worker, to, { silent: true });
  await attachmentsOf(node.store).updateMany({ id: { in: copies.map(({ id }) => id) } }, { set: { untold: null } });
}

/** Null when the file is missing. A thumbnail is made again when it is asked for. */
async function copiedFile(
  { node }: Worker,
  { attached_file, thumbnail_file, content_type }: Attachment,
): Promise<Pick<Attachment, 'attached_file' | 'thumbnail_file'> | null> {
  const found = await node.files.get(attached_file);
  if (!found) return null;
  const path = randomFilePath('attachments', attached_file);
  await node.files.put(path, found.stream, { contentType: content_type });
  const thumbnail = thumbnail_file && thumbnailPath(path, thumbnail_file.endsWith('.jpg') ? 'jpg' : 'png');
  return { attached_file: path, thumbnail_file: thumbnail };
}
