import type { Scalar } from '../../contracts/store';
import { segmentsOf } from '../paths';

/** What can be bound to a statement. */
export type SqlValue = string | number | null | Uint8Array;

/** Text in double quotes, as the name of a table or index. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Text in single quotes. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** The JSON path of a field path, as an SQL literal. Every segment is an object key, also `12`. */
export function jsonPath(path: string): string {
  return literal(
    `$.${segmentsOf(path)
      .map((segment) => `"${segment}"`)
      .join('.')}`,
  );
}

// Booleans become blobs, which differ from every number and sort after texts as in MongoDB; so do arrays and objects.
const FALSE = Uint8Array.of(0);
const TRUE = Uint8Array.of(1);

/**
 * The SQL expression of a field's value. Indexes and queries must use this very text, else the planner finds no index.
 */
export function valueOf(path: string): string {
  if (path === 'id') return 'id';
  const at = jsonPath(path);
  return (
    `CASE json_type(doc, ${at}) WHEN 'true' THEN x'01' WHEN 'false' THEN x'00' ` +
    `WHEN 'array' THEN x'02' WHEN 'object' THEN x'02' ELSE json_extract(doc, ${at}) END`
  );
}

/** The SQL expression of a field's whole value as JSON text, for arrays. */
export function jsonOf(path: string): string {
  return `doc -> ${jsonPath(path)}`;
}

/** A scalar as it is bound and stored in indexes. */
export function encode(value: Scalar): SqlValue {
  return typeof value === 'boolean' ? (value ? TRUE : FALSE) : value;
}

/** The same as SQL text, for the conditions of partial indexes. */
export function encodeLiteral(value: Scalar): string {
  if (value === null) return 'NULL';
  if (typeof value === 'boolean') return value ? "x'01'" : "x'00'";
  return typeof value === 'number' ? String(value) : literal(value);
}

/** Whether an indexed value stands for an array or object. */
export function isNested(value: SqlValue): boolean {
  return value instanceof Uint8Array && value[0] === 2;
}

/** A scalar out of what {@link valueOf} gave; arrays and objects count as null. */
export function decode(value: SqlValue): Scalar {
  if (!(value instanceof Uint8Array)) return value;
  return isNested(value) ? null : value[0] === 1;
}
