import Papa from 'papaparse';
import { CsvError } from '../errors';

/** The cells of a file as text, all rows as wide as the header. */
export interface CsvTable {
  /** Column names, trimmed; an unnamed column is ''. */
  header: string[];
  /** One a bar, without the header. */
  rows: string[][];
  /** The line a row begins on, the header's being 1: not the row's number where a quoted field spans lines. */
  lineOf(row: number): number;
}

/** What may stand between fields; the one the header has most of does. */
const DELIMITERS = [',', ';', '\t'];

/**
 * Takes text with single newlines apart into a header and rows. Blank lines at the end are left out.
 * @throws CsvError for an empty file, a file with only its header, a blank line among the bars, a row
 * wider or narrower than the header, and quotes that do not pair.
 */
export function parseTable(path: string, text: string): CsvTable {
  const delimiter = delimiterOf(text);
  const { data, errors } = Papa.parse<string[]>(text, { delimiter, newline: '\n' });
  while (data.length > 0 && isBlank(data[data.length - 1])) data.pop();
  const lineOf = (row: number): number => lineOfRow(data, row + 1);

  if (data.length === 0)
    throw new CsvError(path, null, null, 'the file is empty, expected a header and bars');
  for (const { type, row } of errors) {
    if (type === 'Quotes') {
      throw new CsvError(path, lineOfRow(data, row ?? 0), null, 'the quotes of a field do not pair');
    }
  }
  const header = data[0].map((name) => name.trim());
  if (isBlank(header)) throw new CsvError(path, 1, null, 'the line is blank, expected the column names');
  const rows = data.slice(1);
  if (rows.length === 0) throw new CsvError(path, null, null, 'the file has only its header, expected bars');

  const ragged = rows.findIndex((row) => row.length !== header.length);
  if (ragged !== -1) {
    const row = rows[ragged];
    const problem = isBlank(row)
      ? 'the line is blank, expected a bar'
      : `${fields(row.length)}, expected ${header.length} as in the header`;
    throw new CsvError(path, lineOf(ragged), null, problem);
  }
  return { header, rows, lineOf };
}

function delimiterOf(text: string): string {
  const header = headerOf(text).replace(/"[^"]*"/g, '');
  const count = (delimiter: string): number => header.split(delimiter).length;
  return DELIMITERS.reduce((best, next) => (count(next) > count(best) ? next : best));
}

/** The text up to the first newline that is not within quotes. */
function headerOf(text: string): string {
  let quotes = 0;
  for (let end = 0; end < text.length; end++) {
    if (text[end] === '"') quotes++;
    if (text[end] === '\n' && quotes % 2 === 0) return text.slice(0, end);
  }
  return text;
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
