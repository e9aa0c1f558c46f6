import type { ByteRange } from './types';

/** The part of a file of `size` bytes that is wanted. @throws RangeError when it begins behind the end. */
export function clampRange(size: number, range?: ByteRange): { start: number; end: number } {
  if (!range) return { start: 0, end: size - 1 };
  const start = range.start < 0 ? Math.max(0, size + range.start) : range.start;
  const end = Math.min(range.end ?? size - 1, size - 1);
  if (Object.is(range.start, -0) || start >= size || end < start) throw new RangeError(`the file has only ${size} bytes`);
  return { start, end };
}
