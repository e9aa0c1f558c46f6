import { Readable } from 'node:stream';
import type { Reply } from '../lib/contracts/http';
import type { StreamedReply } from '../lib/resource/request';

/** What fits into a message of NATS, which holds a megabyte, with room for everything else in it. Bytes. */
const largest = 512 * 1024;
/** Of one piece. Bytes. */
const piece = 128 * 1024;
/** Bytes that a character of a text takes at most. */
const widest = 3;

/** An answer that is too large for one message between processes, as a stream; null for all others. */
export function asStream({ status, body, contentType, headers }: Reply): StreamedReply | null {
  if (typeof body !== 'string' || body.length * widest <= largest) return null;
  const bytes = Buffer.from(body);
  if (bytes.length <= largest) return null;
  const own = { 'Content-Type': contentType ?? 'application/json', 'Content-Length': String(bytes.length) };
  return { status, headers: { ...own, ...headers }, stream: Readable.from(piecesOf(bytes), { objectMode: false }) };
}

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += piece) yield bytes.subarray(start, start + piece);
}
