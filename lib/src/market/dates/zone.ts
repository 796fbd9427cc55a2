import type { Cursor } from './cursor';
import type { Stamp } from './stamp';
import { isWeekday, zoneNamed } from './words';

const [PLUS, MINUS, COLON, TRUE_MINUS, BRACKET, ROUND] = [43, 45, 58, 0x2212, 91, 40];

/**
 * Reads what may follow a time: `Z`, `+01:00`, `-0500`, `UTC`, `GMT+1`, `EST`, `America/New_York`, and Java's and
 * JavaScript's remarks `[Europe/Berlin]` and `(Central European Time)`. Leaves the cursor where it was if there is none
 * of these.
 */
export function readZone(c: Cursor, stamp: Stamp): void {
  const from = c.at;
  c.spaces();
  if (!readOffset(c, stamp) && !readName(c, stamp)) {
    c.at = from;
    return;
  }
  c.bracketed(BRACKET, ']');
  const before = c.at;
  c.spaces();
  if (c.code() !== ROUND || !c.bracketed(ROUND, ')')) c.at = before;
}

function shift(stamp: Stamp, minutes: number): true {
  stamp.zoned = true;
  stamp.milliseconds -= minutes * 60_000;
  return true;
}

function readOffset(c: Cursor, stamp: Stamp): boolean {
  const sign = c.code() === PLUS ? 1 : c.code() === MINUS || c.code() === TRUE_MINUS ? -1 : 0;
  if (sign === 0 || !c.digitHere(1)) return false;
  c.at += 1;
  c.digits();
  let [hours, minutes] = [c.number, 0];
  if (c.width === 4) {
    minutes = hours % 100;
    hours = Math.floor(hours / 100);
  } else if (c.width > 2) {
    return false;
  } else if (c.code() === COLON && c.digitHere(1)) {
    c.at += 1;
    c.digits();
    minutes = c.width === 2 ? c.number : 60;
  }
  return hours <= 15 && minutes < 60 && shift(stamp, sign * (hours * 60 + minutes));
}

function readName(c: Cursor, stamp: Stamp): boolean {
  if (!c.letterHere()) return false;
  const word = c.word('/_');
  if (word === 'Z' || word === 'z') return shift(stamp, 0);
  const minutes = zoneNamed(word);
  if (minutes === 0 && (c.code() === PLUS || c.code() === MINUS)) return readOffset(c, stamp);
  if (minutes !== undefined) return shift(stamp, minutes);
  if (isWeekday(word)) return true;
  if (word === 'AM' || word === 'PM' || !/^([A-Z]{2,5}|[A-Z]\w+(\/\w+)+)$/.test(word)) return false;
  stamp.zone = word;
  return true;
}
