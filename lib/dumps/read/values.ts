import { f, FieldProblem, messages, readText, type Field } from '../../resource/fields';
import type { FieldErrors } from '../../resource/define';
import { isObject, shownValue } from '../../resource/values';

/** Errors of one item, by field. */
export type ItemErrors = FieldErrors;

const form = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,3})\d*)?)?(Z|[+-]\d\d:?\d\d)?$/;

/** Reads a moment in any of the forms of ISO 8601 that dumps have. @throws FieldProblem */
export function readMoment(value: unknown): string | null {
  if (value === null || value === '') return null;
  const [, day, minute, second = '00', fraction = '0', zone = 'Z'] = (typeof value === 'string' && form.exec(value)) || [];
  const offset = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone;
  const time = day === undefined ? Number.NaN : Date.parse(`${day}T${minute ?? ''}:${second}.${fraction.padEnd(3, '0')}${offset}`);
  if (Number.isNaN(time)) {
    throw new FieldProblem(['Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HHMM|-HHMM|Z]']);
  }
  // As the API shows moments that came with whole seconds.
  return new Date(time).toISOString().replace('.000Z', 'Z');
}

/** A moment that may be missing. */
export const moment = (): Field<string | null> => f.custom<string | null>('moment', {}, { initial: null }, readMoment);

/** A list of texts, without repetitions. */
export const texts = (): Field<string[]> =>
  f.custom<string[]>('texts', { type: 'array' }, { initial: () => [] }, (value) => {
    if (!Array.isArray(value)) throw new FieldProblem(['Enter a list of values.']);
    return [...new Set(value.map(readText))];
  });

/** A list of objects. */
export const objects = (): Field<Record<string, unknown>[]> =>
  f.custom<Record<string, unknown>[]>('objects', { type: 'array' }, { initial: () => [] }, (value) => {
    if (!Array.isArray(value) || !value.every(isObject)) throw new FieldProblem(['Expected a list of items.']);
    return value;
  });

/** An object with any keys. */
export const object = (): Field<Record<string, unknown>> =>
  f.custom<Record<string, unknown>>('object', { type: 'object' }, { initial: () => ({}) }, (value) => {
    if (!isObject(value)) throw new FieldProblem(['Invalid data']);
    return value;
  });

/** What was sent of the fields of an item: null counts as left out, and what is left out isn't among the values. */
export function readSent(fields: Record<string, Field>, item: unknown): { values: Record<string, unknown>; errors: ItemErrors } {
  if (!isObject(item)) return { values: {}, errors: { non_field_errors: ['Invalid data'] } };
  const values: Record<string, unknown> = {};
  const errors: ItemErrors = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = Object.hasOwn(item, name) ? (item[name] ?? null) : null;
    if (value === null) {
      if (field.required) errors[name] = [messages.required];
      continue;
    }
    try {
      values[name] = field.read(value, { operation: 'create' });
    } catch (error) {
      if (!(error instanceof FieldProblem)) throw error;
      errors[name] = error.messages;
    }
  }
  return { values, errors };
}

/** The error of a name that nothing in the project has. */
export const unknownName = (name: unknown) => `name="${shownValue(name)}" not found in this project`;
