/** One record of a CSV text. */
export interface CsvRow {
  /** Where it begins, from 1. */
  line: number;
  cells: string[];
}

/** What is wrong with a text, and where. */
export class CsvProblem extends Error {
  constructor(
    message: string,
    /** From 1. */
    readonly line: number,
  ) {
    super(message);
  }
}

const delimiters = [',', ';', '\t'] as const;

/** The delimiter that the first line has most of, outside of quotes. */
export function delimiterOf(text: string): string {
  const counts = new Map<string, number>(delimiters.map((delimiter) => [delimiter, 0]));
  let quoted = false;
  for (const character of text) {
    if (character === '"') quoted = !quoted;
    else if (!quoted && (character === '\n' || character === '\r')) break;
    else if (!quoted && counts.has(character)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  return [...counts].reduce((best, other) => (other[1] > best[1] ? other : best))[0];
}

/**
 * The records of a CSV text (RFC 4180; lines end in LF, CR or both; a byte order mark is skipped), empty lines left out.
 * @throws CsvProblem for a quote that isn't closed or stands beside text
 */
export function* parseCsv(text: string, delimiter = delimiterOf(text)): Generator<CsvRow> {
  const reader = new Reader(text.startsWith('\uFEFF') ? text.slice(1) : text, delimiter);
  for (let row = reader.row(); row; row = reader.row()) if (row.cells.length > 1 || row.cells[0] !== '') yield row;
}

class Reader {
  private at = 0;
  private line = 1;

  constructor(
    private readonly text: string,
    private readonly delimiter: string,
  ) {}

  row(): CsvRow | null {
    if (this.at >= this.text.length) return null;
    const row: CsvRow = { line: this.line, cells: [] };
    do row.cells.push(this.text[this.at] === '"' ? this.quoted() : this.plain());
    while (this.passed(this.delimiter));
    this.endLine();
    return row;
  }

  private plain(): string {
    const start = this.at;
    while (this.at < this.text.length && !this.endsCell(this.text[this.at] as string)) this.at++;
    return this.text.slice(start, this.at);
  }

  private quoted(): string {
    const first = this.line;
    let value = '';
    this.at++;
    for (;;) {
      const end = this.text.indexOf('"', this.at);
      if (end < 0) throw new CsvProblem('A quote is not closed', first);
      const part = this.text.slice(this.at, end);
      this.line += part.split(/\r\n|\r|\n/).length - 1;
      value += part;
      this.at = end + 1;
      if (!this.passed('"')) break;
      value += '"';
    }
    if (this.at < this.text.length && !this.endsCell(this.text[this.at] as string))
      throw new CsvProblem('Text stands beside a quote', this.line);
    return value;
  }

  private endsCell(character: string): boolean {
    return character === this.delimiter || character === '\n' || character === '\r';
  }

  private passed(character: string): boolean {
    if (this.text[this.at] !== character) return false;
    this.at++;
    return true;
  }

  private endLine(): void {
    if (this.at >= this.text.length) return;
    if (this.passed('\r')) this.passed('\n');
    else this.passed('\n');
    this.line++;
  }
}
