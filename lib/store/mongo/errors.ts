import {
  MongoError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
  MongoWriteConcernError,
} from 'mongodb';
import { StoreUnavailableError } from '../errors';

const CONNECTION_ERRORS = [
  MongoNetworkError,
  MongoServerSelectionError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoTopologyClosedError,
  MongoWriteConcernError,
];

// Classes that the driver doesn't export, or that say of a connection that it has gone meanwhile.
const POOL_ERRORS = new Set([
  'MongoWaitQueueTimeoutError',
  'MongoPoolClosedError',
  'MongoPoolClearedError',
  'MongoClientClosedError',
  'MongoExpiredSessionError',
  'MongoCursorExhaustedError',
]);

// Host unreachable, not found, timeouts, stepping down, shutting down, no primary, write concern not reached.
const SERVER_CODES = new Set<unknown>([6, 7, 50, 64, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436]);

const DUPLICATE_KEY = 11_000;

/** Connection trouble as StoreUnavailableError; any other error as it is. */
export function translated(error: unknown): unknown {
  if (!(error instanceof MongoError)) return error;
  // A bulk write wraps what kept it from ending.
  if (error.cause instanceof MongoError && translated(error.cause) !== error.cause) return translated(error.cause);
  const unavailable =
    CONNECTION_ERRORS.some((kind) => error instanceof kind) ||
    SERVER_CODES.has(error.code) ||
    POOL_ERRORS.has(error.name) ||
    error.hasErrorLabel('RetryableWriteError');
  return unavailable ? new StoreUnavailableError(`${error.name}: ${error.message}`) : error;
}

/** Name of the unique index that refused a write; null for other errors. */
export function violatedIndex(error: unknown): string | null {
  if (!(error instanceof MongoError) || error.code !== DUPLICATE_KEY) return null;
  return /index: (\S+)/.exec(error.message)?.[1] ?? '_id_';
}
