import type { Reply } from '../../../lib/contracts/http';
import { notFound } from '../../../lib/errors';
import { imageType } from '../../../lib/images';
import { anyone } from '../../../lib/resource/access';
import type { RestAction } from '../../../lib/resource/define';
import type { RestRequest, StreamedReply } from '../../../lib/resource/request';
import { fileHeaders, storedFile } from '../../../lib/resource/stored-file';

const extensions: ReadonlySet<string> = new Set(['png', 'jpg', 'gif', 'webp', 'tiff', 'heif', 'bmp', 'psd']);

/** A new avatar has a new address, so that the old one never changes. */
async function avatar(request: RestRequest): Promise<StreamedReply | Reply> {
  const { file = '' } = request.path;
  const extension = file.slice(file.lastIndexOf('.') + 1);
  if (!extensions.has(extension)) throw notFound();
  return storedFile(request, `user/${file}`, {
    'Content-Type': imageType(extension),
    'Cache-Control': 'public, max-age=31536000, immutable',
  });
}

const archive = (request: RestRequest): Promise<StreamedReply | Reply> =>
  storedFile(request, `exports/users/${request.path.file ?? ''}`, {
    'Content-Type': 'application/zip',
    'Content-Disposition': 'attachment',
    'Cache-Control': 'private, no-store',
  });

/** Files of accounts. Nobody can guess their addresses. */
export const mediaActions: readonly RestAction[] = [
  {
    name: 'media.avatar',
    rest: { method: 'GET', path: '/media/user/*file', root: true, headers: fileHeaders },
    access: anyone,
    handler: avatar,
    summary: 'An avatar',
  },
  {
    name: 'media.archive',
    rest: { method: 'GET', path: '/media/exports/users/*file', root: true, headers: fileHeaders },
    access: anyone,
    handler: archive,
    summary: 'The archive of a profile',
  },
];
