import { Stamps } from './stamps';

/** A decimal number, as of an epoch, a count or a spreadsheet's day. */
const NUMBER = /^[+-]?\d+(\.\d*)?(e[+-]?\d{1,2})?$/i;
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
export function readNumbers(written: readonly string[]): Stamps | null {
  let [epochs, longest, powers] = [true, 0, false];
  for (const label of written) {
    if (!NUMBER.test(label)) return null;
    powers ||= /e/i.test(label);
  }
  const labels = powers ? written.map(withoutPower) : written;
  for (const label of labels) {
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

/** 1.5e3 as 1500. */
function withoutPower(label: string): string {
  const [number, power = '0'] = label.toLowerCase().split('e');
  const sign = /^[+-]/.test(number) ? number[0] : '';
  const [whole, fraction = ''] = number.slice(sign.length).split('.');
  const shift = Number(power);
  const point = whole.length + shift;
  const digits = `${'0'.repeat(Math.max(0, 1 - point))}${whole}${fraction}`.padEnd(point, '0');
  const at = Math.max(point, 1);
  return `${sign}${digits.slice(0, at)}.${digits.slice(at)}`;
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
