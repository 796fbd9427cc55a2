import { quoted } from '../../errors';
import type { LabelColumn } from './label-column';
import { HOUR, isWallClock, type Order, type OrderOptions, sequence } from './sequence';
import type { Stamps } from './stamps';

/** Clocks are set back at night, before this hour. */
const LATEST_CHANGE = 4;

/**
 * The bars oldest first, as rows of the source: each later than the one before.
 *
 * @returns Null where they are all kept as they stand.
 * @throws The column's fault at the first bar that is not later, with both stamps and the option that settles it.
 */
export function inOrder(column: LabelColumn, stamps: Stamps, options: OrderOptions): Int32Array | null {
  const { rows, fault } = sequence(stamps, options);
  const { order = 'oldest-first' } = options;
  if (fault !== null) throw orderFault(column, stamps, order, fault.before, fault.row);
  return order === 'oldest-first' && rows.length === stamps.length ? null : rows;
}

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
