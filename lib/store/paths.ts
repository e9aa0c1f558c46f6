/** A plain JSON object. */
export type JsonObject = Record<string, unknown>;

/** @returns whether the value is an object that is neither null nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// Quotes would end the literal in which an engine embeds the path; `$` begins operators in MongoDB.
const SEGMENT = /^[^"'`\\.$\p{Cc}][^"'`\\.\p{Cc}]*$/u;
const FORBIDDEN_SEGMENTS = new Set(['__proto__', 'prototype', 'constructor']);
const KNOWN_PATHS = new Map<string, readonly string[]>();
const MOST_KNOWN_PATHS = 2_000;

/** The segments of a dotted path. @throws TypeError when it can't be the path of a field. */
export function segmentsOf(path: string): readonly string[] {
  const known = KNOWN_PATHS.get(path);
  if (known) return known;
  const segments = path.split('.');
  for (const segment of segments) {
    if (!SEGMENT.test(segment) || FORBIDDEN_SEGMENTS.has(segment)) throw new TypeError(`Not a field path: ${JSON.stringify(path)}`);
  }
  if (KNOWN_PATHS.size < MOST_KNOWN_PATHS) KNOWN_PATHS.set(path, segments);
  return segments;
}

/** The value at a dotted path; undefined where anything on the way is missing. */
export function getPath(document: object, path: string): unknown {
  let value: unknown = document;
  for (const segment of segmentsOf(path)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return undefined;
    value = (value as JsonObject)[segment];
  }
  return value;
}

function collect(value: unknown, segments: readonly string[], depth: number, values: unknown[]): void {
  if (Array.isArray(value)) {
    for (const element of value) collect(element, segments, depth, values);
  } else if (depth === segments.length) {
    if (value !== undefined && value !== null) values.push(value);
  } else if (isObject(value)) {
    const segment = segments[depth] ?? '';
    if (Object.hasOwn(value, segment)) collect(value[segment], segments, depth + 1, values);
  }
}

/**
 * Every value at a path that leads to or through arrays: the elements of `tags`, the ids of `voters.id`. A single
 * value counts as an array of one; null and missing give nothing.
 */
export function valuesAt(document: object, path: string): unknown[] {
  const values: unknown[] = [];
  collect(document, segmentsOf(path), 0, values);
  return values;
}

function withoutKey(object: JsonObject, key: string): JsonObject {
  const { [key]: _removed, ...rest } = object;
  return rest;
}

function replaced(container: unknown, segments: readonly string[], depth: number, change: (value: unknown) => unknown): unknown {
  const key = segments[depth] ?? '';
  const last = depth === segments.length - 1;
  if (container !== undefined && !isObject(container)) throw new TypeError(`No object at ${segments.slice(0, depth).join('.')}`);
  const object = container ?? {};
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  const next = last ? change(value) : replaced(value, segments, depth + 1, change);
  if (next !== undefined) return { ...object, [key]: next };
  return container === undefined ? undefined : withoutKey(object, key);
}

/**
 * A copy of the document in which the value at the path went through `change`; all else is shared with the original.
 * Missing objects on the way are made; `undefined` removes the field.
 * @throws TypeError when something on the way is neither an object nor missing.
 */
export function changePath<D extends object>(document: D, path: string, change: (value: unknown) => unknown): D {
  return replaced(document, segmentsOf(path), 0, change) as D;
}

/** The document with only these top-level fields and its id; the document itself without a list. */
export function pickFields<D extends { id: unknown }>(document: D, fields?: readonly string[]): D {
  if (!fields) return document;
  const picked: JsonObject = { id: document.id };
  for (const field of fields) if (Object.hasOwn(document, field)) picked[field] = (document as JsonObject)[field];
  return picked as D;
}
