import { validationError } from '../../errors';
import { DuplicateKeyError } from '../../store/errors';
import type { Resource, UniqueRule } from '../define';
import type { Document } from '../document';

/** The rule whose unique index refused a document, if it was one. */
export function brokenRule<D extends Document>(resource: Resource<D>, error: unknown): UniqueRule<D> | undefined {
  if (!(error instanceof DuplicateKeyError)) return undefined;
  return resource.unique?.find(({ fields }) => fields.every((field) => error.fields.includes(field)));
}

/** Turns a refusal of a unique index into the API's 400; other errors stay. */
export function uniqueRefusal<D extends Document>(resource: Resource<D>, document: D, error: unknown): unknown {
  const rule = brokenRule(resource, error);
  return rule ? validationError(rule.error(document)) : error;
}
