/** A text that is no JSON, or exceeds a limit, with the place where that shows. */
export class DumpFormatError extends Error {
  override name = 'DumpFormatError';

  constructor(
    message: string,
    /** Such as `byte 120, in user_stories[3].attachments`. */
    readonly place: string,
  ) {
    super(`${message} (${place})`);
  }
}

/** What the scanner meets, in the order of the text. Nothing is held but the keys on the way to the present place. */
export interface ScanHandler {
  /** A value begins; its path is {@link JsonScanner.path}. @returns whether a text's content is handed out as it comes */
  beginValue(kind: ValueKind): boolean;
  /** Raw bytes of a text that is handed out, between its quotes, escapes as they stand. */
  textBytes(bytes: Buffer): void;
  endValue(): void;
}

/** What a value is, by how it begins. */
export type ValueKind = 'object' | 'array' | 'text' | 'literal';

type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end' | 'nothing';

interface Level {
  isArray: boolean;
  /** Of the present value in an object; null if it is too long to be of interest. */
  key: string | null;
  /** Of the present value in an array. */
  index: number;
}

const longestKey = 256;
const quote = 0x22;
const backslash = 0x5c;
const literal = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;
const longestLiteral = 400;

const isBlank = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
/** Letters, digits, sign and point: what numbers and words are made of. */
const isLiteral = (byte: number) =>
  (byte >= 0x30 && byte <= 0x39) || (byte >= 0x61 && byte <= 0x7a) || byte === 0x2b || byte === 0x2d || byte === 0x2e || byte === 0x45;

/**
 * Walks over a JSON text in pieces of any length, byte by byte, and checks its structure. What stands inside of texts is
 * left to whoever parses a value as a whole; long texts are passed at the speed of a search for their end.
 */
export class JsonScanner {
  private readonly levels: Level[] = [];
  private expected: Expected = 'value';
  /** Bytes before the present chunk. */
  private before = 0;
  private position = 0;
  private mode: 'between' | 'text' | 'literal' = 'between';
  private isKey = false;
  private isEscaped = false;
  private handsOut = false;
  private token = '';

  constructor(
    private readonly handler: ScanHandler,
    private readonly deepest: number,
  ) {}

  /** Position in the present chunk: of the first byte of a value that begins, behind the last one of a value that ends. */
  get offset(): number {
    return this.position;
  }

  get depth(): number {
    return this.levels.length;
  }

  /** The key or index of each level, from the outermost. */
  key(level: number): string | number | null {
    const found = this.levels[level];
    if (!found) return null;
    return found.isArray ? found.index : found.key;
  }

  get place(): string {
    const path = this.levels.map(({ isArray, key, index }) => (isArray ? `[${index}]` : `.${key ?? '…'}`)).join('');
    return `byte ${this.before + this.position}${path === '' ? '' : `, at ${path.replace(/^\./, '')}`}`;
  }

  /** @throws DumpFormatError */
  write(chunk: Buffer): void {
    this.position = 0;
    while (this.position < chunk.length) {
      if (this.mode === 'text') this.passText(chunk);
      else if (this.mode === 'literal') this.passLiteral(chunk);
      else this.step(chunk[this.position] ?? 0);
    }
    this.before += chunk.length;
    this.position = 0;
  }

  /** @throws DumpFormatError when the text isn't complete */
  end(): void {
    if (this.mode === 'literal') this.endLiteral();
    if (this.expected !== 'nothing') throw this.problem('The text breaks off');
  }

  problem(message: string): DumpFormatError {
    return new DumpFormatError(message, this.place);
  }

  private step(byte: number): void {
    if (isBlank(byte)) this.position++;
    else if (byte === quote) this.beginText();
    else if (byte === 0x7b) this.open(false);
    else if (byte === 0x5b) this.open(true);
    else if (byte === 0x7d || byte === 0x5d) this.close(byte === 0x5d);
    else if (byte === 0x2c) this.comma();
    else if (byte === 0x3a) this.colon();
    else if (isLiteral(byte)) this.beginLiteral();
    else throw this.problem('No JSON');
  }

  private demandValue(): void {
    if (this.expected !== 'value' && this.expected !== 'value or end') throw this.problem(`A value stands where ${this.expected} should`);
  }

