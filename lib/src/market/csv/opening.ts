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
 * @throws CsvError for a comment or a title where column names should be, and for more lines to skip than there are.
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

/** @throws CsvError where the first line is a comment or a title, and says where the column names are. */
export function refuseTitle(file: string, { text, line }: Opening, close: string | undefined): void {
  const lines = text.split('\n', LOOKED_AT);
  const hasClose = (row: string): boolean =>
    row.split(delimiterOf(row)).some((name) =>
      isCloseName(
        name
          .trim()
          .replace(/^"(.*)"$/, '$1')
          .trim(),
        close,
      ),
    );
  if (lines[0].trim() === '' || hasClose(lines[0])) return;
  const header = lines.findIndex(hasClose);
  const comment = lines[0].startsWith('#');
  if (header === -1 && !comment) return;
  const what = comment ? 'a comment' : 'a title';
  const skip = line - 1 + (header === -1 ? lines.findIndex((row) => !row.startsWith('#')) : header);
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
