import type { IncomingMessage } from 'node:http';
import { apiError, type ApiError } from '../errors';
import { parseForm } from './query';

/** The body formats of the API (conventions.md §1). */
export const mediaTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
} as const;

/** Most fields in one form. */
export const maxFields = 1000;

const maxDepth = 100;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The type and subtype of a `Content-Type` header, lower-cased, without parameters. */
export function mediaTypeOf(header: string | undefined): string {
  return (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** @returns whether the request announces a body; an announced one may still turn out empty. */
export function announcesBody(request: IncomingMessage): boolean {
  const length = request.headers['content-length'];
  return request.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/**
 * Reads the whole body into memory. The rest of one that is too long is left to the server to discard.
 * @param limit bytes.
 * @throws ApiError 413. @throws Error when the client goes away.
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  return new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (settle: () => void) => {
      request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
      settle();
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size > limit) finish(() => reject(tooLarge(limit)));
    };
    const onEnd = () => finish(() => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    const onClose = () => finish(() => reject(new Error('The client went away')));
    request.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
  });
}

/** 413; the message tells the limit. */
export function tooLarge(limit: number): ApiError {
  return apiError('TOO_LARGE', `The request is too large: at most ${limit} bytes are accepted`);
}

/** 400 for a body that can't be read. */
export function parseError(reason: string): ApiError {
  return apiError('PARSE_ERROR', `JSON parse error - ${reason}`);
}

/** 415; names the type. */
export function unsupportedMediaType(type: string): ApiError {
  return apiError('UNSUPPORTED_MEDIA_TYPE', `Unsupported media type '${type}' in request.`);
}

/**
 * Parses a JSON body. Texts that no store can keep (NUL, lone surrogates), numbers out of range and absurd depth are
 * refused, a key `__proto__` is dropped.
 * @throws ApiError 400 ParseError.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  const text = decode(bytes);
  try {
    return checked(JSON.parse(text), 0);
  } catch (error) {
    if (error instanceof SyntaxError) throw parseError(error.message);
    throw error;
  }
}

/** Parses an urlencoded body; every value is text. @throws ApiError 400 ParseError, 413 for too many fields. */
export function parseFormBody(bytes: Buffer): Record<string, string> {
  try {
    return checkFields(parseForm(decode(bytes), maxFields));
  } catch (error) {
    if (error instanceof RangeError) throw apiError('TOO_LARGE', `At most ${maxFields} fields are accepted`);
    if (error instanceof TypeError) throw parseError('the body is not UTF-8');
    throw error;
  }
}

/** Refuses form fields that no store can keep. @throws ApiError 400 ParseError. */
export function checkFields(fields: Record<string, string>): Record<string, string> {
  for (const [name, value] of Object.entries(fields)) {
    checkText(name);
    checkText(value);
  }
  return fields;
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw parseError('the body is not UTF-8');
  }
}

function checked(value: unknown, depth: number): unknown {
  if (typeof value === 'string') checkText(value);
  else if (typeof value === 'number' && !Number.isFinite(value)) throw parseError('number out of range');
  else if (typeof value === 'object' && value !== null) checkInside(value, depth + 1);
  return value;
}

function checkInside(value: object, depth: number): void {
  if (depth > maxDepth) throw parseError('nested too deeply');
  if (Array.isArray(value)) {
    for (const item of value) checked(item, depth);
    return;
  }
  if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__');
  for (const [name, item] of Object.entries(value)) {
    checkText(name);
    checked(item, depth);
  }
}

function checkText(text: string): void {
  if (text.includes('\0')) throw parseError('NUL characters are not allowed');
  if (!text.isWellFormed()) throw parseError('a text holds half of a surrogate pair');
}
