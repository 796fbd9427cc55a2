const DAYS_IN = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** Whether the Gregorian calendar has this day; months count from 1. */
export function isDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  return day <= DAYS_IN[month - 1] || (day === 29 && month === 2 && isLeap(year));
}

/**
 * Days from 1970-01-01 to a day of the Gregorian calendar, in whole numbers alone. Years are taken from March on, so
 * that the leap day is the last of its year; 719,468 is the number of 1970-01-01 counted so.
 */
export function dayNumber(year: number, month: number, day: number): number {
  const y = month > 2 ? year : year - 1;
  const ofYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  return y * 365 + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + ofYear - 719_468;
}

/** The day of an ISO week's day; Monday is 1. Null for a week that the year does not have. */
export function weekDay(year: number, week: number, weekday: number): number | null {
  const first = mondayOfWeekOne(year);
  const day = first + (week - 1) * 7 + weekday - 1;
  return week >= 1 && weekday >= 1 && weekday <= 7 && day < mondayOfWeekOne(year + 1) ? day : null;
}

/** ISO's first week is the one with 4 January; 1970-01-01 was a Thursday. */
function mondayOfWeekOne(year: number): number {
  const fourth = dayNumber(year, 1, 4);
  return fourth - ((((fourth + 3) % 7) + 7) % 7);
}

/** The year of two digits: 50 to 99 are of the last century, 00 to 49 of this one. */
export const fullYear = (twoDigits: number): number => twoDigits + (twoDigits < 50 ? 2000 : 1900);
