import { windowLengths } from '../../../src/kernel';

/** A series with falls, rises and plateaus. */
export function waves(bars: number): Float64Array {
  return Float64Array.from(
    { length: bars },
    (_, i) => 100 + Math.round(20 * Math.sin(i / 9) + 5 * Math.sin(i * 3)),
  );
}

/** Work long enough for an engine to be in the middle of it when it is given up, and still there if it was not. */
export const long = { close: waves(150_000), combos: Array.from({ length: 400 }, () => windowLengths(200)) };
