import { randomBytes } from 'node:crypto';
import { sectionNames, type SectionName } from '../types';
import { Base64Decoder } from './base64-decoder';
import { DumpFormatError, JsonScanner, type ScanHandler, type ValueKind } from './json-scanner';

/** What of a dump is in memory at one time stays below these, in bytes (docs/operations.md). */
export interface DumpLimits {
  /** One item of a list, its files not counted. */
  item: number;
  /** Everything that is in no list. */
  project: number;
  /** Levels of nesting. */
  depth: number;
}

/** Bytes of one item and of a project without its lists; how deep values may lie in one another. */
export const dumpLimits: DumpLimits = { item: 32 * 1024 ** 2, project: 16 * 1024 ** 2, depth: 100 };

/** Takes the parts of a dump as they come. */
export interface SplitHandler {
  /** One item of a list, as JSON text. */
  item(section: SectionName, text: Buffer): void;
  /** Bytes of the file that is on its way. */
  fileBytes(bytes: Buffer): void;
}

const sections = new Set<string>(sectionNames);
const isSection = (key: unknown): key is SectionName => typeof key === 'string' && sections.has(key);

/** Ends of paths of files, from the outermost level; null stands for any key or index. */
const filePaths: readonly (readonly (string | null)[])[] = [
  ['logo', 'data'],
  [null, null, 'attachments', null, 'attached_file', 'data'],
];

/**
 * Takes a dump apart while it comes in: items of the long lists are handed out one by one, what files contain is cut out
 * and decoded, the rest is the project.
 */
export class DumpSplitter implements ScanHandler {
  /** Everything that is in no list, once the dump has ended. */
  readonly project: Record<string, unknown> = {};
  private readonly scanner: JsonScanner;
  /** Nobody can guess what a text must be to be taken for a file. */
  private readonly mark = randomBytes(16).toString('hex');
  private files = 0;
  private decoder: Base64Decoder | null = null;
  /** Level of the unit that is being gathered; null between units. */
  private unitDepth: number | null = null;
  private parts: Buffer[] = [];
  private gathered = 0;
  private projectBytes = 0;
  private chunk: Buffer = Buffer.alloc(0);
  /** Where in the chunk begins what isn't gathered yet; null while a file is cut out. */
  private start: number | null = null;

  constructor(
    private readonly handler: SplitHandler,
    private readonly limits: DumpLimits = dumpLimits,
  ) {
    this.scanner = new JsonScanner(this, limits.depth);
  }

  /** @throws DumpFormatError */
  write(chunk: Buffer): void {
    this.chunk = chunk;
    if (this.unitDepth !== null && this.decoder === null) this.start = 0;
    this.scanner.write(chunk);
    if (this.start !== null) this.gather(chunk.length);
    this.start = null;
  }

  /** @throws DumpFormatError */
  end(): void {
    this.scanner.end();
  }

  /** The number of the file that a text of an item stands for; null for other texts. Files are counted from 0 in the order of the dump. */
  fileOf(text: unknown): number | null {
    if (typeof text !== 'string' || !text.startsWith(`${this.mark}:`)) return null;
    return Number(text.slice(this.mark.length + 1));
  }

  /** The number of the file that is being read, or would be next. */
  get filesSoFar(): number {
    return this.files;
  }

  beginValue(kind: ValueKind): boolean {
    const { scanner } = this;
    if (scanner.depth === 0 && kind !== 'object') throw scanner.problem('A dump is an object');
    if (this.unitDepth === null && this.beginsUnit(kind)) {
      this.unitDepth = scanner.depth;
      this.start = scanner.offset;
    }
    if (kind !== 'text' || !this.isFile()) return false;
    this.gather(scanner.offset + 1);
    this.add(Buffer.from(`${this.mark}:${this.files}`));
    this.start = null;
    this.decoder = new Base64Decoder();
    return true;
  }

  textBytes(bytes: Buffer): void {
    if (this.decoder) this.handler.fileBytes(this.decoder.push(bytes));
  }

  endValue(): void {
    const { scanner } = this;
    if (this.decoder) this.endFile(this.decoder);
    if (this.unitDepth !== scanner.depth) return;
    this.gather(scanner.offset);
    this.endUnit();
  }

  private endFile(decoder: Base64Decoder): void {
    this.handler.fileBytes(decoder.end());
    if (!decoder.isValid) throw this.scanner.problem('A file is no base64');
    this.decoder = null;
    this.files++;
    // From the closing quote on, the item goes on.
    this.start = this.scanner.offset - 1;
  }

  private beginsUnit(kind: ValueKind): boolean {
    const { scanner } = this;
    const inList = isSection(scanner.key(0));
    if (scanner.depth === 1) return !(inList && kind === 'array');
    return scanner.depth === 2 && inList;
  }

  private isFile(): boolean {
    const { scanner } = this;
    return filePaths.some(
      (path) => path.length === scanner.depth && path.every((key, level) => key === null || scanner.key(level) === key),
    );
  }

  private gather(end: number): void {
    if (this.start !== null) this.add(this.chunk.subarray(this.start, end));
    this.start = null;
  }

  private add(bytes: Buffer): void {
    this.parts.push(bytes);
    this.gathered += bytes.length;
    if (this.gathered > this.limits.item) throw this.scanner.problem(`Longer than ${this.limits.item} bytes`);
  }

  private endUnit(): void {
    const text = Buffer.concat(this.parts, this.gathered);
    const key = this.scanner.key(0);
    this.parts = [];
    this.unitDepth = null;
    this.gathered = 0;
    const value = this.parsed(text);
    if (this.scanner.depth === 2 && isSection(key)) this.handler.item(key, text);
    else if (typeof key === 'string') this.keep(key, value, text.length);
  }

  private keep(key: string, value: unknown, length: number): void {
    this.projectBytes += length;
    if (this.projectBytes > this.limits.project) throw this.scanner.problem(`The project is longer than ${this.limits.project} bytes`);
    if (key !== '__proto__') this.project[key] = value;
  }

  private parsed(text: Buffer): unknown {
    try {
      return JSON.parse(text.toString());
    } catch (error) {
      throw new DumpFormatError(error instanceof Error ? error.message : 'No JSON', this.scanner.place);
    }
  }
}
