import { readClock } from './clock';
import { Cursor } from './cursor';
import { readDay } from './day';
import { type Reading, Stamp } from './stamp';
import { readZone } from './zone';

const [COLON, SMALL_T, COMMA, DASH, LOW_LINE, SEMICOLON, SLASH] = [58, 116, 44, 45, 95, 59, 47];
/** At most so many characters stand between a date and its time, not counting spaces. */
const BETWEEN = 2;

const cursor = new Cursor();
const until = new Stamp();

/**
 * Reads a written stamp, whole and strictly: date, time of day, offset, in the forms that people and programs write.
 * False where it is none; nothing is left out and nothing guessed. Figures alone are read as dates too (`20240131`),
 * not as counts: those are for `numbers.ts`.
 */
export function readWritten(text: string, reading: Reading, stamp: Stamp): boolean {
  stamp.clear();
  cursor.start(text);
  if (!read(cursor, reading, stamp)) return false;
  // a span, 2024-01-01/2024-01-07, counts from its start
  if (stamp.grain === 'date' && cursor.skip(SLASH)) {
    until.clear();
    if (!read(cursor, reading, until)) return false;
  }
  return cursor.atEnd;
}

function read(c: Cursor, reading: Reading, stamp: Stamp): boolean {
  if (timeFirst(c)) {
    if (!readClock(c, stamp)) return false;
    stamp.grain = 'time';
    if (c.atEnd) return true;
    stamp.grain = 'date';
    between(c);
    return readDay(c, reading, stamp);
  }
  if (!readDay(c, reading, stamp)) return false;
  // the day's own form may hold the time, and compact digits go on with it
  if (c.atEnd || stamp.clocked || c.code() === SLASH) return true;
  const from = c.at;
  if ((c.code() | 32) === SMALL_T && c.digitHere(1)) c.at += 1;
  else between(c);
  if (c.digitHere()) return readClock(c, stamp);
  c.at = from;
  readZone(c, stamp);
  return c.at > from;
}

/** Whether the cell begins with a time of day: `9:30`, `4 PM`. */
function timeFirst(c: Cursor): boolean {
  let width = 0;
  while (c.digitHere(width)) width += 1;
  if (width === 0 || width > 2) return false;
  if (c.code(width) === COLON) return true;
  while (c.code(width) === 32) width += 1;
  const [half, m] = [c.code(width) | 32, c.code(width + 1) | 32];
  return (half === 97 || half === 112) && m === 109 && !c.letterHere(width + 2);
}

function between(c: Cursor): void {
  let marks = 0;
  for (;;) {
    c.spaces();
    const code = c.code();
    const mark = code === COMMA || code === DASH || code === LOW_LINE || code === COLON || code === SEMICOLON;
    if (!mark || marks === BETWEEN) break;
    marks += 1;
    c.at += 1;
  }
  const from = c.at;
  if (c.word().toLowerCase() === 'at') c.spaces();
  else c.at = from;
}
