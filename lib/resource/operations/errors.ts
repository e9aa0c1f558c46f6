import { validationError } from '../../errors';
import { DuplicateKeyError } from '../../store/errors';
import type { Resource } from '../define';
import type { Document } from '../document';

/** Turns a refusal of a unique index into the API's 400; other errors stay. */
export function uniqueRefusal<D extends Document>(resource: Resource<D>, document: D, error: unknown): unknown {
  if (!(error instanceof DuplicateKeyError)) return error;
  const rule = resource.unique?.find(({ fields }) => fields.every((field) => error.fields.includes(field)));
  return rule ? validationError(rule.error(document)) : error;
}
