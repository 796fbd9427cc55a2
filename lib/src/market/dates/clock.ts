import type { Cursor } from './cursor';
import type { Stamp } from './stamp';
import { readZone } from './zone';

const [COLON, DOT, COMMA, DASH, SMALL_H] = [58, 46, 44, 45, 104];

/**
 * Reads a time of day and the zone behind it: `9:30`, `09:30:00.123456789`, `09.30`, `09h30`, `4:00 PM`, `12-AM`, `09`,
 * and in digits alone `0930`, `093000`, `093000123`. 24:00 is the end of the day, and second 60 that of a minute.
 */
export function readClock(c: Cursor, stamp: Stamp): boolean {
  if (!c.digits()) return false;
  const read = c.width <= 2 ? readParts(c, stamp) : readDigits(c, stamp);
  if (!read) return false;
  stamp.clocked = true;
  readZone(c, stamp);
  return true;
}

function readParts(c: Cursor, stamp: Stamp): boolean {
  const [hour, width] = [c.number, c.width];
  const separator = c.code();
  let [minute, second] = [0, 0];
  const parted = (separator === COLON || separator === DOT || (separator | 32) === SMALL_H) && c.digitHere(1);
  if (parted) {
    c.at += 1;
    c.digits();
    if (c.width > 2 || (c.width === 1 && separator !== COLON)) return false;
    minute = c.number;
    const next = c.code();
    if ((next === COLON || (next === DOT && separator === DOT)) && c.digitHere(1)) {
      c.at += 1;
      c.digits();
      if (c.width > 2) return false;
      second = c.number;
      readFraction(c, stamp);
    }
  }
  const half = readHalf(c);
  if (half === '' && !parted && width !== 2) return false;
  if (half === '') return setTime(stamp, hour, minute, second);
  return hour <= 12 && setTime(stamp, (hour % 12) + (half === 'p' ? 12 : 0), minute, second);
}

/** 930, 0930, 93000, 093000, and with three digits of a fraction more each time. */
function readDigits(c: Cursor, stamp: Stamp): boolean {
  const { width } = c;
  if (width > 6 && width % 3 !== 0) return false;
  const from = c.at - width;
  c.at = from;
  c.digits(width <= 4 ? width - 2 : width <= 5 ? 1 : 2);
  const hour = c.number;
  c.digits(2);
  const minute = c.number;
  let second = 0;
  if (width > 4) {
    c.digits(2);
    second = c.number;
    if (width > 6) setFraction(c, stamp);
    else readFraction(c, stamp);
  }
  return setTime(stamp, hour, minute, second);
}

/** The parts of a second behind a point, a comma, or as some logs write milliseconds, a colon. */
function readFraction(c: Cursor, stamp: Stamp): void {
  const point = c.code();
  if ((point !== DOT && point !== COMMA && point !== COLON) || !c.digitHere(1)) return;
  c.at += 1;
  setFraction(c, stamp);
}

/** What is beyond a nanosecond is cut off: of two stamps that differ only there, neither is then the later. */
function setFraction(c: Cursor, stamp: Stamp): void {
  c.digits(9);
  const nanoseconds = c.number * 10 ** (9 - c.width);
  stamp.milliseconds = Math.floor(nanoseconds / 1e6);
  stamp.nanoseconds = nanoseconds % 1e6;
  c.digits();
}

/** `a` or `p` of AM and PM in any of its spellings; '' where there is none. */
function readHalf(c: Cursor): string {
  const from = c.at;
  c.spaces();
  if (c.code() === DASH) c.at += 1;
  const half = String.fromCharCode(c.code() | 32);
  if ((half === 'a' || half === 'p') && c.letterHere()) {
    c.at += 1;
    const dotted = c.skip(DOT);
    if ((c.code() | 32) === 109 && !c.letterHere(1)) {
      c.at += 1;
      if (dotted) c.skip(DOT);
      return half;
    }
  }
  c.at = from;
  return '';
}

function setTime(stamp: Stamp, hour: number, minute: number, second: number): boolean {
  if (hour > 24 || minute > 59 || second > 60 || (hour === 24 && minute + second > 0)) return false;
  stamp.milliseconds += ((hour * 60 + minute) * 60 + second) * 1000;
  return true;
}
