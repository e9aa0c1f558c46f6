import { notFound } from '../../lib/errors';
import type { Reply } from '../../lib/contracts/http';
import { previewedPath } from '../../lib/files/thumbnail-path';
import { anyone } from '../../lib/resource/access';
import type { RestAction } from '../../lib/resource/define';
import type { RestRequest, StreamedReply } from '../../lib/resource/request';
import { fileHeaders, storedFile } from '../../lib/resource/stored-file';
import { attachmentsOf, present, previewOf, type Attachment } from './attachment';
import { makePreview, remakeThumbnail } from './thumbnails';

/** Types that browsers show without running anything of them; all others are downloaded. */
const shownInline = /^(image\/(png|jpeg|gif|webp|bmp|tiff|heif)|audio\/[\w-]+|video\/[\w-]+|text\/plain; charset=utf-8)$/;

/** Cards and editors show the pictures of projects; their paths hold a random part too. */
const pictures: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
};

/** Nobody may keep the file of a private project but the one who asked for it. */
const privately = { 'Cache-Control': 'private, max-age=86400' };

/** Files by their unguessable paths. Only what a record, or a picture of a project, stands for is served. */
export const mediaAction: RestAction = {
  name: 'media',
  rest: { method: 'GET', path: '/media/*file', root: true, headers: fileHeaders },
  access: anyone,
  handler: media,
  summary: 'An uploaded file',
};

async function media(request: RestRequest): Promise<StreamedReply | Reply> {
  const { file = '' } = request.path;
  if (file.startsWith('attachments/')) return attachment(request, file);
  if (file.startsWith('exports/')) return storedFile(request, file, { ...exported(file), ...privately });
  const type = file.startsWith('projects/') ? pictures[file.slice(file.lastIndexOf('.') + 1)] : undefined;
  if (type === undefined) throw notFound();
  return storedFile(request, file, { 'Content-Type': type, ...privately });
}

async function attachment(request: RestRequest, path: string): Promise<StreamedReply | Reply> {
  const file = previewedPath(path) ?? path;
  const filter = { or: [{ attached_file: file }, { thumbnail_file: file }], ...present };
  const found = await attachmentsOf(request.node.store).findOne(filter);
  if (!found) throw notFound();
  if (path === found.attached_file) return original(request, found);
  if (path === found.thumbnail_file) return picture(request, path, () => remakeThumbnail(request.node, found, path));
  if (path === previewOf(found)) return picture(request, path, () => makePreview(request.node, found, path));
  throw notFound();
}

function original(request: RestRequest, { attached_file, content_type, name }: Attachment): Promise<StreamedReply | Reply> {
  const inline = shownInline.test(content_type);
  const disposition = `${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodedName(name)}`;
  return storedFile(request, attached_file, { 'Content-Type': content_type, 'Content-Disposition': disposition, ...privately });
}

/** A picture that no process came to make is made now. */
async function picture(request: RestRequest, path: string, make: () => Promise<boolean>): Promise<StreamedReply | Reply> {
  const headers = { 'Content-Type': path.endsWith('.jpg') ? 'image/jpeg' : 'image/png', ...privately };
  try {
    return await storedFile(request, path, headers);
  } catch (error) {
    if (!(await make())) throw error;
    return storedFile(request, path, headers);
  }
}

const exportTypes: Readonly<Record<string, string>> = { json: 'application/json', gz: 'application/gzip', zip: 'application/zip' };

/** Whoever learned the random name of an export may fetch it. */
function exported(file: string): Record<string, string> {
  const type = exportTypes[file.slice(file.lastIndexOf('.') + 1)];
  const name = file.slice(file.lastIndexOf('/') + 1);
  return { 'Content-Type': type ?? 'application/octet-stream', 'Content-Disposition': `attachment; filename*=UTF-8''${encodedName(name)}` };
}

/** RFC 5987. */
const encodedName = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
