import { notFound } from '../errors';
import { UnsafePathError, type FileStore, type FoundFile } from '../files';
import type { RestRequest, StreamedReply } from './request';

/** Whatever a browser makes of the bytes, it runs nothing of them; the gateway adds that it mustn't guess their type. */
const harmless = { 'Content-Security-Policy': "default-src 'none'; sandbox" };

/**
 * The answer with a stored file.
 * @param path below the root of the file store; may come from an address
 * @param headers `Content-Type` and what else the kind of file asks for
 * @throws 404
 */
export async function storedFile({ node }: RestRequest, path: string, headers: Readonly<Record<string, string>>): Promise<StreamedReply> {
  const found = await find(node.files, path);
  if (!found) throw notFound();
  return { status: 200, stream: found.stream, headers: { ...harmless, 'Content-Length': String(found.size), ...headers } };
}

async function find(files: FileStore, path: string): Promise<FoundFile | null> {
  try {
    return await files.get(path);
  } catch (error) {
    if (error instanceof UnsafePathError) return null;
    throw error;
  }
}
