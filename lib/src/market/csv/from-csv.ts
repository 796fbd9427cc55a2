import path from 'node:path';
import {
  booleanOption,
  CsvError,
  choiceOption,
  integerOption,
  knownOptions,
  OptionError,
} from '../../errors';
import { DATES, type Dates, DOUBLED, type Doubled, ORDERS, type Order } from '../dates';
import type { Series } from '../series';
import { closeColumn } from './columns';
import { parsePrice, priceProblem } from './price';
import { oneSeries } from './symbols';
import { type CsvTable, parseTable } from './table';
import { readText } from './text';
import { timeColumns } from './time-columns';
import { readTimes } from './times';

/** Options of `fromCsv`: column names exactly as in the header. */
export interface CsvOptions {
  /** The column of prices. Default: the one called close, in any case. */
  close?: string;
  /**
   * The column of dates. Default: one called datetime, timestamp, date or time, else the first that tells time by its
   * name and cells, those of year and month with or without one of the day, or an unnamed first column. Null: the file's lines are taken as they stand, without dates.
   */
  date?: string | null;
  /** The column of the time of day, where that of dates has only days. Default: one called time, or the only one with such cells. Null: none. */
  time?: string | null;
  /** Lines above the one with the column names. Default: 0; a first line `sep=;` is passed by itself. */
  skip?: number;
  /**
   * Whether the first line has the column names, or the names themselves for a file without them. With false the
   * columns are called '1', '2', and so on. Default: it has; a first line that is a bar itself is an error.
   */
  header?: boolean | readonly string[];
  /** Whether the file has the oldest bar first or the newest, to be turned round. Default: 'oldest-first'. */
  order?: Order;
  /**
   * How dates are read whose figures could be day, month or year: 'day-first', 'month-first' or 'year-first'. Default:
   * what reads the whole column, with its bars in order. 'labels': they are not read, and no order is checked.
   */
  dates?: Dates;
  /** Which bars of one stamp are kept: 'first', 'last' or 'all'. Default: they are an error. */
  doubled?: Doubled;
  /** Whether stamps are of a clock that is set back once a year, so that up to an hour comes twice. Default: false. */
  clockChanges?: boolean;
  /** The series to take from a file that holds several. Default: a column of several symbols is an error. */
  symbol?: string;
  /** The column that tells the series of a bar. Default: one called symbol, ticker, pair, or the like. Null: none does. */
  symbolColumn?: string | null;
}

const OPTIONS: readonly (keyof CsvOptions)[] = [
  'close',
  'date',
  'time',
  'skip',
  'header',
  'order',
  'dates',
  'doubled',
  'clockChanges',
  'symbol',
  'symbolColumn',
];

/**
 * The user's own bars from a text file: a header line, then one line a bar, oldest first, fields between
 * commas, semicolons or tabs, quoted or not. UTF-8 or UTF-16; a byte order mark, any line ends and blank
 * lines at the end are fine.
 *
 * Prices are read strictly: ` 12.5 ` and `1e3` are numbers, `12abc`, `1,234.5` and `0x10` are errors.
 * Dates are kept as they are written, and read to check their order, whole and in any usual form: with months in
 * English, times of day, AM and PM, offsets, and as epochs in seconds to nanoseconds. Where day and month could be
 * either, the whole column decides; it is refused where the oldest bar is first in one way and the newest in the other.
 * Years of two digits are 1950 to 2049. A column that is meant as time and can't be read is refused, not passed over.
 * Labels without a digit, and such as count upwards, are no dates; neither is an unnamed first column that only counts
 * rows from 0.
 *
 * @throws CsvError that names the line, the column and the way out: what is no date, bars that are not each later than
 * the one before, several series in one file, a missing header, a file of another kind; or the folder in which a
 * relative path was not found. OptionError for a bad option.
 */
export function fromCsv(file: string, options: CsvOptions = {}): Series {
  if (typeof file !== 'string' || file === '') throw new OptionError('path', file, 'the path of a CSV file');
  checkOptions(options);

  const whole = parseTable(file, readText(file), options);
  const at = closeColumn(file, whole, options.close);
  const columns = timeColumns(file, whole, options, at);
  if (columns.date.includes(at)) throw sameColumn(options);
  const table = oneSeries(file, whole, options, [at, ...columns.date]);

  const close = prices(file, table, at);
  const { dates, order } = readTimes(file, table, columns, at, options);
  return series(path.basename(file), table.header[at], options, {
    close: order === null ? close : Float64Array.from(order, (row) => close[row]),
    dates: order === null || dates === null ? dates : Array.from(order, (row) => dates[row]),
  });
}

function series(
  file: string,
  column: string,
  { symbol }: CsvOptions,
  { close, dates }: Pick<Series, 'close' | 'dates'>,
): Series {
  const span = dates === null ? '' : `, ${dates[0]} to ${dates[dates.length - 1]}`;
  const of = symbol === undefined ? '' : ` of ${symbol.trim()}`;
  const description = `${close.length.toLocaleString('en-US')} bars${of} from ${file}, column ${column}${span}`;
  return { name: symbol === undefined ? file : `${file} ${symbol.trim()}`, description, close, dates };
}

/** Named is what was asked for: dates are also found without being asked for, and then the prices are at fault. */
function sameColumn({ close, date }: CsvOptions): OptionError {
  return date === undefined
    ? new OptionError('close', close, 'a column of prices: this one has the dates')
    : new OptionError('date', date, 'another column than that of the prices');
}

function prices(file: string, { header, rows, lineOf }: CsvTable, at: number): Float64Array {
  const close = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const price = parsePrice(rows[i][at]);
    if (Number.isNaN(price)) throw new CsvError(file, lineOf(i), header[at], priceProblem(rows[i][at]));
    close[i] = price;
  }
  return close;
}

const A_COLUMN = "the name of a column, or its number as a text such as '5' where there is no header";

function checkOptions(options: CsvOptions): void {
  knownOptions(options, OPTIONS);
  const { skip, header, order, dates, doubled, clockChanges } = options;
  textOption('close', options.close, A_COLUMN);
  for (const name of ['date', 'time', 'symbolColumn'] as const) {
    if (options[name] !== null) textOption(name, options[name], A_COLUMN);
  }
  textOption('symbol', options.symbol, 'a symbol of the file');
  if (skip !== undefined) integerOption('skip', skip, 0, Number.MAX_SAFE_INTEGER);
  if (order !== undefined) choiceOption('order', order, ORDERS);
  if (dates !== undefined) choiceOption('dates', dates, DATES);
  if (doubled !== undefined) choiceOption('doubled', doubled, DOUBLED);
  if (clockChanges !== undefined) booleanOption('clockChanges', clockChanges);
  const isNames =
    Array.isArray(header) && header.length > 0 && header.every((name) => typeof name === 'string');
  if (header !== undefined && typeof header !== 'boolean' && !isNames) {
    throw new OptionError('header', header, 'true, false, or a list of column names');
  }
  if (options.symbol !== undefined && options.symbolColumn === null) {
    throw new OptionError(
      'symbolColumn',
      null,
      'the column that has the symbol, or none with the option symbol',
    );
  }
}

function textOption(option: string, value: unknown, expected: string): void {
  if (value !== undefined && (typeof value !== 'string' || value.trim() === '')) {
    throw new OptionError(option, value, expected);
  }
}
