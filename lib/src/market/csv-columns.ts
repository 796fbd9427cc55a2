import { CsvError, quoted } from '../errors';

/** Column names that hold time, in the order they are looked for. */
const DATE_NAMES = ['datetime', 'timestamp', 'date', 'time'];
/** What pandas calls a column that had no name when it reads and writes it again. */
const UNNAMED = /^(unnamed: 0(_level_\d+)?)?$/i;
/** How many column names a message lists. */
const LISTED = 20;

/**
 * The index of the column with the prices: the one named exactly `wanted`, or without it the only one
 * that is called close in any case.
 * @throws CsvError when there is none (the message lists what there is) or more than one.
 */
export function closeColumn(path: string, header: readonly string[], wanted: string | undefined): number {
  if (wanted !== undefined) return namedColumn(path, header, wanted);
  const matches = indexesOf(header, (name) => name.toLowerCase() === 'close');
  if (matches.length === 1) return matches[0];
  if (matches.length > 1) {
    const names = matches.map((i) => quoted(header[i])).join(' and ');
    throw new CsvError(path, 1, 'close', `${names} both match, expected one column of that name`);
  }
  throw new CsvError(path, 1, 'close', `${noSuchColumn(header)}; name yours with the option close`);
}

/**
 * The index of the column with dates: the one named exactly `wanted`; without it, the first called
 * datetime, timestamp, date or time in any case, else an unnamed first column (a pandas index); null
 * where there is none.
 */
export function dateColumn(
  path: string,
  header: readonly string[],
  wanted: string | undefined,
): number | null {
  if (wanted !== undefined) return namedColumn(path, header, wanted);
  for (const name of DATE_NAMES) {
    const [first] = indexesOf(header, (column) => column.toLowerCase() === name);
    if (first !== undefined) return first;
  }
  return UNNAMED.test(header[0]) ? 0 : null;
}

function namedColumn(path: string, header: readonly string[], wanted: string): number {
  const matches = indexesOf(header, (name) => name === wanted.trim());
  if (matches.length > 1) {
    throw new CsvError(path, 1, wanted, `${matches.length} columns have this name, expected one`);
  }
  if (matches.length === 0) throw new CsvError(path, 1, wanted, noSuchColumn(header));
  return matches[0];
}

function indexesOf(header: readonly string[], matches: (name: string) => boolean): number[] {
  return header.flatMap((name, i) => (matches(name) ? [i] : []));
}

function noSuchColumn(header: readonly string[]): string {
  const listed = header.slice(0, LISTED).map((name) => (name === '' ? '(unnamed)' : quoted(name)));
  const more = header.length > LISTED ? ` and ${header.length - LISTED} more` : '';
  return `no such column; the columns are ${listed.join(', ')}${more}`;
}
