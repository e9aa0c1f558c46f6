import { randomBytes } from 'node:crypto';
import { fileSlug } from '../text/slug';

const longestName = 150;

/** A path that could lead out of the store; paths come from stored data, so this is a defect or an attack. */
export class UnsafePathError extends Error {
  override name = 'UnsafePathError';
}

/** The segments of a path. @throws UnsafePathError */
export function segmentsOf(path: string): string[] {
  const segments = path.split('/');
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  const unsafe = (segment: string): boolean => /^\.{0,2}$|[\\\u0000-\u001f]|^.{256,}$/.test(segment);
  if (segments.some(unsafe) || path.length > 1000) throw new UnsafePathError('not a path of a stored file');
  return segments;
}

/**
 * A new, unguessable path: `<kind>/<h>/<h>/<h>/<h>/<rest of a random hash>/<file>`, the file being the slugged name
 * with its extension (attachments.md).
 */
export function randomFilePath(kind: string, filename: string): string {
  const hash = randomBytes(32).toString('hex');
  return [kind, ...hash.slice(0, 4), hash.slice(4), fileSlug(filename).slice(0, longestName)].join('/');
}
