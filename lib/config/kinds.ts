import { createPrivateKey } from 'node:crypto';
import { formatDuration, parseDuration } from '../duration';

/** A wrong setting; the message is one line for the operator and never shows a secret. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** One environment variable: how it is read and what its row in docs/operations.md says. */
export interface Setting<T> {
  /** What the value may be, in words. */
  type: string;
  /** The default as shown to operators. */
  default: string;
  meaning: string;
  secret: boolean;
  fallback: T;
  /** @throws Error that says what the value should have been. */
  parse(text: string): T;
}

interface Options<T> {
  meaning: string;
  fallback: T;
  /** The default in words, when it depends on other settings. */
  shown?: string;
  secret?: boolean;
}

/** Declares a setting; `format` shows its default. */
export function setting<T>(
  type: string,
  parse: (text: string) => T,
  options: Options<T>,
  format: (value: NonNullable<T>) => string = String,
): Setting<T> {
  const { fallback, meaning, secret = false, shown } = options;
  const missing = fallback === null || fallback === undefined || (Array.isArray(fallback) && fallback.length === 0);
  return { type, parse, meaning, secret, fallback, default: shown ?? (missing ? '' : format(fallback)) };
}

/** Any text. */
export const text = <T extends string | null>(options: Options<T>): Setting<T | string> =>
  setting<T | string>('text', (value) => value, options);

/** A text of at least `length` characters. */
export const longText = (length: number, options: Options<string | null>): Setting<string | null> =>
  setting<string | null>(
    `text, at least ${length} characters`,
    (value) => (value.length >= length ? value : refuse(`must have at least ${length} characters`)),
    options,
  );

/** A text that matches a pattern, described by `type`, before which an _a_ can stand. */
export const pattern = <T extends string | null>(type: string, expression: RegExp, options: Options<T>): Setting<T | string> =>
  setting<T | string>(type, (value) => (expression.test(value) ? value : refuse(`must be a ${type}`)), options);

/** An RSA private key in PEM. */
export const rsaKey = (options: Options<string | null>): Setting<string | null> =>
  setting<string | null>('RSA key in PEM', parseRsaKey, options);

/** A switch. */
export const flag = (options: Options<boolean>): Setting<boolean> => setting('on or off', parseFlag, options, (on) => (on ? 'on' : 'off'));

/** A whole number within limits. */
export const integer = <T extends number | null>(minimum: number, maximum: number, options: Options<T>): Setting<T | number> =>
  setting<T | number>(
    maximum === Number.MAX_SAFE_INTEGER ? `number from ${minimum}` : `number from ${minimum} to ${maximum}`,
    (value) => parseInteger(value, minimum, maximum),
    options,
  );

/** A length of time, in seconds. */
export const duration = (options: Options<number>): Setting<number> =>
  setting('duration', (value) => parseDuration(value) ?? refuse('must be a duration such as 90s, 15m, 24h or 8d'), options, formatDuration);

/** A size, in bytes. */
export const size = (options: Options<number>): Setting<number> => setting('size', parseSize, options, formatSize);

/** An http or https address without a trailing slash. */
export const address = <T extends string | null>(options: Options<T>): Setting<T | string> =>
  setting<T | string>('http address', parseAddress, options);

/** One of some words. */
export const choice = <W extends string>(words: readonly W[], options: Options<W>): Setting<W> =>
  setting<W>(words.join(', '), (value) => oneOf(words, value), options);

/** Words separated by commas. */
export const list = (type: string, options: Options<readonly string[]>): Setting<readonly string[]> =>
  setting<readonly string[]>(type, splitList, options);

/** Some of the given words, separated by commas. */
export const choices = <W extends string>(words: readonly W[], options: Options<readonly W[]>): Setting<readonly W[]> =>
  setting<readonly W[]>(`list of ${words.join(', ')}`, (value) => splitList(value).map((word) => oneOf(words, word)), options);

/** The parts of a comma-separated list, without blanks and empty parts. */
export function splitList(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

/** Ends the parsing of a setting. @throws Error always */
export function refuse(message: string): never {
  throw new Error(message);
}

function parseRsaKey(value: string): string {
  const pem = value.replaceAll('\\n', '\n');
  const type = keyTypeOf(pem);
  return type === 'rsa' ? pem : refuse('must be an RSA private key in PEM');
}

function keyTypeOf(pem: string): string | null {
  try {
    return createPrivateKey(pem).asymmetricKeyType ?? null;
  } catch {
    return null;
  }
}

function parseFlag(value: string): boolean {
  const word = value.toLowerCase();
  if (['on', 'true', 'yes', '1'].includes(word)) return true;
  if (['off', 'false', 'no', '0'].includes(word)) return false;
  return refuse('must be on or off');
}

function parseInteger(value: string, minimum: number, maximum: number): number {
  const number = /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= minimum && number <= maximum) return number;
  return refuse(
    maximum === Number.MAX_SAFE_INTEGER ? `must be a whole number from ${minimum}` : `must be a whole number from ${minimum} to ${maximum}`,
  );
}

const sizeUnits = ['', 'k', 'M', 'G'];

function parseSize(value: string): number {
  const [, digits, letter = ''] = /^(\d{1,9})([kmg]?)$/i.exec(value) ?? [];
  if (digits === undefined) return refuse('must be a size such as 512k, 100M or 2G');
  const power = sizeUnits.findIndex((unit) => unit.toLowerCase() === letter.toLowerCase());
  return Number(digits) * 1024 ** power;
}

function formatSize(bytes: number): string {
  const power = bytes === 0 ? 0 : ([3, 2, 1].find((exponent) => bytes % 1024 ** exponent === 0) ?? 0);
  return `${bytes / 1024 ** power}${sizeUnits[power]}`;
}

function parseAddress(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol)) return refuse('must be an http or https address');
  return value.replace(/\/+$/, '');
}

function oneOf<W extends string>(words: readonly W[], value: string): W {
  return words.find((word) => word === value.toLowerCase()) ?? refuse(`must be one of ${words.join(', ')}`);
}
