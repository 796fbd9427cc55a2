import { dayNumber, fullYear, isDay, weekDay } from './calendar';
import { readClock } from './clock';
import type { Cursor } from './cursor';
import type { Reading, Stamp } from './stamp';
import { isWeekday, monthNamed } from './words';

const [SPACE, DASH, DOT, SLASH, LOW_LINE, COMMA, APOSTROPHE, COLON] = [32, 45, 46, 47, 95, 44, 39, 58];
const [CJK_YEAR, CJK_MONTH, CJK_DAY] = [0x5e74, 0x6708, 0x65e5];
/** Between a compact year-month-day of these years and a day-month-year none is both. */
const [FIRST_COMPACT, LAST_COMPACT] = [1800, 2199];

/** A date with two digits of its year or four, and with a time down to minutes, and to what is finer by three digits. */
const COMPACT = new Set([6, 8, 12, 14, 17, 20, 23]);

/** Reads a date in figures, with an English month, by quarter, week or day of the year; a weekday before it is passed. */
export function readDay(c: Cursor, reading: Reading, stamp: Stamp): boolean {
  if (c.letterHere()) {
    const from = c.at;
    if (isWeekday(c.word())) {
      while (c.spaceHere() || c.code() === COMMA || c.code() === DOT || c.code() === DASH) c.at += 1;
    } else {
      c.at = from;
    }
  }
  if (c.letterHere()) return monthFirst(c, reading, stamp);
  if (!c.digits()) return false;
  if (c.width === 4) return yearFirst(c, c.number, stamp);
  if (c.width <= 2) return shortFirst(c, reading, stamp);
  return compact(c, reading, stamp);
}

/** 20240131, 31012024, 240131, 310124; behind the first the time may follow at once. */
function compact(c: Cursor, reading: Reading, stamp: Stamp): boolean {
  const { width } = c;
  if (!COMPACT.has(width)) return false;
  c.at -= width;
  c.digits(width === 6 ? 6 : 8);
  const digits = c.number;
  const [a, b] = [Math.floor(digits / 10 ** (c.width - 2)), Math.floor(digits / 10 ** (c.width - 4)) % 100];
  if (width === 6) return threeParts(a, b, digits % 100, 2, reading, stamp);
  const year = Math.floor(digits / 1e4);
  if (year >= FIRST_COMPACT && year <= LAST_COMPACT) {
    if (stamp.setDay(year, Math.floor(digits / 100) % 100, digits % 100)) return true;
  }
  const last = digits % 1e4;
  return (
    width === 8 && last >= FIRST_COMPACT && last <= LAST_COMPACT && dayAndMonth(a, b, last, reading, stamp)
  );
}

/** 2024-01-31, 2024/1/31, 2024 Jan 31, 2024-01, 2024-031, 2024-W05-3, 2024Q1, and the same in Chinese or Japanese. */
function yearFirst(c: Cursor, year: number, stamp: Stamp): boolean {
  const separator = c.code();
  if (isSeparator(separator) || separator === CJK_YEAR) c.at += 1;
  if (c.letterHere()) return yearThenWord(c, year, separator, stamp);
  if (!c.digits()) return false;
  if (c.width === 3) return separator === DASH && setDayOfYear(stamp, year, c.number);
  const month = c.number;
  if (c.width > 2) return false;
  const next = c.code();
  if (separator === CJK_YEAR ? next === CJK_MONTH : next === separator) c.at += 1;
  else return c.atEnd && stamp.setDay(year, month, 1);
  if (separator === CJK_YEAR && c.atEnd) return stamp.setDay(year, month, 1);
  if (!c.digits(3) || c.width > 2) return false;
  if (separator === CJK_YEAR && !c.skip(CJK_DAY)) return false;
  return stamp.setDay(year, month, c.number);
}

function yearThenWord(c: Cursor, year: number, separator: number, stamp: Stamp): boolean {
  const word = c.word();
  if (word === 'W' || word === 'w') {
    if (!c.digits(2) || c.width !== 2) return false;
    const week = c.number;
    const day = c.skip(DASH) ? (c.digits(1) ? c.number : 0) : c.digits(1) ? c.number : 1;
    const number = weekDay(year, week, day);
    if (number !== null) stamp.day = number;
    return number !== null;
  }
  if (word === 'Q' || word === 'q') return c.digits() && setQuarter(stamp, year, c.number);
  if (word === 'M' || word === 'm') return c.digits() && stamp.setDay(year, c.number, 1);
  const month = monthNamed(word);
  c.skip(DOT);
  if (c.atEnd) return month > 0 && stamp.setDay(year, month, 1);
  if (isSeparator(separator)) c.skip(separator);
  return c.digits() && c.width <= 2 && stamp.setDay(year, month, c.number);
}

