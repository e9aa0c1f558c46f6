import { buffer } from 'node:stream/consumers';
import type { NodeTools } from '../../../lib/contracts/node';
import { apiError } from '../../../lib/errors';
import { randomFilePath } from '../../../lib/files';
import { cropImage, imageExtension, ImageError, imageType, largestPicture, type Thumbnail } from '../../../lib/images';
import type { RestRequest } from '../../../lib/resource/request';
import type { Avatar } from './account';

const sizes = [
  { width: 80, height: 80 },
  { width: 300, height: 300 },
];

/** Stores the uploaded picture and its crops. @throws 400 without a file or when it is no image, 413 */
export async function storeAvatar(request: RestRequest): Promise<Avatar> {
  const { file } = request.params;
  if (file?.field !== 'avatar' || request.stream === null) throw apiError('WRONG_ARGUMENTS', 'Incomplete arguments');
  if (file.size > largestPicture) throw apiError('TOO_LARGE');
  const content = await buffer(request.stream);
  const { extension, small, big } = await read(content);
  const stem = file.filename.replace(/\.[^.]*$/, '');
  const put = async ({ content: bytes, contentType }: Pick<Thumbnail, 'content' | 'contentType'>, name: string) => {
    const path = randomFilePath('user', name);
    await request.node.files.put(path, bytes, { contentType });
    return path;
  };
  return {
    original: await put({ content, contentType: imageType(extension) }, `${stem}.${extension}`),
    small: await put(small, `${stem}-80x80.${small.extension}`),
    big: await put(big, `${stem}-300x300.${big.extension}`),
  };
}

async function read(content: Buffer): Promise<{ extension: string; small: Thumbnail; big: Thumbnail }> {
  try {
    const [extension, [small, big]] = await Promise.all([imageExtension(content), cropImage(content, sizes)]);
    if (small && big) return { extension, small, big };
    throw new ImageError('no crops');
  } catch (error) {
    if (error instanceof ImageError) throw apiError('WRONG_ARGUMENTS', 'Invalid image format');
    throw error;
  }
}

/** Removes the files of an avatar that nobody shows any more. */
export async function removeAvatarFiles({ files }: NodeTools, avatar: Avatar | null): Promise<void> {
  if (avatar) await Promise.all([avatar.original, avatar.small, avatar.big].map((path) => files.remove(path)));
}
