import { buffer } from 'node:stream/consumers';
import type { NodeTools } from '../../lib/contracts/node';
import { cardSize, previewWidth, thumbnailPath } from '../../lib/files/thumbnail-path';
import { cropImage, imageExtension, ImageError, shrinkImage, type Thumbnail } from '../../lib/images';
import type { Attachment } from './attachment';

/** Of larger files no thumbnail is made: an image is held in memory as a whole. Bytes. */
export const largestImage = 16 * 1024 ** 2;

/** The path of the thumbnail that this content gets; null when it is no image. */
export async function thumbnailOf(path: string, content: Buffer): Promise<string | null> {
  try {
    return thumbnailPath(path, await imageExtension(content));
  } catch (error) {
    if (error instanceof ImageError) return null;
    throw error;
  }
}

/** Makes and stores the thumbnail. @returns false when the content can't be shown */
export async function makeThumbnail(node: Pick<NodeTools, 'files'>, path: string, content: Buffer): Promise<boolean> {
  return makePicture(node, path, async () => (await cropImage(content, [cardSize]))[0]);
}

async function makePicture(
  { files }: Pick<NodeTools, 'files'>,
  path: string,
  make: () => Promise<Thumbnail | undefined>,
): Promise<boolean> {
  try {
    const picture = await make();
    if (!picture) return false;
    await files.put(path, picture.content, { contentType: picture.contentType });
    return true;
  } catch (error) {
    if (error instanceof ImageError) return false;
    throw error;
  }
}

/** Makes a thumbnail that is missing from the stored file. @returns false when there is none to be made */
export async function remakeThumbnail(node: Pick<NodeTools, 'files'>, of: StoredImage, path: string): Promise<boolean> {
  const content = await contentOf(node, of);
  return content !== null && makeThumbnail(node, path, content);
}

/** Makes the preview of a stored file, which is made when it is asked for. @returns false when there is none to be made */
export async function makePreview(node: Pick<NodeTools, 'files'>, of: StoredImage, path: string): Promise<boolean> {
  const content = await contentOf(node, of);
  return content !== null && makePicture(node, path, () => shrinkImage(content, previewWidth));
}

/** What of an attachment its pictures are made of. */
type StoredImage = Pick<Attachment, 'attached_file' | 'size'>;

async function contentOf({ files }: Pick<NodeTools, 'files'>, { attached_file, size }: StoredImage): Promise<Buffer | null> {
  const found = size > largestImage ? null : await files.get(attached_file);
  return found && buffer(found.stream);
}
