import type { Stamps } from './stamps';

/** Which bar a source has first. */
export type Order = 'oldest-first' | 'newest-first';
export const ORDERS: readonly Order[] = ['oldest-first', 'newest-first'];

/** Which of the bars of one stamp are kept. */
export type Doubled = 'all' | 'first' | 'last';
export const DOUBLED: readonly Doubled[] = ['all', 'first', 'last'];

/** What is told of the order of a source's bars; what is left out is an error where it comes up. */
export interface OrderOptions {
  order?: Order;
  doubled?: Doubled;
  clockChanges?: boolean;
}

export const HOUR = 3_600_000;
/** Less than from one autumn's change of the clock to the next. */
const BETWEEN_CHANGES = 150 * 24 * HOUR;

/** The rows that are kept, oldest first; or the first row that is not where it should be, and the one before it. */
export interface Sequence {
  rows: Int32Array;
  fault: { row: number; before: number } | null;
}

/** Goes through the bars in the order they are told to have. */
export function sequence(stamps: Stamps, options: OrderOptions): Sequence {
  const { order = 'oldest-first', doubled, clockChanges = false } = options;
  const forward = order === 'newest-first' ? -1 : 1;
  const kept = new Int32Array(stamps.length);
  let [length, changed] = [1, NaN];
  for (let row = 1; row < stamps.length; row++) {
    const before = kept[length - 1];
    const step = stamps.compare(row, before) * forward;
    if (step === 0 && (doubled === 'first' || doubled === 'last')) {
      if (doubled === 'last') kept[length - 1] = row;
      continue;
    }
    const fine = step > 0 ? !stamps.leapsOver(row) : step === 0 && doubled === 'all';
    if (!fine) {
      const now = stamps.high[row];
      const back = (stamps.high[before] - now) * forward;
      const again = Math.abs(now - changed) < BETWEEN_CHANGES;
      const setBack = clockChanges && isWallClock(stamps) && back >= 0 && back < HOUR && !again;
      if (!setBack) return { rows: kept.subarray(0, length), fault: { row, before } };
      changed = now;
    }
    kept[length] = row;
    length += 1;
  }
  const rows = kept.subarray(0, length);
  return { rows: forward === -1 ? rows.reverse() : rows, fault: null };
}

/** Only such a clock is set back. */
export const isWallClock = ({ grain, zoned, days }: Stamps): boolean => grain === 'date' && !zoned && !days;
