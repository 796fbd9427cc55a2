import { OptionError } from '../../errors';
import { type Dates, isDayAlone, isTimeOfDay, type OrderOptions } from '../dates';
import { dateColumn, indexesOf, namedColumn } from './columns';
import { plainName } from './names';
import type { CsvTable } from './table';

/** Where the dates are, and how they are read. */
export interface TimeOptions extends OrderOptions {
  date?: string | null;
  time?: string | null;
  dates?: Dates;
}

/** The columns that tell a bar's time. */
export interface TimeColumns {
  /** One, or those of year, month and day, or none. */
  date: readonly number[];
  /** The time of day, where the date is only a day. */
  time: number | null;
}

/** A date in one column and the time of day in another, as MetaTrader and many more write them. */
const TIME_NAMES = /^(time|timestamp|tradetime|timeofday|hour|hr)$/;
const DAY_NAMES = /^(date|day|tradedate|tradingday|tradingdate|datum|fecha)$/;

/** @throws CsvError for a column that is not there; OptionError for a time of day without a date. */
export function timeColumns(file: string, table: CsvTable, options: TimeOptions, close: number): TimeColumns {
  const found = options.date === null ? null : dateColumn(file, table, options.date, close);
  const parts = found === null && options.date === undefined ? partColumns(table.header) : null;
  if (parts === null && found === null) {
    if (typeof options.time !== 'string') return { date: [], time: null };
    throw new OptionError('time', options.time, 'a file with a column of dates; name it with date');
  }
  const date = parts ?? [found!];
  if (options.time === null) return { date, time: null };
  if (options.time !== undefined) return { date, time: namedColumn(file, table, options.time) };

  const first = (at: number): string => table.rows[0][at].trim();
  const named = (names: RegExp): number[] =>
    indexesOf(table.header, (name) => names.test(plainName(name))).filter(
      (at) => at !== close && !date.includes(at),
    );
  if (parts === null && options.date === undefined && isTimeOfDay(first(date[0]))) {
    // the fuller name has only the time of day: Date,Timestamp
    const day = named(DAY_NAMES).find((at) => isDayAlone(first(at)));
    if (day !== undefined) return { date: [day], time: date[0] };
  }
  const time = named(TIME_NAMES).find((at) => isTimeCell(first(at))) ?? null;
  return { date, time: time !== null && (parts !== null || isDayAlone(first(date[0]))) ? time : null };
}

const isTimeCell = (cell: string): boolean => isTimeOfDay(cell) || /^(\d{1,6}|\d{9})$/.test(cell);

/** Year, month and day each in a column of its own. */
function partColumns(header: readonly string[]): number[] | null {
  const parts = ['year', 'month', 'day'].map((part) => header.findIndex((name) => plainName(name) === part));
  return parts.includes(-1) ? null : parts;
}
