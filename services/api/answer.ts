import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Reply, StreamReply } from '../../lib/contracts/http';
import { commonHeaders, pushHeaders } from '../../lib/http/headers';
import type { Exchange } from './exchange';

const jsonType = 'application/json';

/** Sends a ready answer. @param closing the connection ends with it, as the server stops. */
export function sendReply(exchange: Exchange, reply: Reply, closing: boolean): void {
  const { response } = exchange;
  if (response.headersSent || response.destroyed) return;
  const headers = headersOf(exchange, closing);
  const body = reply.body ?? null;
  if (body !== null) headers.push('Content-Type', reply.contentType ?? jsonType, 'Content-Length', String(Buffer.byteLength(body)));
  else if (reply.status !== 204 && reply.status !== 304) headers.push('Content-Length', '0');
  if (reply.headers) pushHeaders(headers, reply.headers);
  response.writeHead(reply.status, headers);
  response.end(body ?? undefined);
}

/** Sends a stream as fast as the client takes it; resolves when all is sent. The source is always closed. */
export async function sendStream(exchange: Exchange, source: Readable, reply: StreamReply, closing: boolean): Promise<void> {
  const { response, method } = exchange;
  if (response.destroyed) {
    source.destroy();
    return;
  }
  const headers = headersOf(exchange, closing);
  pushHeaders(headers, reply.headers);
  response.writeHead(reply.status, headers);
  if (method === 'HEAD') {
    source.destroy();
    response.end();
    return;
  }
  await pipeline(source, response);
}

function headersOf({ match, language, id }: Exchange, closing: boolean): string[] {
  const headers = commonHeaders.slice();
  headers.push('Allow', match?.entry.allow ?? 'OPTIONS', 'Content-Language', language, 'X-Request-ID', id);
  if (closing) headers.push('Connection', 'close');
  return headers;
}
