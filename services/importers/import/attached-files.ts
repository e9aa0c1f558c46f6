import { Readable } from 'node:stream';
import type { NodeTools } from '../../../lib/contracts/node';
import { isBase64 } from '../../../lib/dumps/read/base64-decoder';
import { readSent } from '../../../lib/dumps/read/values';
import { attachmentFields } from '../../../lib/dumps/read/fields';
import type { DumpFile } from '../../../lib/dumps/types';
import { randomFilePath } from '../../../lib/files';
import { sniffType } from '../../../lib/files/sniff';
import { readHead } from '../../../lib/files/streams';
import { thumbnailPath } from '../../../lib/files/thumbnail-path';

const headSize = 4096;

/** A file as the record of its attachment keeps it. */
export interface KeptFile {
  attached_file: string;
  thumbnail_file: string | null;
  content_type: string;
  size: number;
  sha1: string;
  name: string;
}

/** Values of an attachment beside its file. @throws nothing: what can't be read of it is left out */
export function attachmentValues(attachment: unknown, account: (address: unknown) => number | null): Record<string, unknown> {
  const { values } = readSent(attachmentFields, attachment);
  return { ...values, owner: account(values.owner) };
}

/** The file of an attachment in an item; null when it has none. */
export function fileOf(attachment: unknown): DumpFile | null {
  const file = (attachment as { attached_file?: unknown } | null)?.attached_file as Partial<DumpFile> | null | undefined;
  if (!file || (typeof file.data !== 'string' && typeof file.data !== 'function')) return null;
  return { name: typeof file.name === 'string' ? file.name : 'file', data: file.data };
}

/** Whether the files that stand in an item itself are base64; those of a dump were read before. */
export function hasReadableFiles(item: unknown): boolean {
  const { attachments } = (item ?? {}) as { attachments?: unknown };
  const files = Array.isArray(attachments) ? (attachments as unknown[]).map(fileOf) : [];
  return files.every((file) => typeof file?.data !== 'string' || isBase64(file.data));
}

/** The bytes of a file. */
export async function contentOf({ data }: DumpFile): Promise<Readable> {
  return typeof data === 'string' ? Readable.from([Buffer.from(data, 'base64')]) : data();
}

/** Stores a file under a new path, without holding it in memory; its thumbnail is made when it is asked for. */
export async function keepFile({ files }: Pick<NodeTools, 'files'>, file: DumpFile): Promise<KeptFile> {
  const path = randomFilePath('attachments', file.name);
  const { head, whole } = await readHead((await contentOf(file)) as AsyncIterable<Buffer>, headSize);
  const content_type = sniffType(head);
  const { size, sha1 } = await files.put(path, whole, { contentType: content_type });
  const isImage = /^image\/(png|jpeg|gif|webp|bmp|vnd\.adobe\.photoshop)$/.test(content_type);
  const thumbnail_file = isImage ? thumbnailPath(path, content_type === 'image/jpeg' ? 'jpg' : 'png') : null;
  return { attached_file: path, thumbnail_file, content_type, size, sha1, name: file.name.split(/[\\/]/).pop() || 'file' };
}