/** 31/01/2024, 31.1.24, 31-Jan-2024, 31 January 2024, 31st Jan, 01/2024, 1Q2024. */
function shortFirst(c: Cursor, reading: Reading, stamp: Stamp): boolean {
  const [first, width] = [c.number, c.width];
  ordinal(c);
  const separator = c.code();
  const from = c.at;
  if (isSeparator(separator) || separator === COMMA) c.at += 1;
  if (separator === DOT || separator === COMMA || separator === SPACE) c.spaces();
  if (c.letterHere()) return dayThenWord(c, first, width, reading, stamp);
  if (c.at === from || !c.digits()) return false;
  const second = c.number;
  if (c.width === 4) return c.atEnd && stamp.setDay(second, first, 1);
  if (c.width > 2) return false;
  if (!c.skip(separator)) {
    if (!c.atEnd || separator === SPACE || separator === DOT) return false;
    return dayAndMonth(first, second, null, reading, stamp);
  }
  if (!c.digits()) return false;
  if (c.width === 4) return dayAndMonth(first, second, c.number, reading, stamp);
  return c.width <= 2 && threeParts(first, second, c.number, c.width, reading, stamp, width);
}

function dayThenWord(c: Cursor, first: number, width: number, reading: Reading, stamp: Stamp): boolean {
  const word = c.word();
  if (word === 'Q' || word === 'q') return year(c) && setQuarter(stamp, c.number, first);
  const month = monthNamed(word);
  if (month === 0) return false;
  c.skip(DOT);
  if (c.atEnd) {
    // 24-Jan: a day, or the month of a year
    stamp.open = true;
    if (reading === 'day-first') return stamp.setYearless(month, first);
    return reading === 'year-first' && width === 2 && stamp.setDay(fullYear(first), month, 1);
  }
  return year(c) && stamp.setDay(c.number, month, first);
}

/** Jan 31, 2024; January 31st 24; Jan-31-2024; Jan 2024; Jan-24; Q1 2024; and `date`'s Jan 31 16:00:00 UTC 2024. */
function monthFirst(c: Cursor, reading: Reading, stamp: Stamp): boolean {
  const word = c.word();
  if (word === 'Q' || word === 'q') {
    if (!c.digits(1)) return false;
    const quarter = c.number;
    return year(c) && setQuarter(stamp, c.number, quarter);
  }
  const month = monthNamed(word);
  if (month === 0) return false;
  const between = c.at;
  while (c.spaceHere() || isSeparator(c.code()) || c.code() === COMMA) c.at += 1;
  if (c.code() === APOSTROPHE) {
    c.at = between;
    return year(c) && stamp.setDay(c.number, month, 1);
  }
  if (c.atEnd) return stamp.setYearless(month, 1);
  if (!c.digits()) return false;
  const [second, width] = [c.number, c.width];
  if (width === 4) return c.atEnd && stamp.setDay(second, month, 1);
  if (width > 2) return false;
  ordinal(c);
  if (c.atEnd) {
    // Jan-24: the month of a year, or a day
    stamp.open = true;
    if (reading === 'month-first') return stamp.setYearless(month, second);
    return reading === 'day-first' && width === 2 && stamp.setDay(fullYear(second), month, 1);
  }
  if (c.spaceHere() && clockFollows(c)) {
    c.spaces();
    if (!readClock(c, stamp)) return false;
  }
  return year(c) && stamp.setDay(c.number, month, second);
}

function clockFollows(c: Cursor): boolean {
  let ahead = 1;
  while (c.code(ahead) === SPACE) ahead += 1;
  while (c.digitHere(ahead)) ahead += 1;
  return c.code(ahead) === COLON;
}

/** Reads a year of four digits, or two, behind any separator; its number is then the cursor's. */
function year(c: Cursor): boolean {
  while (c.spaceHere() || isSeparator(c.code()) || c.code() === COMMA || c.code() === APOSTROPHE) c.at += 1;
  if (!c.digits()) return false;
  if (c.width === 2) c.number = fullYear(c.number);
  else if (c.width !== 4) return false;
  return true;
}

/** The th of 19th, and no other letters. */
function ordinal(c: Cursor): void {
  if (!c.letterHere() || !c.letterHere(1) || c.letterHere(2)) return;
  const letters = String.fromCharCode(c.code() | 32, c.code(1) | 32);
  if (letters === 'st' || letters === 'nd' || letters === 'rd' || letters === 'th') c.at += 2;
}

/** Three parts of at most two digits: the year is the last, or in the third reading the first. */
function threeParts(
  a: number,
  b: number,
  last: number,
  lastWidth: number,
  reading: Reading,
  stamp: Stamp,
  firstWidth = 2,
): boolean {
  stamp.open = true;
  if (reading === 'year-first') return firstWidth === 2 && stamp.setDay(fullYear(a), b, last);
  return lastWidth === 2 && dayAndMonth(a, b, fullYear(last), reading, stamp);
}

/** Two parts in the order of the reading; the year is null where there is none. */
function dayAndMonth(a: number, b: number, year: number | null, reading: Reading, stamp: Stamp): boolean {
  stamp.open ||= a !== b;
  if (reading === 'year-first') return false;
  const [day, month] = reading === 'day-first' ? [a, b] : [b, a];
  return year === null ? stamp.setYearless(month, day) : stamp.setDay(year, month, day);
}

function setQuarter(stamp: Stamp, year: number, quarter: number): boolean {
  return quarter <= 4 && stamp.setDay(year, quarter * 3 - 2, 1);
}

function setDayOfYear(stamp: Stamp, year: number, day: number): boolean {
  if (day < 1 || day > (isDay(year, 2, 29) ? 366 : 365)) return false;
  stamp.day = dayNumber(year, 1, 1) + day - 1;
  return true;
}

const isSeparator = (code: number): boolean =>
  code === DASH || code === SLASH || code === DOT || code === SPACE || code === LOW_LINE;
