import { numberOption } from '../errors';
import type { SweepResult } from './sweep';

/** The gate's tolerance on PnL, absolute, in percent points. Trades must be exact. */
export const PNL_TOLERANCE = 1e-6;

/** Where two results part first. `row` is null when they differ in length. */
export interface Difference {
  row: number | null;
  field: 'rows' | 'trades' | 'pnl';
  expected: number;
  actual: number;
}

/** How a result compares with the one it should equal. */
export interface Comparison {
  same: boolean;
  /** Whether every trade count and every bit of PnL agrees (NaN equals NaN). */
  identical: boolean;
  /** Largest absolute difference of PnL over the rows both have; infinite where only one is NaN. */
  worstPnl: number;
  first: Difference | null;
}

/**
 * Compares row by row: trades exact, PnL within `tolerance`, NaN equal to NaN and an infinity to itself.
 * @param tolerance Absolute, at least 0. Default 1e-6.
 */
export function compareResults(
  expected: SweepResult,
  actual: SweepResult,
  tolerance = PNL_TOLERANCE,
): Comparison {
  numberOption('tolerance', tolerance, 0, Number.MAX_VALUE);
  const rows = expected.pnl.length;
  if (actual.pnl.length !== rows || actual.trades.length !== rows) {
    const wrong = actual.pnl.length !== rows ? actual.pnl.length : actual.trades.length;
    const first: Difference = { row: null, field: 'rows', expected: rows, actual: wrong };
    return { same: false, identical: false, worstPnl: Infinity, first };
  }
  let first: Difference | null = null;
  let identical = true;
  let worstPnl = 0;
  for (let row = 0; row < rows; row++) {
    const distance = distanceOf(expected.pnl[row], actual.pnl[row]);
    worstPnl = Math.max(worstPnl, distance);
    const sameTrades = expected.trades[row] === actual.trades[row];
    identical &&= sameTrades && Object.is(expected.pnl[row], actual.pnl[row]);
    const field = !sameTrades ? 'trades' : distance > tolerance ? 'pnl' : null;
    if (field !== null && first === null) {
      first = { row, field, expected: expected[field][row], actual: actual[field][row] };
    }
  }
  return { same: first === null, identical, worstPnl, first };
}

/** Whether `compareResults` finds no difference beyond the tolerance. */
export function sameResult(expected: SweepResult, actual: SweepResult, tolerance = PNL_TOLERANCE): boolean {
  return compareResults(expected, actual, tolerance).same;
}

/** A difference in words, such as `row 3: 27713 trades expected, 27712 came`. */
export function differenceText({ row, field, expected, actual }: Difference): string {
  if (row === null) return `${expected} rows expected, ${actual} came`;
  return field === 'trades'
    ? `row ${row}: ${expected} trades expected, ${actual} came`
    : `row ${row}: PnL ${expected} expected, ${actual} came`;
}

function distanceOf(a: number, b: number): number {
  if (Object.is(a, b) || a === b) return 0;
  const distance = Math.abs(a - b);
  return Number.isNaN(distance) ? Infinity : distance;
}
