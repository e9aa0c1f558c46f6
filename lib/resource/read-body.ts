import { validationError } from '../errors';
import { FieldProblem, messages, type Field } from './fields';
import type { FieldErrors } from './define';

/** What a body is sent for: POST, PUT or PATCH. */
export type Operation = 'create' | 'replace' | 'patch';

/** Values of a body that were read, by field, and what was wrong with the others. */
export interface ReadBody {
  values: Record<string, unknown>;
  errors: FieldErrors;
}

/** Reads the fields of a body as creation, PUT or PATCH demand (conventions.md §4). Unknown and read-only keys are ignored. */
export function readBody(fields: Record<string, Field>, body: Record<string, unknown>, operation: Operation): ReadBody {
  const read: ReadBody = { values: {}, errors: {} };
  for (const [name, field] of Object.entries(fields)) {
    if (field.readOnly || (field.fixed && operation !== 'create')) continue;
    if (body[name] === undefined) readMissing(name, field, operation, read);
    else readSent(name, field, body[name], { operation, read });
  }
  return read;
}

/** The values of a body that has to be right as a whole. @throws 400 with all that is wrong, by field */
export function readValid(fields: Record<string, Field>, body: Record<string, unknown>, operation: Operation): Record<string, unknown> {
  const { values, errors } = readBody(fields, body, operation);
  refuse(errors);
  return values;
}

/** @throws 400 when there are errors */
export function refuse(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw validationError(errors);
}

function readMissing(name: string, field: Field, operation: Operation, { values, errors }: ReadBody): void {
  if (operation === 'patch') return;
  if (field.required) errors[name] = [messages.required];
  else if (operation === 'create' || !field.keptByPut) values[name] = field.initial();
}

function readSent(name: string, field: Field, value: unknown, { operation, read }: { operation: Operation; read: ReadBody }): void {
  try {
    read.values[name] = field.read(value, { operation });
  } catch (error) {
    if (!(error instanceof FieldProblem)) throw error;
    read.errors[name] = error.messages;
  }
}
