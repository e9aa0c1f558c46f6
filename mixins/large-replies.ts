import { Readable } from 'node:stream';
import type { Reply } from '../lib/contracts/http';
import type { StreamedReply } from '../lib/resource/request';
import { largestMessage } from '../lib/message-size';

/** Of one piece. Bytes. */
const piece = 128 * 1024;
/** Bytes that a character of a text takes at most. */
const widest = 3;

/** An answer that is too large for one message between processes, as a stream; null for all others. */
export function asStream({ status, body, contentType, headers }: Reply): StreamedReply | null {
  if (typeof body !== 'string' || body.length * widest <= largestMessage) return null;
  const bytes = Buffer.from(body);
  if (bytes.length <= largestMessage) return null;
  const own = { 'Content-Type': contentType ?? 'application/json', 'Content-Length': String(bytes.length) };
  return { status, headers: { ...own, ...headers }, stream: Readable.from(piecesOf(bytes), { objectMode: false }) };
}

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += piece) yield bytes.subarray(start, start + piece);
}
