import { Errors } from 'moleculer';

/** The JSON body of an error answer. */
export type ErrorBody = Record<string, unknown> | string | readonly unknown[] | null;

/** What an {@link ApiError} carries over the wire in `data`. */
export interface ApiErrorData {
  /** Exactly what the client gets; null for an empty body. */
  body: ErrorBody;
  headers?: Record<string, string>;
}

/**
 * An error with a status and body that the API defines (conventions.md §3). It crosses NATS as a Moleculer error:
 * `code` is the HTTP status, `type` the key in the catalogue, `data.body` the answer.
 */
export class ApiError extends Errors.MoleculerError {
  declare data: ApiErrorData;

  constructor(status: number, type: string, message: string, data: ApiErrorData) {
    super(message, status, type, data);
    this.name = 'ApiError';
  }
}

/**
 * @returns the status and data of an API error, else null. Errors that crossed NATS are rebuilt as plain ones with the
 * same properties, so the form decides, not the class.
 */
export function apiErrorOf(error: unknown): { status: number; type: string; data: ApiErrorData } | null {
  if (!(error instanceof Error)) return null;
  const { code, type, data } = error as Error & { code?: unknown; type?: unknown; data?: unknown };
  if (error.name !== 'ApiError' || typeof code !== 'number' || typeof data !== 'object' || data === null) return null;
  if (!('body' in data)) return null;
  return { status: code, type: String(type), data: data as ApiErrorData };
}
