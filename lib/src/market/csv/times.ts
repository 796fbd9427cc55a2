import { CsvError, OptionError } from '../../errors';
import { type Dates, inOrder, isDayAlone, isTimeOfDay, type OrderOptions, readDates } from '../dates';
import { dateColumn, indexesOf, namedColumn } from './columns';
import { plainName } from './names';
import { tellsApart } from './symbols';
import type { CsvTable } from './table';

/** Where the dates are, and how they are read. */
export interface TimeOptions extends OrderOptions {
  date?: string | null;
  time?: string | null;
  dates?: Dates;
}

/** The columns that tell a bar's time; each may be missing. */
export interface TimeColumns {
  date: number | null;
  time: number | null;
}

/** A date in one column and the time of day in another, as MetaTrader and many more write them. */
const TIME_NAMES = /^(time|timestamp|tradetime|timeofday|hour|hr)$/;
const DAY_NAMES = /^(date|day|tradedate|tradingday|tradingdate|datum|fecha)$/;

/** @throws CsvError for a column that is not there; OptionError for a time of day without a date. */
export function timeColumns(file: string, table: CsvTable, options: TimeOptions, close: number): TimeColumns {
  let date = options.date === null ? null : dateColumn(file, table, options.date, close);
  if (date === null && typeof options.time === 'string') {
    throw new OptionError('time', options.time, 'a file with a column of dates; name it with date');
  }
  if (options.time === null || date === null) return { date, time: null };
  if (options.time !== undefined) return { date, time: namedColumn(file, table, options.time) };

  const first = (at: number): string => table.rows[0][at].trim();
  const named = (names: RegExp): number[] =>
    indexesOf(table.header, (name) => names.test(plainName(name))).filter((at) => at !== close);
  let time = named(TIME_NAMES).find((at) => at !== date && isTimeCell(first(at))) ?? null;
  if (options.date === undefined && isTimeOfDay(first(date))) {
    // the fuller name has only the time of day: Date,Timestamp
    const day = named(DAY_NAMES).find((at) => at !== date && isDayAlone(first(at)));
    if (day !== undefined) [date, time] = [day, date];
  }
  return { date, time: time !== null && isDayAlone(first(date)) ? time : null };
}

const isTimeCell = (cell: string): boolean => isTimeOfDay(cell) || /^(\d{1,6}|\d{9})$/.test(cell);

/** What is told of the bars: one label each, and the rows in their order. */
export interface Times {
  dates: string[] | null;
  /** Null for all as they stand. */
  order: Int32Array | null;
}

/**
 * Reads the dates and puts the bars in order, the oldest first.
 * @throws CsvError for a cell that is no date, bars out of their order, and stamps that come twice; OptionError for an
 * order that is asked of a file without dates.
 */
export function readTimes(
  file: string,
  table: CsvTable,
  columns: TimeColumns,
  close: number,
  options: TimeOptions,
): Times {
  const { header, lineOf } = table;
  const { date, time } = columns;
  const labels = date === null ? null : labelsOf(file, table, date);
  if (date === null || labels === null) return { dates: null, order: untimed(options) };

  const dates = time === null ? labels : labels.map((label, i) => `${label} ${table.rows[i][time].trim()}`);
  const name = time === null ? header[date] : `${header[date]} ${header[time]}`;
  const column = {
    labels: time === null ? labels : withTimes(labels, timesOf(file, table, time)),
    place: (row: number) => `line ${lineOf(row)}`,
    fault: (row: number, problem: string, settledBy: Record<string, unknown>) =>
      new CsvError(file, lineOf(row), name, problem, { settledBy }),
    otherSeries: (row: number, before: number) => tellsApart(table, [row, before], [date, time, close]),
  };
  const stamps = readDates(column, options.dates, options);
  return { dates, order: stamps === null ? untimed(options) : inOrder(column, stamps, options) };
}

/** Without dates nothing can be checked, so that nothing is turned round unchecked. */
function untimed({ order, doubled }: TimeOptions): null {
  if (order === 'newest-first') {
    throw new OptionError('order', order, 'a file with dates to check it by');
  }
  if (doubled === 'first' || doubled === 'last') {
    throw new OptionError('doubled', doubled, 'a file with dates to find such bars by');
  }
  return null;
}

/** The cells of a column of dates; null where it only counts rows from 0 and has no name. */
function labelsOf(file: string, table: CsvTable, at: number): string[] | null {
  const { header } = table;
  const labels = cellsOf(table, at);
  const unnamed = header[at] === '' || /^unnamed/i.test(header[at]);
  if (unnamed && labels.every((label, i) => label === String(i))) return null;
  return filled(file, table, at, labels, 'a date');
}

const timesOf = (file: string, table: CsvTable, at: number): string[] =>
  filled(file, table, at, cellsOf(table, at), 'a time of day');

const cellsOf = ({ rows }: CsvTable, at: number): string[] => rows.map((row) => row[at].trim());

function filled(
  file: string,
  { header, lineOf }: CsvTable,
  at: number,
  cells: string[],
  expected: string,
): string[] {
  const empty = cells.indexOf('');
  if (empty === -1) return cells;
  throw new CsvError(file, lineOf(empty), header[at], `the cell is empty, expected ${expected}`);
}

/** Times in figures alone may lack zeros in front, as many as the longest has more: 93000 among 160000 is 09:30:00. */
function withTimes(labels: readonly string[], times: readonly string[]): string[] {
  const figures = times.every((time) => /^(\d{1,6}|\d{9})$/.test(time));
  const longest = figures ? times.reduce((most, time) => Math.max(most, time.length), 0) : 0;
  const width = longest <= 2 ? 2 : longest <= 4 ? 4 : longest <= 6 ? 6 : 9;
  return labels.map((label, i) => `${label} ${figures ? times[i].padStart(width, '0') : times[i]}`);
}
