import type { Reply } from '../contracts/http';
import { apiError, apiErrorOf, type ApiErrorData } from '../errors';
import { isNatsAway } from '../network-errors';
import { isDocumentTooLarge } from '../store/errors';
import { translate } from '../text/translate';

/** Errors of the broker and the stores that mean: try again later. Compared by name, as they may have crossed NATS. */
const passingErrors = new Set([
  'StoreUnavailableError',
  'ServiceNotFoundError',
  'ServiceNotAvailableError',
  'RequestTimeoutError',
  'RequestRejectedError',
  'BrokerDisconnectedError',
  'QueueIsFullError',
]);

/** Seconds until a client may try again after a 503. */
const retryAfter = '5';

const serverError = JSON.stringify({ error: 'Server application error' });

/** The answer to a request that failed. */
export interface ErrorReply extends Reply {
  /** A defect, to be logged. */
  unexpected: boolean;
}

/** The answer for anything thrown on the way of a request (conventions.md §3). */
export function errorReply(error: unknown, language: string): ErrorReply {
  const known = apiErrorOf(error) ?? apiErrorOf(foreseen(error));
  if (!known) return { status: 500, body: serverError, unexpected: true };
  const { status, data } = known;
  const headers = status === 401 ? { 'WWW-Authenticate': 'Bearer realm="api"', ...data.headers } : data.headers;
  return { status, body: errorText(data, language), headers, unexpected: false };
}

/** @returns whether the error will pass by itself: a store, service or NATS that doesn't respond right now. */
export function isPassing(error: unknown): boolean {
  return error instanceof Error && (passingErrors.has(error.name) || isNatsAway(error));
}

/** The API's error for one of the broker or the stores; null for a defect. */
function foreseen(error: unknown): unknown {
  if (isPassing(error)) return unavailable();
  return isDocumentTooLarge(error) ? apiError('TOO_LARGE') : null;
}

function unavailable() {
  return apiError('UNAVAILABLE', undefined, { 'Retry-After': retryAfter });
}

function errorText({ body }: ApiErrorData, language: string): string | null {
  if (body === null) return null;
  if (typeof body !== 'object' || Array.isArray(body) || !('_error_message' in body)) return JSON.stringify(body);
  return JSON.stringify({ ...body, _error_message: translate(String(body._error_message), language) });
}
