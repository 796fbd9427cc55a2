import path from 'node:path';
import { CsvError, knownOptions, OptionError } from '../errors';
import { closeColumn, dateColumn } from './csv-columns';
import { parsePrice, priceProblem } from './csv-price';
import { type CsvTable, parseTable } from './csv-table';
import { readText } from './csv-text';
import type { Series } from './series';

/** Options of `fromCsv`: column names exactly as in the header. */
export interface CsvOptions {
  /** The column of prices. Default: the one called close, in any case. */
  close?: string;
  /** The column of dates. Default: one called datetime, timestamp, date or time, else an unnamed first column. */
  date?: string;
}

/**
 * The user's own bars from a text file: a header line, then one line a bar, oldest first, fields between
 * commas, semicolons or tabs, quoted or not. UTF-8 or UTF-16; a byte order mark, any line ends and blank
 * lines at the end are fine.
 *
 * Prices are read strictly: ` 12.5 ` and `1e3` are numbers, `12abc`, `1,234.5` and `0x10` are errors.
 * Dates are kept as they are written, not interpreted; an unnamed first column that only counts rows from 0 is no date.
 *
 * @throws CsvError that names the line and the column of the first fault, or the folder in which a relative path was
 * not found; OptionError for a bad option.
 */
export function fromCsv(file: string, options: CsvOptions = {}): Series {
  if (typeof file !== 'string' || file === '') throw new OptionError('path', file, 'the path of a CSV file');
  knownOptions(options, ['close', 'date']);
  columnOption('close', options.close);
  columnOption('date', options.date);

  const table = parseTable(file, readText(file));
  const at = closeColumn(file, table.header, options.close);
  const dateAt = dateColumn(file, table.header, options.date);
  if (dateAt === at) throw sameColumn(options);

  const close = prices(file, table, at);
  const dates = dateAt === null ? null : datesOf(file, table, dateAt);
  const name = path.basename(file);
  const span = dates === null ? '' : `, ${dates[0]} to ${dates[dates.length - 1]}`;
  const description = `${close.length.toLocaleString('en-US')} bars from ${name}, column ${table.header[at]}${span}`;
  return { name, description, close, dates };
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

function datesOf(file: string, { header, rows, lineOf }: CsvTable, at: number): string[] | null {
  const dates = rows.map((row) => row[at].trim());
  const unnamed = header[at] === '' || /^unnamed/i.test(header[at]);
  if (unnamed && dates.every((date, i) => date === String(i))) return null;
  const empty = dates.indexOf('');
  if (empty !== -1) throw new CsvError(file, lineOf(empty), header[at], 'the cell is empty, expected a date');
  const [first, last] = [dates[0], dates[dates.length - 1]];
  if (isAfter(first, last)) {
    const problem = `the dates run from ${first} down to ${last}, expected the oldest bar first`;
    throw new CsvError(file, null, header[at], problem);
  }
  const early = dates.findIndex((date, i) => i > 0 && isAfter(dates[i - 1], date));
  if (early !== -1) {
    const problem = `got ${dates[early]} after ${dates[early - 1]}, expected the oldest bar first`;
    throw new CsvError(file, lineOf(early), header[at], problem);
  }
  return dates;
}

/** Only for forms that have one order: ISO 8601 dates and long numbers (epochs, 20240131); anything else is not after. */
function isAfter(a: string, b: string): boolean {
  const iso = /^\d{4}-\d{2}-\d{2}/;
  if (iso.test(a) && iso.test(b)) return a.slice(0, 10) > b.slice(0, 10);
  const number = /^\d{8,}(\.\d+)?$/;
  return number.test(a) && number.test(b) && Number(a) > Number(b);
}

function columnOption(option: string, value: unknown): void {
  if (value !== undefined && (typeof value !== 'string' || value.trim() === '')) {
    throw new OptionError(option, value, 'the name of a column');
  }
}
