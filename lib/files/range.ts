import type { ByteRange } from './types';

/** The part of a file of `size` bytes that is wanted. @throws RangeError when it begins behind the end. */
export function clampRange(size: number, range?: ByteRange): { start: number; end: number } {
  if (!range) return { start: 0, end: size - 1 };
  const end = Math.min(range.end ?? size - 1, size - 1);
  if (range.start < 0 || range.start >= size || end < range.start) throw new RangeError(`the file has only ${size} bytes`);
  return { start: range.start, end };
}
