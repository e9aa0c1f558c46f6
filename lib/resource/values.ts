/** @returns whether the day exists in the calendar; months from 1. */
export function isValidDate(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Name of a JSON value's type as the API's messages say it. */
export function shownType(value: unknown): string {
  if (value === null) return 'NoneType';
  if (Array.isArray(value)) return 'list';
  return { string: 'str', boolean: 'bool', object: 'dict' }[typeof value as string] ?? (Number.isInteger(value) ? 'int' : 'float');
}

/** The present time as stored and sent: ISO 8601, UTC, milliseconds, `Z`. */
export const now = (): string => new Date().toISOString();

/** Deep equality of JSON values. */
export function equalJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every((key) => key in right && equalJson((left as Record<string, unknown>)[key], (right as Record<string, unknown>)[key]));
}

/** Orders texts by code point, as the API sorts names. */
export function byCodePoint(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Whether a value from outside is a JSON object, not a list or null. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An id in a path, a query or a body; null when it can't be one. */
export function parsedId(value: unknown): number | null {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** A JSON value in a message. Objects are never asked for their text: their own `toString` came with the request. */
export function shownValue(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

/** The day of an ISO datetime, `YYYY-MM-DD` in UTC. */
export const dayOf = (at: string): string => at.slice(0, 10);
