import { dayNumber, isDay } from './calendar';

/** What digits alone leave open: which part of 03/04/05 is the day, which the month, which the year. */
export type Reading = 'day-first' | 'month-first' | 'year-first';

export const READINGS: readonly Reading[] = ['day-first', 'month-first', 'year-first'];

/** What a stamp holds: a whole date, one without its year, or a time of day alone. */
export type Grain = 'date' | 'yearless' | 'time';

/** A year that stands for none: a leap year, so that 29 February is read. */
const NO_YEAR = 1972;

/** One stamp as it is read. There is one object for a whole column, filled again for each cell. */
export class Stamp {
  /** Days from 1970-01-01. */
  day = 0;
  /** Within the day, after the offset: below zero and beyond a day too. */
  milliseconds = 0;
  nanoseconds = 0;
  grain: Grain = 'date';
  /** Whether it tells the time of day. */
  clocked = false;
  /** Whether it tells its offset from UTC. */
  zoned = false;
  /** A zone by a name that has no one offset. */
  zone = '';
  /** Whether another reading could give another date. */
  open = false;

  clear(): void {
    this.day = 0;
    this.milliseconds = 0;
    this.nanoseconds = 0;
    this.grain = 'date';
    this.clocked = false;
    this.zoned = false;
    this.zone = '';
    this.open = false;
  }

  /** False where there is no such day. */
  setDay(year: number, month: number, day: number): boolean {
    if (year < 1 || !isDay(year, month, day)) return false;
    this.day = dayNumber(year, month, day);
    return true;
  }

  setYearless(month: number, day: number): boolean {
    this.grain = 'yearless';
    return this.setDay(NO_YEAR, month, day);
  }
}
