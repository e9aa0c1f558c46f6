import { MongoBulkWriteError, MongoError, MongoServerError } from 'mongodb';
import { isNetworkError } from '../../network-errors';
import { DocumentTooLargeError, StoreUnavailableError } from '../errors';

// By name, as the driver doesn't export all of these classes. They say that a connection or server has gone meanwhile.
const CONNECTION_ERRORS = new Set([
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoServerSelectionError',
  'MongoServerClosedError',
  'MongoNotConnectedError',
  'MongoOperationTimeoutError',
  'MongoTopologyClosedError',
  'MongoClientClosedError',
  'MongoExpiredSessionError',
  'MongoCursorExhaustedError',
  'MongoStalePrimaryError',
  // A connection that ends just as its answer is awaited, or a server that isn't yet what it was.
  'MongoUnexpectedServerResponseError',
  'MongoWriteConcernError',
  'MongoWaitQueueTimeoutError',
  'MongoPoolClosedError',
  'MongoPoolClearedError',
  'PoolClearedOnNetworkError',
]);

/** Labels by which the driver or the server asks to try again later. */
const PASSING_LABELS = ['RetryableWriteError', 'RetryableError', 'SystemOverloadedError', 'ResumableChangeStreamError'];

// Host unreachable, not found, timeouts, stepping down, shutting down, no primary, write concern not reached, a cursor that
// a server which was started anew doesn't know.
const SERVER_CODES = new Set<unknown>([6, 7, 43, 50, 64, 89, 91, 100, 133, 189, 262, 317, 9001, 10107, 11600, 11602, 13435, 13436]);

const DUPLICATE_KEY = 11_000;

/** Of servers: the document, or what an update would make of it, is over 16 MiB. */
const TOO_LARGE_CODES = new Set<unknown>([10_334, 17_280, 17_419]);

/** Connection trouble as StoreUnavailableError, an oversized document as DocumentTooLargeError; any other error as it is. */
export function translated(error: unknown): unknown {
  if (isOversized(error)) return new DocumentTooLargeError(error.message);
  const trouble = troubleIn(error);
  return trouble === null ? error : new StoreUnavailableError(`${trouble.name}: ${trouble.message}`);
}

/** The connection trouble that an error is, or that it wraps; null when it is none. */
function troubleIn(error: unknown): Error | null {
  // While the driver waits to write on, it lets those of sockets through as they are.
  if (!(error instanceof MongoError)) return isNetworkError(error) ? error : null;
  if (isPassing(error)) return error;
  // A bulk write that the driver broke off has what it met as the answer of the server, without its labels.
  const wrapped = error instanceof MongoServerError ? [error.errorResponse, error.cause] : [error.cause];
  return wrapped.map(troubleIn).find((trouble) => trouble !== null) ?? null;
}

/** The driver's own buffer ends before the server could refuse what is far too large. */
function isOversized(error: unknown): error is Error {
  if (error instanceof MongoError) return TOO_LARGE_CODES.has(error.code) || (error.cause !== undefined && isOversized(error.cause));
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_OUT_OF_RANGE';
}

function isPassing(error: MongoError): boolean {
  if (CONNECTION_ERRORS.has(error.name) || SERVER_CODES.has(error.code)) return true;
  if (error instanceof MongoBulkWriteError && error.result.getWriteConcernError() && error.result.getWriteErrorCount() === 0) return true;
  return PASSING_LABELS.some((label) => error.hasErrorLabel(label));
}

/** Name of the unique index that refused a write; null for other errors. */
export function violatedIndex(error: unknown): string | null {
  if (!(error instanceof MongoError) || error.code !== DUPLICATE_KEY) return null;
  return /index: (\S+)/.exec(error.message)?.[1] ?? '_id_';
}
