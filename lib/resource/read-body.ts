import { FieldProblem, messages, type Field } from './fields';
import type { FieldErrors } from './define';

export type Operation = 'create' | 'replace' | 'patch';

/** Values of a body that were read, by field, and what was wrong with the others. */
export interface ReadBody {
  values: Record<string, unknown>;
  errors: FieldErrors;
}

/** Reads the fields of a body as creation, PUT or PATCH demand (conventions.md §4). Unknown and read-only keys are ignored. */
export function readBody(fields: Record<string, Field>, body: Record<string, unknown>, operation: Operation): ReadBody {
  const values: Record<string, unknown> = {};
  const errors: FieldErrors = {};
  for (const [name, field] of Object.entries(fields)) {
    if (field.readOnly) continue;
    const value = body[name];
    if (value === undefined) readMissing(name, field, operation, values, errors);
    else readSent(name, field, value, operation, values, errors);
  }
  return { values, errors };
}

function readMissing(name: string, field: Field, operation: Operation, values: Record<string, unknown>, errors: FieldErrors): void {
  if (operation === 'patch') return;
  if (field.required) errors[name] = [messages.required];
  else if (operation === 'create' || !field.keptByPut) values[name] = field.initial();
}

function readSent(name: string, field: Field, value: unknown, operation: Operation, values: Record<string, unknown>, errors: FieldErrors): void {
  try {
    values[name] = field.read(value, { operation });
  } catch (error) {
    if (!(error instanceof FieldProblem)) throw error;
    errors[name] = error.messages;
  }
}
