import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { apiError } from '../../lib/errors';
import { randomFilePath } from '../../lib/files';
import { sniffType } from '../../lib/files/sniff';
import { readHead, unlessStalled } from '../../lib/files/streams';
import type { RestRequest } from '../../lib/resource/request';
import type { Attachment } from './attachment';
import { largestImage, makeThumbnail, thumbnailOf } from './thumbnails';

/** What of an attachment its file tells. */
export type StoredUpload = Pick<Attachment, 'name' | 'attached_file' | 'thumbnail_file' | 'content_type' | 'size' | 'sha1'>;

/** As many bytes as every type can be told by. */
const headSize = 4096;

/**
 * Stores the uploaded file under a new path, as a whole or not at all. Only images up to a limit are held in memory;
 * their thumbnail is made while the request goes on.
 * @throws 400 when the bytes break off
 */
export async function storeUpload(request: RestRequest, stream: Readable): Promise<StoredUpload> {
  const { node, params } = request;
  const { filename = '', size: announced = 0 } = params.file ?? {};
  const path = randomFilePath('attachments', filename);
  const { head, whole } = await readHead(unlessStalled(stream), headSize);
  const content_type = sniffType(head);
  const image = content_type.startsWith('image/') && announced <= largestImage ? await buffer(whole) : null;
  const { size, sha1 } = await node.files.put(path, image ?? whole, { contentType: content_type });
  if (size !== announced) {
    await node.files.remove(path);
    throw apiError('BAD_REQUEST', 'The upload broke off');
  }
  const thumbnail_file = image && (await thumbnailOf(path, image));
  if (image && thumbnail_file) {
    makeThumbnail(node, thumbnail_file, image).catch((error: unknown) => node.log.warn('A thumbnail has to be made later', error));
  }
  return { name: baseName(filename), attached_file: path, thumbnail_file, content_type, size, sha1 };
}

/** Some clients send whole paths. */
const baseName = (filename: string) => filename.split(/[\\/]/).pop() || 'file';
