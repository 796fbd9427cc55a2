import type { BarKernel, Tick } from './live';

/** The first bar after which two kernels' books differ. */
export interface Divergence {
  /** Index of the bar, from 0. */
  bar: number;
  expected: Tick;
  actual: Tick;
}

/**
 * Runs two kernels side by side, bar by bar, up to the first bar after which side, trades or any bit of
 * the PnL differs (NaN equals NaN). Both must be fresh.
 * @returns null when they agree to the end.
 */
export function firstDivergence(
  close: Float64Array,
  expected: BarKernel,
  actual: BarKernel,
): Divergence | null {
  for (let bar = 0; bar < close.length; bar++) {
    const a = expected.tick(close[bar]);
    const b = actual.tick(close[bar]);
    if (a.side !== b.side || a.trades !== b.trades || !Object.is(a.pnl, b.pnl)) {
      return { bar, expected: a, actual: b };
    }
  }
  return null;
}
