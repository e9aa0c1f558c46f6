import { isValidDate, shownType, shownValue } from './values';

/** What a field is told when a value of a request is read. */
export interface ReadContext {
  operation: 'create' | 'replace' | 'patch';
}

/** Messages for one field of a 400 answer. */
export class FieldProblem extends Error {
  constructor(readonly messages: readonly unknown[]) {
    super(String(messages[0]));
  }
}

const problem = (message: string) => new FieldProblem([message]);

/** What is said of wrong values, in the words of the API (conventions.md §4). */
export const messages = {
  required: 'This field is required.',
  blank: 'This field cannot be blank.',
  null: 'This field cannot be null.',
  whole: 'Enter a whole number.',
  place: (value: unknown) => `“${shownValue(value)}” value must be an integer.`,
  date: 'Date has wrong format. Use one of these formats instead: YYYY[-MM[-DD]]',
  missing: (id: unknown) => `Invalid pk '${shownValue(id)}' - object does not exist.`,
  pkType: (value: unknown) => `Incorrect type. Expected pk value, received ${shownType(value)}.`,
  tooLong: (limit: number, length: number) => `Ensure this value has at most ${limit} characters (it has ${length}).`,
  tooShort: (limit: number, length: number) => `Ensure this value has at least ${limit} characters (it has ${length}).`,
  choice: (value: unknown) => `Select a valid choice. ${shownValue(value)} is not one of the available choices.`,
};

/** What an id in a field points to: a setting of the project, a user, or a collection. */
export type LinkTarget = string;

/** One attribute of a resource. `Value` is what is stored. */
export interface Field<Value = unknown> {
  readonly type: string;
  /** Must be sent on creation and PUT. */
  readonly required: boolean;
  /** Never read from a request. */
  readonly readOnly: boolean;
  /** Read in a creation only; later requests can't change it. */
  readonly fixed: boolean;
  /** A PUT that leaves it out keeps it (fields whose default is null or empty, project-settings.md §2). */
  readonly keptByPut: boolean;
  /** Value of a new document when nothing is sent. */
  initial(): Value;
  /** @throws FieldProblem */
  read(value: unknown, context: ReadContext): Value;
  /** For ids: what they point to; checked for existence by the kit. */
  readonly link?: LinkTarget;
  /** JSON schema of the value. */
  readonly schema: Record<string, unknown>;
}

interface Options<Value> {
  required?: boolean;
  readOnly?: boolean;
  fixed?: boolean;
  keptByPut?: boolean;
  initial?: Value | (() => Value);
}

function make<Value>(
  [type, schema]: [type: string, schema: Record<string, unknown>],
  options: Options<Value>,
  fallback: Value,
  read: (value: unknown, context: ReadContext) => Value,
  link?: LinkTarget,
): Field<Value> {
  const initial = options.initial;
  return Object.freeze({
    type,
    required: options.required ?? false,
    readOnly: options.readOnly ?? false,
    fixed: options.fixed ?? false,
    keptByPut: options.keptByPut ?? false,
    initial: typeof initial === 'function' ? (initial as () => Value) : () => (initial === undefined ? fallback : (initial as Value)),
    schema,
    read,
    ...(link === undefined ? {} : { link }),
  });
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === '';

/** Reads a text: numbers become text, null of an optional one is "" (conventions.md §4). @throws FieldProblem */
export function readText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') {
    if (value.includes('\0')) throw problem('Null characters are not allowed.');
    return value;
  }
  if (typeof value === 'number') return String(value);
  throw problem('Not a valid string.');
}

/** Refuses a text of more or fewer characters; one beyond the basic plane counts once. @throws FieldProblem */
export function demandLength(text: string, { max, min = 0 }: { max?: number; min?: number }): void {
  const isSure = text.length >= min * 2 && (max === undefined || text.length <= max);
  if (isSure) return;
  const length = Array.from(text).length;
  if (max !== undefined && length > max) throw problem(messages.tooLong(max, length));
  if (length < min) throw problem(messages.tooShort(min, length));
}

/** The integer of a number or text; null when it is none. */
function integerIn(value: unknown): number | null {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  if (typeof value === 'string' && /^\s*[+-]?\d{1,15}\s*$/.test(value)) return Number(value);
  return null;
}

/** Reads an integer, also one in a text. @throws FieldProblem */
export function readInteger(value: unknown): number {
  const integer = integerIn(value);
  if (integer === null) throw problem(messages.whole);
  return integer;
}

/** Reads a place among others, which is refused in words of its own. @throws FieldProblem */
export function readPlace(value: unknown): number {
  if (isEmpty(value)) throw problem(messages.null);
  const place = integerIn(value);
  if (place === null) throw problem(messages.place(value));
  return place;
}

/** Reads an id as a link does. @throws FieldProblem */
export function readId(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  if (typeof value === 'string' && /^\d{1,15}$/.test(value)) return Number(value);
  throw problem(messages.pkType(value));
}

/** Reads a boolean: words and numbers as in conventions.md §4; other values by truthiness. */
export function readBoolean(value: unknown): boolean {
  if (typeof value === 'string') {
    if (['true', 't', 'True', '1'].includes(value)) return true;
    if (['false', 'f', 'False', '0', ''].includes(value)) return false;
  }
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}

