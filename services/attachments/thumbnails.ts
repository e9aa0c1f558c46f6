import { buffer } from 'node:stream/consumers';
import type { NodeTools } from '../../lib/contracts/node';
import { cardSize, thumbnailPath } from '../../lib/files/thumbnail-path';
import { cropImage, imageExtension, ImageError } from '../../lib/images';

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
export async function makeThumbnail({ files }: Pick<NodeTools, 'files'>, path: string, content: Buffer): Promise<boolean> {
  try {
    const [thumbnail] = await cropImage(content, [cardSize]);
    if (!thumbnail) return false;
    await files.put(path, thumbnail.content, { contentType: thumbnail.contentType });
    return true;
  } catch (error) {
    if (error instanceof ImageError) return false;
    throw error;
  }
}

/** Makes a thumbnail that is missing from the stored file. @returns false when there is none to be made */
export async function remakeThumbnail(
  { files }: Pick<NodeTools, 'files'>,
  { attached_file, thumbnail_file, size }: { attached_file: string; thumbnail_file: string; size: number },
): Promise<boolean> {
  const found = size > largestImage ? null : await files.get(attached_file);
  return found !== null && (await makeThumbnail({ files }, thumbnail_file, await buffer(found.stream)));
}
