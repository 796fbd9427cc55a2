import { CsvError, OptionError } from '../../errors';
import { inOrder, readDates } from '../dates';
import { tellsApart } from './symbols';
import type { CsvTable } from './table';
import type { TimeColumns, TimeOptions } from './time-columns';

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
  const labels = labelsOf(file, table, date);
  if (labels === null) return { dates: null, order: untimed(options) };

  const dates = time === null ? labels : labels.map((label, i) => `${label} ${table.rows[i][time].trim()}`);
  const told = time === null ? date : [...date, time];
  const name = told.map((at) => header[at]).join(' ');
  const column = {
    labels: time === null ? labels : withTimes(labels, timesOf(file, table, time)),
    place: (row: number) => `line ${lineOf(row)}`,
    fault: (row: number, problem: string, settledBy: Record<string, unknown>) =>
      new CsvError(file, lineOf(row), name, problem, { settledBy }),
    otherSeries: (row: number, before: number) => tellsApart(table, [row, before], [...told, close]),
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

/** The dates as they are written; null where there are none, or a column without a name that only counts rows from 0. */
function labelsOf(file: string, table: CsvTable, columns: readonly number[]): string[] | null {
  const [at, month, day] = columns;
  if (at === undefined) return null;
  const labels = cellsOf(table, at);
  const unnamed = table.header[at] === '' || /^unnamed/i.test(table.header[at]);
  if (unnamed && labels.every((label, i) => label === String(i))) return null;
  filled(file, table, at, labels, 'a date');
  const parts = [month, day].flatMap((part) =>
    part === undefined ? [] : [filled(file, table, part, cellsOf(table, part), 'a date')],
  );
  return labels.map((label, i) => [label, ...parts.map((cells) => cells[i])].join('-'));
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
