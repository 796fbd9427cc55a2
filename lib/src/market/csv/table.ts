import Papa from 'papaparse';
import { CsvError } from '../../errors';
import { isBarAbove, refuseHeaderless, refuseLevels } from './header';
import { opening, refuseTitle } from './opening';

/** The cells of a file as text, all rows as wide as the header. */
export interface CsvTable {
  /** Column names, trimmed; an unnamed column is ''. */
  header: readonly string[];
  /** The line of the header, or where the file has none, of the first bar. */
  headerLine: number;
  /** One a bar, without the header. */
  rows: string[][];
  /** The line of the file a row begins on: not the row's number where a quoted field spans lines. */
  lineOf(row: number): number;
}

/** What is known of a file's first lines. */
export interface TableOptions {
  /** Lines above the column names, or above the first bar. */
  skip?: number;
  /** Whether the first line has the column names, or the names themselves; undefined: it has, or it is an error. */
  header?: boolean | readonly string[];
  /** The column of prices, by which a title is told from column names. */
  close?: string;
}

/**
 * Takes text with single newlines apart into a header and rows. Blank lines at the end are left out.
 * @throws CsvError for an empty file, a file with only its header, a blank line among the bars, a row wider or narrower
 * than the header, quotes that do not pair, and first lines that are no column names.
 */
export function parseTable(path: string, whole: string, options: TableOptions = {}): CsvTable {
  const { skip = 0, header: told, close } = options;
  const opened = opening(path, whole, skip);
  const { text, delimiter, line } = opened;
  const { data, errors } = Papa.parse<string[]>(text, { delimiter, newline: '\n' });
  while (data.length > 0 && isBlank(data[data.length - 1])) data.pop();
  const lineOfData = (row: number): number => line - 1 + lineOfRow(data, row);

  if (data.length === 0)
    throw new CsvError(path, null, null, 'the file is empty, expected a header and bars');
  if (told === undefined && !isBarAbove(data[0], data[1] ?? [])) refuseTitle(path, opened, data[0], close);
  for (const { type, row } of errors) {
    if (type === 'Quotes') {
      throw new CsvError(path, lineOfData(row ?? 0), null, 'the quotes of a field do not pair');
    }
  }
  const named = told === undefined || told === true;
  const header = named ? data[0].map((name) => name.trim()) : told || data[0].map((_, i) => String(i + 1));
  if (isBlank(header)) throw new CsvError(path, line, null, 'the line is blank, expected the column names');
  const rows = named ? data.slice(1) : data;
  if (rows.length === 0) throw new CsvError(path, null, null, 'the file has only its header, expected bars');
  if (told === undefined) {
    refuseHeaderless(path, line, header, rows[0]);
    refuseLevels(path, line, header, rows);
  }

  const lineOf = (row: number): number => lineOfData(named ? row + 1 : row);
  const ragged = rows.findIndex((row) => row.length !== header.length);
  if (ragged !== -1) {
    throw new CsvError(path, lineOf(ragged), null, raggedProblem(rows[ragged], header.length, told));
  }
  return { header, headerLine: line, rows, lineOf };
}

function raggedProblem(row: readonly string[], width: number, told: TableOptions['header']): string {
  if (isBlank(row)) return 'the line is blank, expected a bar';
  const what = row[0].startsWith('#') ? 'a comment, expected a bar: ' : '';
  const where = told === false ? 'the first line' : Array.isArray(told) ? 'the option header' : 'the header';
  return `${what}${fields(row.length)}, expected ${width} as in ${where}`;
}

function isBlank(row: readonly string[]): boolean {
  return row.length === 1 && row[0].trim() === '';
}

/** Only worked out for a message, so the lines of good rows cost nothing. */
function lineOfRow(data: readonly string[][], row: number): number {
  let line = 1;
  for (const fieldsBefore of data.slice(0, row)) {
    line += 1;
    for (const field of fieldsBefore) line += field.split('\n').length - 1;
  }
  return line;
}

function fields(count: number): string {
  return count === 1 ? '1 field' : `${count} fields`;
}
