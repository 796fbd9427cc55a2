import { quoted } from '../../errors';
import type { LabelColumn } from './label-column';
import type { Stamps } from './stamps';

/** Which bar a source has first. */
export type Order = 'oldest-first' | 'newest-first';
export const ORDERS: readonly Order[] = ['oldest-first', 'newest-first'];

/** Which of the bars of one stamp are kept. */
export type Doubled = 'all' | 'first' | 'last';
export const DOUBLED: readonly Doubled[] = ['all', 'first', 'last'];

export interface OrderOptions {
  order?: Order;
  doubled?: Doubled;
  clockChanges?: boolean;
}

const HOUR = 3_600_000;
/** Clocks are set back at night, before this hour. */
const LATEST_CHANGE = 4;
/** Less than from one autumn's change of the clock to the next. */
const BETWEEN_CHANGES = 150 * 24 * HOUR;

/**
 * The bars oldest first, as rows of the source: each later than the one before.
 *
 * @returns Null where they are all kept as they stand.
 * @throws The column's fault at the first bar that is not later, with both stamps and the option that settles it.
 */
export function inOrder(column: LabelColumn, stamps: Stamps, options: OrderOptions): Int32Array | null {
  const { order = 'oldest-first', doubled, clockChanges = false } = options;
  const turned = order === 'newest-first';
  const forward = turned ? -1 : 1;
  const kept = new Int32Array(stamps.length);
  let [length, changed] = [1, NaN];
  for (let row = 1; row < stamps.length; row++) {
    const last = kept[length - 1];
    const step = stamps.compare(row, last) * forward;
    if (step === 0 && (doubled === 'first' || doubled === 'last')) {
      if (doubled === 'last') kept[length - 1] = row;
      continue;
    }
    const fine = step > 0 ? !stamps.leapsOver(row) : step === 0 && doubled === 'all';
    if (!fine) {
      const now = stamps.high[row];
      const back = (stamps.high[last] - now) * forward;
      const again = Math.abs(now - changed) < BETWEEN_CHANGES;
      const setBack = clockChanges && isWallClock(stamps) && back >= 0 && back < HOUR && !again;
      if (!setBack) throw orderFault(column, stamps, order, last, row);
      changed = now;
    }
    kept[length] = row;
    length += 1;
  }
  if (!turned && length === stamps.length) return null;
  const rows = kept.subarray(0, length);
  return turned ? rows.reverse() : rows;
}

/** Only such a clock is set back. */
const isWallClock = ({ grain, zoned, days }: Stamps): boolean => grain === 'date' && !zoned && !days;

function orderFault(column: LabelColumn, stamps: Stamps, order: Order, before: number, row: number): Error {
  const got = quoted(column.labels[row]);
  const other = `${quoted(column.labels[before])} in ${column.place(before)}`;
  const expected = `expected the ${order === 'newest-first' ? 'newest' : 'oldest'} bar first`;
  const step = stamps.compare(row, before);
  const direction = wholeDirection(stamps);
  const [last, reversed] = [stamps.length - 1, order === 'newest-first' ? 1 : -1];
  const down = `got ${got} after ${other}, ${expected}`;

  if (direction === reversed && step !== 0) {
    const whole =
      row === last ? '' : `, and so on to ${quoted(column.labels[last])} in ${column.place(last)}`;
    if (reversed === 1) {
      return column.fault(row, `${down}${whole}; leave the option order out`, { order: 'oldest-first' });
    }
    const out = "a file with the newest bar first is turned round with order: 'newest-first'";
    return column.fault(row, `${down}${whole}; ${out}`, { order: 'newest-first' });
  }
  const night = isWallClock(stamps) && (stamps.high[before] / HOUR) % 24 <= LATEST_CHANGE;
  const series = column.otherSeries?.(row, before) ?? null;
  if (series !== null) {
    const same = step === 0 ? `got ${got} twice, first in ${column.place(before)}` : down;
    return column.fault(row, `${same}; ${series.problem}`, series.settledBy);
  }
  if (step === 0) {
    const wall = isWallClock(stamps)
      ? '; for an hour that came twice as a clock was set back, clockChanges: true'
      : '';
    const out = "say doubled: 'first', 'last' or 'all' to keep one of such bars or all of them";
    const same =
      column.labels[row] === column.labels[before] ? '' : `, there as ${quoted(column.labels[before])}`;
    const problem = `got ${got} twice, first in ${column.place(before)}${same}, expected one bar a stamp`;
    return column.fault(row, `${problem}; ${out}${wall}`, { doubled: 'first' });
  }
  const gap = stamps.high[before] - stamps.high[row];
  if (night && gap > 0 && gap <= HOUR) {
    const why = 'the clock goes back, as where summer time ends';
    const out = 'give the stamps their offset, such as +01:00, or say clockChanges: true';
    return column.fault(row, `${down}; ${why}: ${out}`, { clockChanges: true });
  }
  const why = {
    date: '',
    count: '',
    time: 'a time of day does not tell its day: name the column of dates with date, ',
    yearless: 'without a year, the order at New Year is open: write the years, ',
  }[stamps.grain];
  const out = `${why}${why === '' ? 'sort the lines by date' : 'or sort the lines'}, or take them as they stand without dates: date: null`;
  return column.fault(row, `${down}; ${out}`, { date: null });
}

/** 1 where no bar is earlier than the one before, -1 where none is later, else 0. */
function wholeDirection(stamps: Stamps): 1 | -1 | 0 {
  let [rises, falls] = [false, false];
  for (let i = 1; i < stamps.length && !(rises && falls); i++) {
    const step = stamps.compare(i, i - 1);
    rises ||= step > 0;
    falls ||= step < 0;
  }
  return rises && falls ? 0 : falls ? -1 : 1;
}
