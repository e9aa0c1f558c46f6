/** A JSON object from outside, of which nothing is known yet. */
export type Json = Readonly<Record<string, unknown>>;

/** The value as an object; `{}` for anything else. */
export const recordIn = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};

/** The objects of a list; none for anything else. */
export const recordsIn = (value: unknown): Json[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null).map(recordIn) : [];

/** The texts of a list; none for anything else. */
export const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];

/** The value as text, numbers too; '' for anything else. Null characters, which no store keeps, are left out. */
export const textIn = (value: unknown): string =>
  typeof value === 'string' ? value.replaceAll('\0', '') : typeof value === 'number' ? String(value) : '';

/** The value as text; null without one. */
export const textOrNull = (value: unknown): string | null => textIn(value) || null;

/** A finite number; null for anything else. */
export const numberIn = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);

/** A moment of ISO 8601 in UTC, `2030-01-31T10:20:30.000Z`; null for anything else. */
export function dateIn(value: unknown): string | null {
  // Zones without a colon, which Jira writes, aren't understood by all engines.
  const text = textIn(value).replace(/([+-]\d\d)(\d\d)$/, '$1:$2');
  const moment = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(moment) ? null : new Date(moment).toISOString();
}

/** The day of a date or a moment, `2030-01-31`; null for anything else. */
export const dayIn = (value: unknown): string | null => dateIn(value)?.slice(0, 10) ?? null;
