import { createHash } from 'node:crypto';
import { notFound } from '../errors';
import type { Reply } from '../contracts/http';
import { UnsafePathError, type ByteRange, type FileStore, type FoundFile } from '../files';
import type { RestRequest, StreamedReply } from './request';

/** Request headers that {@link storedFile} heeds; an action that uses it declares that it wants them. */
export const fileHeaders = ['range', 'if-range', 'if-none-match'] as const;

/** Whatever a browser makes of the bytes, it runs nothing of them; the gateway adds that it mustn't guess their type. */
const harmless = { 'Content-Security-Policy': "default-src 'none'; sandbox" };

/**
 * The answer with a stored file or the part of it that the request's `Range` wants. A path never gets another content.
 * @param path below the root of the file store; may come from an address
 * @param headers `Content-Type` and what else the kind of file asks for
 * @returns 200, 206, 304 or 416. @throws 404
 */
export async function storedFile(
  { node, params }: RestRequest,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<StreamedReply | Reply> {
  const tag = `"${createHash('sha256').update(path).digest('base64url').slice(0, 22)}"`;
  const sent = params.headers ?? {};
  const range = sent['if-range'] === undefined || sent['if-range'] === tag ? rangeOf(sent.range) : null;
  const found = await find(node.files, path, range);
  if (found === 'unsatisfiable') return unsatisfiable(node.files, path);
  if (!found) throw notFound();
  const common = { ...harmless, 'Accept-Ranges': 'bytes', ETag: tag, ...headers };
  if (matches(sent['if-none-match'], tag)) {
    found.stream.destroy();
    return { status: 304, headers: common };
  }
  const { stream, size, start, end } = found;
  if (!range) return { status: 200, stream, headers: { ...common, 'Content-Length': String(size) } };
  const part = { 'Content-Length': String(end - start + 1), 'Content-Range': `bytes ${start}-${end}/${size}` };
  return { status: 206, stream, headers: { ...common, ...part } };
}

/** The one part that a `Range` header asks for; null for none, several or anything else, which all get the whole file. */
export function rangeOf(header: string | undefined): ByteRange | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (first !== '') return last === '' ? { start: Number(first) } : { start: Number(first), end: Number(last) };
  return last === '' ? null : { start: -Number(last) };
}

function matches(header: string | undefined, tag: string): boolean {
  const tags = header?.split(',').map((one) => one.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(tag) || tags.includes('*');
}

async function find(files: FileStore, path: string, range: ByteRange | null): Promise<FoundFile | 'unsatisfiable' | null> {
  try {
    return await files.get(path, range ?? undefined);
  } catch (error) {
    if (error instanceof UnsafePathError) return null;
    if (error instanceof RangeError) return 'unsatisfiable';
    throw error;
  }
}

async function unsatisfiable(files: FileStore, path: string): Promise<Reply> {
  const whole = await files.get(path);
  whole?.stream.destroy();
  return { status: 416, headers: { 'Content-Range': `bytes */${whole?.size ?? 0}` } };
}
