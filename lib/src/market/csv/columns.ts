import { CsvError, quoted } from '../../errors';
import { isDate } from '../dates';
import { isCloseName, plainName } from './names';
import { isNumeric } from './price';
import type { CsvTable } from './table';

/** Column names that hold time, in the order they are looked for. */
const DATE_NAMES = ['datetime', 'timestamp', 'date', 'time'];
/** What a name that holds one of those words, or another for time, looks like. */
const DATE_WORDS =
  /date|(?<!up|life)time(?!frame|zone)|stamp|epoch|unix|datum|fecha|day$|zeit|^year$|^month$|日期|时间|時間|日付|날짜|일자/;
/** Times of something else than the bar. */
const OTHER_DATES = /expir|matur|update|close_?time|end_?time/;
/** Of these, those that tell its time all the same where nothing else does. */
const LATER_DATES = /update|close_?time|end_?time/;
/** What pandas calls a column that had no name when it reads and writes it again. */
const UNNAMED = /^(unnamed: 0(_level_\d+)?)?$/i;
/** An epoch of these years in seconds to nanoseconds. */
const EPOCH = /^(\d{10}|\d{13}|\d{16}|\d{19})(\.\d+)?$/;
/** Other figures have no 13 digits or more. */
const LONG_EPOCH = /^(\d{13}|\d{16}|\d{19})$/;
/** A year among other figures or words. */
const YEAR = /(^|\D)(19|20)\d\d/;
/** How many column names a message lists. */
const LISTED = 20;

/**
 * The index of the column with the prices: the one named exactly `wanted`, or without it the only one
 * that is called close in any case.
 * @throws CsvError when there is none (the message lists what there is) or more than one.
 */
export function closeColumn(path: string, table: CsvTable, wanted: string | undefined): number {
  if (wanted !== undefined) return namedColumn(path, table, wanted);
  const { header, headerLine } = table;
  const matches = indexesOf(header, (name) => isCloseName(name, undefined));
  if (matches.length === 1) return matches[0];
  if (matches.length > 1) {
    const names = matches.map((i) => quoted(header[i])).join(' and ');
    throw new CsvError(path, headerLine, 'close', `${names} both match, expected one column of that name`);
  }
  throw new CsvError(path, headerLine, 'close', `${noSuchColumn(table)}; name yours with the option close`);
}

/**
 * The index of the column with dates: the one named exactly `wanted`; without it, the first called
 * datetime, timestamp, date or time in any case, else the first that tells time by its name or its cells, else an
 * unnamed first column (a pandas index); null where there is none.
 * @param close The column of prices.
 */
export function dateColumn(
  path: string,
  table: CsvTable,
  wanted: string | undefined,
  close: number,
): number | null {
  if (wanted !== undefined) return namedColumn(path, table, wanted);
  const { header } = table;
  for (const name of DATE_NAMES) {
    const [first] = indexesOf(header, (column) => column.toLowerCase() === name);
    if (first !== undefined) return first;
  }
  for (const tells of [tellsTime, seemsTime, tellsLater]) {
    const telling = header.findIndex((_, i) => i !== close && tells(table, i));
    if (telling !== -1) return telling;
  }
  return UNNAMED.test(header[0]) ? 0 : null;
}

/** By the first, the middle and the last bar: written dates anywhere, figures in the first column or by its name. */
function tellsTime(table: CsvTable, at: number): boolean {
  const name = table.header[at].toLowerCase();
  if (OTHER_DATES.test(name)) return false;
  const named = at === 0 || hasDateWord(name);
  return someCells(table, at).every((cell) =>
    /^[\d.]+$/.test(cell) ? named && (EPOCH.test(cell) || isDate(cell)) : isDate(cell),
  );
}

/**
 * What is meant as time by its name, a year among other figures, or epochs, whether or not it can be read: to pass over
 * it would leave the order unchecked.
 */
function seemsTime(table: CsvTable, at: number): boolean {
  const name = table.header[at].toLowerCase();
  if (OTHER_DATES.test(name)) return false;
  const cells = someCells(table, at);
  if (hasDateWord(name)) return cells.some((cell) => /\d/.test(cell));
  if (cells.every((cell) => LONG_EPOCH.test(cell))) return true;
  if (cells.every((cell) => EPOCH.test(cell))) return isSteady(table, at);
  return cells.every(
    (cell) => YEAR.test(cell) && cell.split(/\D+/).filter(Boolean).length > 1 && !isNumeric(cell),
  );
}

/** The end of a bar, or when it was updated. */
function tellsLater(table: CsvTable, at: number): boolean {
  if (!LATER_DATES.test(table.header[at].toLowerCase())) return false;
  return someCells(table, at).every((cell) => EPOCH.test(cell) || isDate(cell));
}

const hasDateWord = (name: string): boolean => DATE_WORDS.test(name) || DATE_WORDS.test(plainName(name));

/** The cells of the first, the middle and the last bar. */
export const someCells = ({ rows }: CsvTable, at: number): string[] =>
  [0, rows.length >> 1, rows.length - 1].map((row) => rows[row][at].trim());

/** Whether the numbers of three bars or more all rise, or all fall, as volumes hardly do. */
function isSteady({ rows }: CsvTable, at: number): boolean {
  const steps = rows.slice(1).map((row, i) => Math.sign(Number(row[at]) - Number(rows[i][at])));
  return steps.length > 1 && steps[0] !== 0 && steps.every((step) => step === steps[0]);
}

/** The index of the column named exactly so. @throws CsvError when there is none, or more than one. */
export function namedColumn(path: string, table: CsvTable, wanted: string): number {
  const matches = indexesOf(table.header, (name) => name === wanted.trim());
  if (matches.length > 1) {
    const problem = `${matches.length} columns have this name, expected one`;
    throw new CsvError(path, table.headerLine, wanted, problem);
  }
  if (matches.length === 0) throw new CsvError(path, table.headerLine, wanted, noSuchColumn(table));
  return matches[0];
}

export function indexesOf(header: readonly string[], matches: (name: string) => boolean): number[] {
  return header.flatMap((name, i) => (matches(name) ? [i] : []));
}

/** Columns that go by their number are told with their first cell. */
function noSuchColumn({ header, rows }: CsvTable): string {
  const numbered = header.every((name, i) => name === String(i + 1));
  const listed = header.slice(0, LISTED).map((name, i) => {
    const shown = name === '' ? '(unnamed)' : quoted(name);
    return numbered ? `${shown} (${rows[0][i].trim().slice(0, 20)})` : shown;
  });
  const more = header.length > LISTED ? ` and ${header.length - LISTED} more` : '';
  return `no such column; the columns are ${listed.join(', ')}${more}`;
}
