import { tmpdir } from 'node:os';
import type { RestParams } from '../../lib/contracts/http';
import { announcesBody, mediaTypeOf, mediaTypes, parseFormBody, parseJsonBody, readBody, unsupportedMediaType } from '../../lib/http/body';
import { readMultipart } from '../../lib/http/multipart';
import { parseQuery } from '../../lib/http/query';
import type { Exchange } from './exchange';
import type { ApiRoute } from './routes';

export interface BodyLimits {
  /** Bytes, files not counted. */
  maxBody: number;
  /** Bytes of one file; 0 for no limit. */
  maxUpload: number;
}

/** The parsed request; whoever gets it removes the spooled file. */
export interface ReadRequest {
  params: RestParams;
  /** File with the bytes of the upload. */
  spool: string | null;
}

type ReadBody = Pick<RestParams, 'body' | 'form' | 'file' | 'rawBody'>;

/**
 * Reads what the action gets as params. The body of a GET is not looked at.
 * @throws ApiError 400, 413, 415.
 */
export async function readRequest(
  exchange: Exchange,
  route: ApiRoute,
  path: Record<string, string>,
  limits: BodyLimits,
): Promise<ReadRequest> {
  const query = parseQuery(exchange.query);
  const headers = wantedHeaders(exchange, route);
  if (route.method === 'GET' || !announcesBody(exchange.request)) {
    const rawBody = route.rawBody ? { rawBody: '' } : {};
    return { params: { path, query, body: {}, form: false, file: null, ...rawBody, ...headers }, spool: null };
  }
  const { spool, ...body } = await readAnyBody(exchange, route, limits);
  return { params: { path, query, ...body, ...headers }, spool };
}

function wantedHeaders({ request }: Exchange, { headers }: ApiRoute): Pick<RestParams, 'headers'> {
  if (headers.length === 0) return {};
  const sent = headers.flatMap((name) => (request.headers[name] === undefined ? [] : [[name, String(request.headers[name])] as const]));
  return { headers: Object.fromEntries(sent) };
}

async function readAnyBody({ request }: Exchange, route: ApiRoute, limits: BodyLimits): Promise<ReadBody & { spool: string | null }> {
  if (route.rawBody) {
    const bytes = await readBody(request, limits.maxBody);
    return { body: {}, form: false, file: null, rawBody: bytes.toString('base64'), spool: null };
  }
  const type = mediaTypeOf(request.headers['content-type']);
  if (type === mediaTypes.multipart) {
    const folder = route.upload ? tmpdir() : null;
    const { fields, file, spool } = await readMultipart(request, { folder, fieldLimit: limits.maxBody, fileLimit: limits.maxUpload });
    return { body: fields, form: true, file, spool };
  }
  const bytes = await readBody(request, limits.maxBody);
  return { ...parseBody(type, bytes), file: null, spool: null };
}

function parseBody(type: string, bytes: Buffer): Pick<RestParams, 'body' | 'form'> {
  if (bytes.length === 0) return { body: {}, form: false };
  if (type === mediaTypes.json) return { body: parseJsonBody(bytes), form: false };
  if (type === mediaTypes.form) return { body: parseFormBody(bytes), form: true };
  throw unsupportedMediaType(type);
}
