import { CsvError } from '../../errors';
import { isCloseName } from './names';

/** What may stand between fields; the one the header has most of does. */
const DELIMITERS = [',', ';', '\t'];
/** Among so many lines the column names are looked for, for a message. */
const LOOKED_AT = 40;

/** A file's text from the line of column names on. */
export interface Opening {
  text: string;
  delimiter: string;
  /** The line it begins on. */
  line: number;
}

/**
 * Passes the lines that `skip` counts, and a first line `sep=;` as spreadsheets write it, which tells the delimiter.
 * @throws CsvError for a delimiter that is none, and for more lines to skip than there are.
 */
export function opening(file: string, whole: string, skip: number): Opening {
  const told = /^"?sep=([^\n"]*)"?[^\S\n]*(\n|$)/i.exec(whole);
  if (told !== null && told[1].length !== 1) {
    throw new CsvError(file, 1, null, `the line sep= tells the delimiter, expected one character behind it`);
  }
  const passed = Math.max(skip, told === null ? 0 : 1);
  let text = whole;
  for (let line = 0; line < passed; line++) {
    const end = text.indexOf('\n');
    if (end === -1) throw new CsvError(file, null, null, `skip: ${skip} leaves no line of the file`);
    text = text.slice(end + 1);
  }
  return { text, delimiter: told?.[1] ?? delimiterOf(text), line: passed + 1 };
}

/**
 * @param first The cells of the first line, or of the lines its quotes span.
 * @throws CsvError where these are a comment or a title, and says where the column names are.
 */
export function refuseTitle(
  file: string,
  { text, line }: Opening,
  first: readonly string[],
  close: string | undefined,
): void {
  const isClose = (cell: string): boolean =>
    isCloseName(
      cell
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .trim(),
      close,
    );
  if (first.some(isClose) || (first.length === 1 && first[0].trim() === '')) return;
  const lines = text.split('\n', LOOKED_AT);
  const header = lines.findIndex((row) => row.split(delimiterOf(row)).some(isClose));
  const comment = first[0].startsWith('#');
  if (header === -1 && !comment) return;
  const what = comment ? 'a comment' : 'a title';
  const passed = header === -1 ? lines.findIndex((row) => !row.startsWith('#')) : header;
  const skip = line - 1 + Math.max(passed, 1);
  const where = header === -1 ? '' : `, which are in line ${skip + 1}`;
  const problem = `the line is ${what}, expected the column names${where}; say skip: ${skip} to pass what is above them`;
  throw new CsvError(file, line, null, problem, { settledBy: { skip } });
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
