import { buffer } from 'node:stream/consumers';
import { apiError, validationError } from '../../../lib/errors';
import { CsvProblem, delimiterOf, parseCsv, type CsvRow } from '../../../lib/csv';
import type { FileStore } from '../../../lib/files';

/** Limits of an uploaded table. Bytes, and counts. */
export const limits = { size: 10 * 1024 * 1024, rows: 10_000, columns: 100 };

/** A table with headings. */
export interface Table {
  columns: string[];
  rows: CsvRow[];
}

const refused = (message: string) => validationError({ file: [message] });

/** @throws 400 with the line for what is no table, or too large */
export function tableOf(content: Buffer): Table {
  const [heading, ...rows] = rowsOf(decoded(content));
  if (!heading) throw refused('The file is empty.');
  const columns = heading.cells.map((name) => name.trim());
  if (columns.length > limits.columns) throw refused(`At most ${limits.columns} columns are accepted.`);
  const named = columns.filter((name) => name !== '');
  if (named.length === 0 || new Set(named).size < named.length) throw refused('The first line must name the columns, each differently.');
  return { columns, rows };
}

/** UTF-8, or else what spreadsheets write in the west. */
function decoded(content: Buffer): string {
  const text = decodedAs('utf-8', content) ?? decodedAs('windows-1252', content) ?? '';
  if (text.includes('\0')) throw refused('The file is not a table in text form.');
  return text;
}

function decodedAs(encoding: string, content: Buffer): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(content);
  } catch {
    return null;
  }
}

function rowsOf(text: string): CsvRow[] {
  const rows: CsvRow[] = [];
  try {
    for (const row of parseCsv(text, delimiterOf(text))) {
      if (rows.length > limits.rows) throw refused(`At most ${limits.rows} rows are accepted.`);
      rows.push(row);
    }
    return rows;
  } catch (error) {
    if (error instanceof CsvProblem) throw refused(`Line ${error.line}: ${error.message}.`);
    throw error;
  }
}

/** @throws 404 when the file is gone */
export async function storedTable(files: FileStore, path: string): Promise<Table> {
  const file = await files.get(path);
  if (!file) throw apiError('NOT_FOUND');
  return tableOf(await buffer(file.stream));
}
