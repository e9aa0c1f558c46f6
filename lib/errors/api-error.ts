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

/** @returns the status and data of an API error, also of one that was rebuilt after crossing NATS; else null. */
export function apiErrorOf(error: unknown): { status: number; type: string; data: ApiErrorData } | null {
  if (!(error instanceof Errors.MoleculerError)) return null;
  const data = error.data as Partial<ApiErrorData> | undefined;
  if (!data || typeof data !== 'object' || !('body' in data)) return null;
  return { status: error.code, type: error.type, data: data as ApiErrorData };
}