/** Reads `YYYY-MM-DD`, one-digit months and days too; "" is null. @throws FieldProblem */
export function readDate(value: unknown): string | null {
  if (isEmpty(value)) return null;
  const match = typeof value === 'string' ? /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(value) : null;
  const [, year = '', month = '', day = ''] = match ?? [];
  if (!match || !isValidDate(Number(year), Number(month), Number(day))) throw problem(messages.date);
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** Builders of fields. */
export const f = {
  /** One text. `required` refuses an empty one as well. */
  text(options: Options<string> & { max?: number; min?: number } = {}): Field<string> {
    return make(['text', { type: 'string', maxLength: options.max }], options, '', (value, { operation }) => {
      const text = readText(value);
      if (options.required && text === '') throw problem(operation === 'create' ? messages.required : messages.blank);
      demandLength(text, options);
      return text;
    });
  },
  /** Markdown source; unlimited text. */
  markdown(options: Options<string> = {}): Field<string> {
    return make(['markdown', { type: 'string' }], options, '', readText);
  },
  /** A text that may be null. */
  nullableText(options: Options<string | null> & { max?: number } = {}): Field<string | null> {
    return make(['text', { type: ['string', 'null'] }], options, null, (value) => {
      const text = value === null ? null : readText(value);
      if (text !== null) demandLength(text, options);
      return text;
    });
  },
  integer(options: Options<number> = {}): Field<number> {
    return make(['integer', { type: 'integer' }], options, 0, (value) => {
      if (isEmpty(value)) throw problem(options.required ? messages.required : messages.null);
      return readInteger(value);
    });
  },
  /** A place among others, most of them the moment of creation. */
  place(options: Options<number> = {}): Field<number> {
    return make(['integer', { type: 'integer' }], options, 0, readPlace);
  },
  nullableInteger(options: Options<number | null> = {}): Field<number | null> {
    return make(['integer', { type: ['integer', 'null'] }], options, null, (value) => (isEmpty(value) ? null : readInteger(value)));
  },
  nullableNumber(options: Options<number | null> = {}): Field<number | null> {
    return make(['number', { type: ['number', 'null'] }], options, null, (value) => {
      if (isEmpty(value)) return null;
      const number = typeof value === 'string' ? Number(value) : value;
      if (typeof number !== 'number' || !Number.isFinite(number)) throw problem(`"${shownValue(value)}" value must be a float.`);
      return number;
    });
  },
  boolean(options: Options<boolean> = {}): Field<boolean> {
    return make(['boolean', { type: 'boolean' }], options, false, readBoolean);
  },
  date(options: Options<string | null> = {}): Field<string | null> {
    return make(['date', { type: ['string', 'null'], format: 'date' }], options, null, (value) => {
      const date = readDate(value);
      if (date === null && options.required) throw problem(messages.required);
      return date;
    });
  },
  colour(options: Options<string> = {}): Field<string> {
    return make(['colour', { type: 'string', maxLength: 20 }], options, '#999999', (value) => {
      const text = readText(value);
      if (text === '') throw problem(messages.blank);
      demandLength(text, { max: 20 });
      return text;
    });
  },
  choice<Choice extends string | number>(choices: readonly Choice[], options: Options<Choice>): Field<Choice> {
    return make(['choice', { enum: choices }], options, choices[0] as Choice, (value) => {
      const found = choices.find((choice) => choice === value || (typeof choice === 'number' && String(choice) === value));
      if (found === undefined) throw problem(isEmpty(value) ? messages.required : messages.choice(value));
      return found;
    });
  },
  /** Any JSON value. */
  json(options: Options<unknown> = {}): Field<unknown> {
    return make<unknown>(['json', {}], options, null, (value) => value);
  },
  /** The id of another document, or null. */
  link(target: LinkTarget, options: Options<number | null> = {}): Field<number | null> {
    const schema = { type: options.required ? 'integer' : ['integer', 'null'] };
    const read = (value: unknown) => {
      if (!isEmpty(value)) return readId(value);
      if (options.required) throw problem(messages.required);
      return null;
    };
    return make(['link', schema], options, null, read, target);
  },
  /** Ids of other documents; null is none, or refused with `notNull`. */
  links(target: LinkTarget, options: Options<number[]> & { notNull?: boolean } = {}): Field<number[]> {
    const read = (value: unknown) => {
      if (value === null && options.notNull) throw problem(messages.null);
      if (value === null) return [];
      const list = typeof value === 'string' ? parsedList(value) : value;
      if (!Array.isArray(list)) throw problem('Enter a list of values.');
      return [...new Set(list.map(readId))];
    };
    return make(['links', { type: 'array', items: { type: 'integer' } }], options, [], read, target);
  },
  /** A value that the service computes; never read. */
  computed<Value>(initial: Value | (() => Value)): Field<Value> {
    return make<Value>(['computed', {}], { readOnly: true, initial }, undefined as Value, () => {
      throw problem('This field is read-only.');
    });
  },
  /** A field with its own reading. */
  custom<Value>(
    type: string,
    schema: Record<string, unknown>,
    options: Options<Value> & { initial: Value | (() => Value) },
    read: (value: unknown, context: ReadContext) => Value,
    link?: LinkTarget,
  ): Field<Value> {
    return make([type, schema], options, undefined as Value, read, link);
  },
};

/** In form bodies a list comes as JSON text or separated by commas. */
function parsedList(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [value];
  } catch {
    return text.split(',').filter((part) => part !== '');
  }
}
