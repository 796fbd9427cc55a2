import { Stamps } from './stamps';

/** A plain decimal number, as of an epoch, a count or a spreadsheet's day; exponents are kept out, as they lose digits. */
const NUMBER = /^[+-]?\d+(\.\d*)?$/;
/** Digits before the point of seconds from 1973 to 2286, and of milli-, micro- and nanoseconds in the same years. */
const UNITS = new Map([
  [9, 3],
  [10, 3],
  [12, 0],
  [13, 0],
  [15, -3],
  [16, -3],
  [18, -6],
  [19, -6],
]);
/** So many digits a float holds exactly. */
const EXACT = 15;

export const isNumber = (label: string): boolean => NUMBER.test(label);

/**
 * A column of numbers: epochs, whose unit each number's own digits tell (some exchanges changed it within a file), else
 * counts of whatever they count, whose order is that of numbers. Null where some label is no plain number.
 */
export function readNumbers(labels: readonly string[]): Stamps | null {
  let [epochs, longest] = [true, 0];
  for (const label of labels) {
    if (!NUMBER.test(label)) return null;
    const digits = wholeDigits(label);
    if (digits > longest) longest = digits;
    epochs &&= UNITS.has(digits) && label.charCodeAt(0) >= 48;
  }
  const stamps = new Stamps(labels.length);
  if (epochs) {
    stamps.zoned = true;
    labels.forEach((label, i) => {
      put(stamps, i, label, UNITS.get(wholeDigits(label))!);
    });
  } else {
    stamps.grain = 'count';
    const shift = longest > EXACT ? EXACT - longest : 0;
    labels.forEach((label, i) => {
      put(stamps, i, label, shift);
    });
  }
  return stamps;
}

/** Digits before the point, without sign and leading zeros. */
function wholeDigits(label: string): number {
  const point = label.indexOf('.');
  const end = point === -1 ? label.length : point;
  let start = label.charCodeAt(0) < 48 ? 1 : 0;
  while (start < end - 1 && label.charCodeAt(start) === 48) start += 1;
  return end - start;
}

/** Puts `label` times ten to the power of `shift`: the whole part into `high`, six digits behind it into `low`. */
function put(stamps: Stamps, row: number, label: string, shift: number): void {
  const negative = label.charCodeAt(0) === 45;
  const start = label.charCodeAt(0) < 48 ? 1 : 0;
  const point = label.indexOf('.');
  const whole = point === -1 ? label.length : point;
  let [high, low] = [0, 0];
  // the place of a digit counts from the shifted point: 1 is the last of the whole part, 0 the first behind it
  for (let place = whole - start + shift, at = start; place > -6; place--, at++) {
    if (at === point) at += 1;
    const digit = at < label.length ? label.charCodeAt(at) - 48 : 0;
    if (place > 0) high = high * 10 + digit;
    else low = low * 10 + digit;
  }
  stamps.high[row] = negative ? (low === 0 ? -high : -high - 1) : high;
  stamps.low[row] = negative && low > 0 ? 1e6 - low : low;
}