  private beginText(): void {
    this.isKey = this.expected === 'key' || this.expected === 'key or end';
    if (!this.isKey) {
      this.demandValue();
      this.handsOut = this.handler.beginValue('text');
    }
    this.mode = 'text';
    this.token = '';
    this.position++;
  }

  private passText(chunk: Buffer): void {
    const start = this.position;
    let at = start;
    for (;;) {
      if (this.isEscaped) {
        if (at >= chunk.length) break;
        this.isEscaped = false;
        at++;
      }
      const end = chunk.indexOf(quote, at);
      const escape = escapeIn(chunk, at, end < 0 ? chunk.length : end);
      if (escape >= 0) {
        this.isEscaped = true;
        at = escape + 1;
        continue;
      }
      if (end >= 0) return this.endText(chunk.subarray(start, end), end);
      at = chunk.length;
      break;
    }
    this.keepText(chunk.subarray(start, at));
    this.position = at;
  }

  private keepText(bytes: Buffer): void {
    if (this.isKey) this.token = this.token.length > longestKey ? this.token : this.token + bytes.toString('latin1');
    else if (this.handsOut) this.handler.textBytes(bytes);
  }

  private endText(rest: Buffer, end: number): void {
    this.keepText(rest);
    this.position = end + 1;
    this.mode = 'between';
    if (!this.isKey) return this.endValue();
    const level = this.levels.at(-1);
    if (level) level.key = keyOf(this.token);
    this.expected = 'colon';
  }

  private open(isArray: boolean): void {
    this.demandValue();
    if (this.levels.length >= this.deepest) throw this.problem(`Nested deeper than ${this.deepest} levels`);
    this.handler.beginValue(isArray ? 'array' : 'object');
    this.levels.push({ isArray, key: null, index: 0 });
    this.expected = isArray ? 'value or end' : 'key or end';
    this.position++;
  }

  private close(isArray: boolean): void {
    const level = this.levels.at(-1);
    const mayEnd = this.expected === 'comma or end' || this.expected === (isArray ? 'value or end' : 'key or end');
    if (!level || level.isArray !== isArray || !mayEnd) throw this.problem('A bracket closes what is not open or not complete');
    this.levels.pop();
    this.position++;
    this.endValue();
  }

  private comma(): void {
    const level = this.levels.at(-1);
    if (!level || this.expected !== 'comma or end') throw this.problem('A comma in the wrong place');
    if (level.isArray) level.index++;
    this.expected = level.isArray ? 'value' : 'key';
    this.position++;
  }

  private colon(): void {
    if (this.expected !== 'colon') throw this.problem('A colon in the wrong place');
    this.expected = 'value';
    this.position++;
  }

  private beginLiteral(): void {
    this.demandValue();
    this.handler.beginValue('literal');
    this.mode = 'literal';
    this.token = '';
  }

  private passLiteral(chunk: Buffer): void {
    let at = this.position;
    while (at < chunk.length && isLiteral(chunk[at] ?? 0)) at++;
    if (this.token.length <= longestLiteral) this.token += chunk.toString('latin1', this.position, at);
    this.position = at;
    if (at < chunk.length) this.endLiteral();
  }

  private endLiteral(): void {
    if (!literal.test(this.token)) throw this.problem('Neither a number nor true, false or null');
    this.mode = 'between';
    this.endValue();
  }

  private endValue(): void {
    this.expected = this.levels.length === 0 ? 'nothing' : 'comma or end';
    this.handler.endValue();
  }
}

/** The first backslash of a part of a chunk, or -1; the search must not go on to the end of the chunk for every short text. */
function escapeIn(chunk: Buffer, start: number, end: number): number {
  if (end - start > 64) {
    const found = chunk.subarray(start, end).indexOf(backslash);
    return found < 0 ? -1 : start + found;
  }
  for (let at = start; at < end; at++) if (chunk[at] === backslash) return at;
  return -1;
}

/** Null for keys that are too long or no text at all. */
function keyOf(raw: string): string | null {
  if (raw.length > longestKey) return null;
  try {
    const key: unknown = JSON.parse(`"${Buffer.from(raw, 'latin1').toString()}"`);
    return typeof key === 'string' ? key : null;
  } catch {
    return null;
  }
}
