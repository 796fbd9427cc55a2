import { quoted } from '../../errors';
import type { LabelColumn } from './label-column';
import { isTimeless } from './labels';
import { isNumber, readNumbers } from './numbers';
import type { ReadColumn } from './one-reading';
import { readReadings } from './readings';
import type { OrderOptions } from './sequence';
import { READINGS, type Reading, Stamp } from './stamp';
import type { Stamps } from './stamps';
import { readWritten } from './written';

/** How a column of dates is read: its figures in one reading, or as labels that are not read at all. */
export type Dates = Reading | 'labels';

export const DATES: readonly Dates[] = [...READINGS, 'labels'];

/**
 * Reads a column of dates, each label whole: the day in any order, English months, times with fractions and AM or PM,
 * offsets, epochs in seconds to nanoseconds, plain counts. A month, quarter or week stands for its first day. Years of
 * two digits are 1950 to 2049.
 *
 * @param options The order the bars should have, which decides where figures leave the day open.
 * @returns Null where the labels tell no time.
 * @throws The column's fault for a label that is no date, or one that can be two.
 */
export function readDates(
  column: LabelColumn,
  dates: Dates | undefined,
  options: OrderOptions,
): Stamps | null {
  if (dates === 'labels') return null;
  const { labels } = column;
  const numbers = readNumbers(labels);
  if (numbers !== null) return readFigures(column, numbers, dates, options);
  const read = readReadings(column, dates, options);
  if (read.fault === null) return read.stamps;
  if (read.fault.row === 0 && isTimeless(labels)) return null;
  throw unreadable(column, read.fault, dates);
}

/** Figures alone: 20240131 and longer, 310124 and its other orders, 01.2024, else epochs and counts. */
function readFigures(
  column: LabelColumn,
  numbers: Stamps,
  dates: Reading | undefined,
  options: OrderOptions,
): Stamps {
  const { labels } = column;
  const calendar = /^(\d{8}|\d{12}|\d{14}|\d{17})$/;
  if (calendar.test(labels[0]) && labels.every((label) => calendar.test(label))) {
    const read = readReadings(column, dates, options);
    if (read.fault === null) return read.stamps;
    const { row, problem } = read.fault;
    // epochs and counts have other lengths, but for the first years of an epoch in milliseconds
    const isDate = row > 0 && (labels[0].length === 8 || labels[0].length === 14);
    if (isDate) throw unreadable(column, { row, problem }, dates);
    return numbers;
  }
  if (labels.every((label) => /^\d{6}$/.test(label))) {
    const read = readReadings(column, dates, options, numbers);
    if (read.fault !== null) throw unreadable(column, read.fault, dates);
    return read.stamps;
  }
  if (labels.every((label) => /^(0?[1-9]|1[0-2])\.(19|20)\d\d$/.test(label))) {
    return readReadings(column, dates, options).stamps;
  }
  return numbers;
}

function unreadable(column: LabelColumn, fault: ReadColumn['fault'] & object, dates?: Reading): Error {
  const { row, problem } = fault;
  const what = problem === '' ? noDate(column, row, dates) : `, which ${problem}`;
  const out =
    "say date: null to leave the dates out, or dates: 'labels' to keep them unread, in whatever order";
  return column.fault(row, `got ${quoted(column.labels[row])}${what}; ${out}`, { date: null });
}

function noDate(column: LabelColumn, row: number, dates: Reading | undefined): string {
  if (dates !== undefined) return `, expected a ${dates} date`;
  if (row === 0) return ', expected a date such as 2024-01-31, 31/01/2024 16:00 or an epoch';
  const first = column.place(0);
  return reads(column.labels[row])
    ? `, whose day and month are in another order than in ${first}`
    : `, expected a date as in ${first}`;
}

const stamp = new Stamp();
const reads = (label: string): boolean => READINGS.some((reading) => readWritten(label, reading, stamp));

/** Whether a label is a date, with or without a time of day; figures alone only as 20240131 and longer. */
export const isDate = (label: string): boolean =>
  (isNumber(label) ? /^(\d{8}|\d{12}|\d{14}|\d{17})$/.test(label) : true) &&
  reads(label) &&
  stamp.grain === 'date';

/** Whether a label is a date without a time of day. */
export const isDayAlone = (label: string): boolean =>
  (/^\d{6}$/.test(label) ? reads(label) : isDate(label)) && !stamp.clocked;

/** Whether a label is a time of day without a date. */
export const isTimeOfDay = (label: string): boolean => reads(label) && stamp.grain === 'time';
