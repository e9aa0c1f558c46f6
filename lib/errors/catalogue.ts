import { ApiError, type ErrorBody } from './api-error';

interface CatalogueEntry {
  status: number;
  /** Class name behind `_error_type`. */
  class: string;
  message: string;
  /** When it is answered; the text of `docs/errors.md`. */
  when: string;
}

/** Every error with the common body (conventions.md §3). `docs/errors.md` lists the same, checked by a test. */
export const catalogue = {
  BAD_REQUEST: { status: 400, class: 'BadRequest', message: 'Bad request', when: 'An argument of an action is wrong or a value is taken.' },
  WRONG_ARGUMENTS: {
    status: 400,
    class: 'WrongArguments',
    message: 'Wrong arguments',
    when: 'An argument of an action is missing or of the wrong form.',
  },
  REQUEST_VALIDATION: {
    status: 400,
    class: 'RequestValidationError',
    message: 'Invalid request',
    when: 'A hand-written check of a request fails.',
  },
  PARSE_ERROR: { status: 400, class: 'ParseError', message: 'JSON parse error', when: 'The body cannot be parsed.' },
  INTEGRITY: {
    status: 400,
    class: 'IntegrityError',
    message: 'Integrity error',
    when: 'The change would break a unique or reference rule.',
  },
  PRECONDITION: {
    status: 400,
    class: 'PreconditionError',
    message: 'Precondition error',
    when: 'A condition of the operation does not hold.',
  },
  NOT_ENOUGH_SLOTS: {
    status: 400,
    class: 'NotEnoughSlotsForProject',
    message: 'No room left for more projects or memberships',
    when: 'The owner has reached a limit of projects or memberships.',
  },
  NOT_AUTHENTICATED: {
    status: 401,
    class: 'NotAuthenticated',
    message: 'Authentication credentials were not provided.',
    when: 'A closed resource is asked for without credentials, or the token of an application is unknown.',
  },
  PERMISSION_DENIED: {
    status: 403,
    class: 'PermissionDenied',
    message: 'You do not have permission to perform this action.',
    when: 'The requester lacks the permission.',
  },
  ARCHIVED: { status: 403, class: 'PermissionDenied', message: 'Archived element', when: 'The project is archived and cannot be changed.' },
  NOT_FOUND: { status: 404, class: 'NotFound', message: '', when: 'The path or the element does not exist, or may not be seen.' },
  METHOD_NOT_ALLOWED: {
    status: 405,
    class: 'MethodNotAllowed',
    message: 'Method not allowed.',
    when: 'The path does not serve this method.',
  },
  NOT_SUPPORTED: {
    status: 405,
    class: 'NotSupported',
    message: 'Method not supported for this endpoint.',
    when: 'The operation is switched off.',
  },
  NOT_ACCEPTABLE: {
    status: 406,
    class: 'NotAcceptable',
    message: "Could not satisfy the request's Accept header",
    when: 'The Accept header rules out JSON.',
  },
  TOO_LARGE: {
    status: 413,
    class: 'RequestValidationError',
    message: 'The request is too large',
    when: 'The body or a file is over its limit.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    class: 'UnsupportedMediaType',
    message: 'Unsupported media type',
    when: 'The body has another content type than the API parses.',
  },
  THROTTLED: { status: 429, class: 'Throttled', message: 'Request was throttled.', when: 'A rate of requests is exceeded.' },
  BLOCKED: { status: 451, class: 'Blocked', message: 'Blocked element', when: 'The project is blocked and cannot be changed.' },
  UNAVAILABLE: {
    status: 503,
    class: 'ServiceUnavailable',
    message: 'The service is not available right now, try again later',
    when: 'A store or service that the answer needs does not respond.',
  },
} satisfies Record<string, CatalogueEntry>;

/** Name of an error of the catalogue. */
export type ErrorKey = keyof typeof catalogue;

const errorType = (name: string) => `taiga.base.exceptions.${name}`;

/** The error `key` with the common body; `message` replaces the standard text. */
export function apiError(key: ErrorKey, message?: string, headers?: Record<string, string>): ApiError {
  const entry: CatalogueEntry = catalogue[key];
  const text = message ?? entry.message;
  return new ApiError(entry.status, key, text, { body: { _error_message: text, _error_type: errorType(entry.class) }, headers });
}

/** 400 with messages by field; errors of the whole body under `non_field_errors`. */
export function validationError(errors: Record<string, unknown>): ApiError {
  return new ApiError(400, 'VALIDATION', 'Validation failed', { body: errors });
}

/** 400 `{field: "message"}`: a text, not a list (concurrency and some hand-written checks). */
export function fieldError(field: string, message: string): ApiError {
  return validationError({ [field]: message });
}

/** An answer with a body of its own form (a bare JSON text, an empty body). */
export function rawError(status: number, type: string, body: ErrorBody, headers?: Record<string, string>): ApiError {
  return new ApiError(status, type, `${type} (${status})`, { body, headers });
}

/** 404 for one missing element: `notFound('UserStory')`. */
export function notFound(title?: string): ApiError {
  return apiError('NOT_FOUND', title === undefined ? undefined : `No ${title} matches the given query.`);
}
