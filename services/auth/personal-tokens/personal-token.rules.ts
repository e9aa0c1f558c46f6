import { tokenScopes, type TokenScope } from '../../../lib/contracts/token-scopes';
import { f, FieldProblem, messages, readText } from '../../../lib/resource/fields';
import { readValid } from '../../../lib/resource/read-body';

const day = 86_400_000;
/** Milliseconds from now. */
const usualLifetime = 30 * day;
const longestLifetime = 366 * day;

/** What a user wants of a new token. */
export interface WantedToken {
  name: string;
  scopes: TokenScope[];
  /** ISO 8601. */
  expires: string;
}

const moment = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:?\d\d))?$/;

/** Reads the body of a request for a token. @throws 400 by field */
export function readWantedToken(body: Record<string, unknown>, now: number): WantedToken {
  const fields = {
    name: f.text({ required: true, max: 255 }),
    scopes: f.custom('scopes', {}, { initial: (): TokenScope[] => [], required: true }, readScopes),
    expires_date: f.custom('moment', {}, { initial: () => isoIn(now, usualLifetime) }, (value) => readExpiry(value, now)),
  };
  const values = readValid(fields, body, 'create');
  return { name: values.name as string, scopes: values.scopes as TokenScope[], expires: values.expires_date as string };
}

const isoIn = (now: number, lifetime: number) => new Date(now + lifetime).toISOString();

/** A list, or a text as forms send it; kept in the order of what they include. */
function readScopes(value: unknown): TokenScope[] {
  const list: unknown = typeof value === 'string' ? value.split(/[\s,]+/).filter((word) => word !== '') : value;
  if (!Array.isArray(list)) throw new FieldProblem(['Enter a list of values.']);
  const unknown = list.find((word) => !tokenScopes.some((scope) => scope === word));
  if (unknown !== undefined) throw new FieldProblem([messages.choice(unknown)]);
  if (list.length === 0) throw new FieldProblem([messages.required]);
  return tokenScopes.filter((scope) => list.includes(scope));
}

/** A date alone is its first moment in UTC. */
function readExpiry(value: unknown, now: number): string {
  if (value === null || value === '') return isoIn(now, usualLifetime);
  const text = readText(value);
  const time = moment.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(time)) throw new FieldProblem([messages.date]);
  if (time <= now) throw new FieldProblem(['The date must be in the future.']);
  if (time > now + longestLifetime) throw new FieldProblem(['The date must be within a year.']);
  return new Date(time).toISOString();
}
