import { CsvError, OptionError, quoted } from '../../errors';
import { type Dates, isDayAlone, isTimeOfDay, type OrderOptions } from '../dates';
import { dateColumn, indexesOf, namedColumn, someCells } from './columns';
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
  /** One, or those of year and month, with or without one of the day, or none. */
  date: readonly number[];
  /** The time of day, where the date is only a day. */
  time: number | null;
}

/** A date in one column and the time of day in another, as MetaTrader and many more write them. */
const TIME_NAMES = /^(time|timestamp|tradetime|timeofday|hour|hr)$/;
const DAY_NAMES = /^(date|day|tradedate|tradingday|tradingdate|datum|fecha)$/;

/** @throws CsvError for a column that is not there; OptionError for a time of day without a date. */
export function timeColumns(file: string, table: CsvTable, options: TimeOptions, close: number): TimeColumns {
  const parts = options.date === undefined ? partColumns(table.header) : null;
  const told = options.date === null ? null : dateColumn(file, table, options.date, close);
  const found = told !== null && parts?.includes(told) ? null : told;
  if (parts === null && found === null) {
    if (typeof options.time !== 'string') return { date: [], time: null };
    throw new OptionError('time', options.time, 'a file with a column of dates; name it with date');
  }
  const date = found !== null ? [found] : parts!;
  if (options.time === null) return { date, time: null };
  if (options.time !== undefined) return { date, time: namedColumn(file, table, options.time) };

  const first = (at: number): string => table.rows[0][at].trim();
  const named = (names: RegExp): number[] =>
    indexesOf(table.header, (name) => names.test(plainName(name))).filter(
      (at) => at !== close && !date.includes(at),
    );
  if (found !== null && options.date === undefined && isTimeOfDay(first(date[0]))) {
    // the fuller name has only the time of day: Date,Timestamp
    const day = named(DAY_NAMES).find((at) => isDayAlone(first(at)));
    if (day !== undefined) return { date: [day], time: date[0] };
  }
  if (found !== null && !isDayAlone(first(found))) return { date, time: null };
  const time = named(TIME_NAMES).find((at) => isTimeCell(first(at))) ?? onlyTimes(table, [close, ...date]);
  const minute = table.header.findIndex((name) => /^(minute|min)$/.test(plainName(name)));
  if (time !== null && minute !== -1 && /^(hour|hr)$/.test(plainName(table.header[time]))) {
    const problem = `the minutes are in column ${quoted(table.header[minute])}, expected one column of times, such as 09:30; join them, or say date: null to take the lines as they stand without dates`;
    throw new CsvError(file, table.headerLine, table.header[time], problem, { settledBy: { date: null } });
  }
  return { date, time };
}

/** The one column whose cells are times of day with a colon, whatever it is called; null where there is none, or more. */
function onlyTimes(table: CsvTable, taken: readonly number[]): number | null {
  const isTime = (cell: string): boolean => cell.includes(':') && isTimeOfDay(cell);
  const times = table.header.flatMap((_, at) =>
    !taken.includes(at) && someCells(table, at).every(isTime) ? [at] : [],
  );
  return times.length === 1 ? times[0] : null;
}

const isTimeCell = (cell: string): boolean => isTimeOfDay(cell) || /^(\d{1,6}|\d{9})$/.test(cell);

/** Year and month, or year, month and day, each in a column of its own. */
function partColumns(header: readonly string[]): number[] | null {
  const parts = ['year', 'month', 'day'].map((part) => header.findIndex((name) => plainName(name) === part));
  if (parts[2] === -1) parts.pop();
  return parts.includes(-1) ? null : parts;
}
