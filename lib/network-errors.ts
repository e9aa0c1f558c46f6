/** Codes of errors of sockets and names that say that nobody answers there now. */
const networkCodes: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Whether an error of Node says that a server can't be reached, or a connection to it has ended. */
export function isNetworkError(error: unknown): error is NodeJS.ErrnoException {
  return typeof error === 'object' && error !== null && 'code' in error && networkCodes.has(error.code);
}

/** Codes of errors of the NATS client that say that the server is away, isn't ready, or the connection to it has ended. */
const natsCodes: ReadonlySet<unknown> = new Set([
  'CONNECTION_REFUSED',
  'CONNECTION_CLOSED',
  'CONNECTION_DRAINING',
  'CONNECTION_TIMEOUT',
  'DISCONNECT',
  'TIMEOUT',
  '503',
]);

/** Whether an error of the NATS client says that it can't reach its server now. By name, as it may have crossed NATS since. */
export function isNatsAway(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'name' in error &&
    error.name === 'NatsError' &&
    'code' in error &&
    natsCodes.has(error.code)
  );
}
