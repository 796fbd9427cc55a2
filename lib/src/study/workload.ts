import { types } from 'node:util';
import { integerOption, OptionError } from '../errors';
import { GOLDEN, grid, MAX_COMBOS, MAX_WINDOW, type Windows, windowLengths } from '../kernel';
import { fingerprint, gbm, MAX_BARS, type Series } from '../market';
import { studySeries } from './study-series';

/** What to sweep: a series and the HMA lengths. */
export interface WorkloadOptions {
  /** A series from `gbm` or `fromCsv`, or a number of seeded bars. Default: `studySeries()`. */
  bars?: Series | number;
  /** HMA lengths. Default: `grid()`, the article's 80 from 6 to 200. */
  lengths?: readonly number[];
}

/** A checked workload. */
export interface Workload {
  series: Series;
  lengths: number[];
  windows: Windows[];
  /** Of the series as little-endian float64. */
  sha256: string;
  /** Whether this is the article's series and grid, so that its figures and the golden rows apply. */
  published: boolean;
}

/** @throws OptionError naming `bars` or `lengths`, with the value and what was expected. */
export function workload({ bars, lengths = grid() }: WorkloadOptions = {}): Workload {
  const series = typeof bars === 'number' ? gbm({ bars }) : (bars ?? studySeries());
  // not instanceof: a notebook's cells have globals of their own
  if (!types.isFloat64Array(series?.close)) {
    throw new OptionError('bars', bars, 'a series from gbm() or fromCsv(), or a number of seeded bars');
  }
  checkPrices(series.close);
  if (!Array.isArray(lengths) || lengths.length === 0) {
    throw new OptionError('lengths', lengths, 'a list of at least one HMA length, such as grid()');
  }
  integerOption('lengths.length', lengths.length, 1, MAX_COMBOS);
  // not map, which leaves the holes of a list as they are
  const windows = Array.from(lengths, (length: unknown, i) =>
    windowLengths(integerOption(`lengths[${i}]`, length, 1, MAX_WINDOW)),
  );
  const hash = fingerprint(series.close);
  const golden = GOLDEN.rows.map((row) => row.length);
  const sameGrid = lengths.length === golden.length && golden.every((length, i) => length === lengths[i]);
  return {
    series,
    lengths: [...lengths],
    windows,
    sha256: hash,
    published: sameGrid && hash === GOLDEN.series.sha256_le_f64,
  };
}

/** A series from elsewhere than `gbm` and `fromCsv`: with a price that is none, PnL would be no number either. */
function checkPrices(close: Float64Array): void {
  integerOption('bars.close.length', close.length, 1, MAX_BARS);
  const wrong = close.findIndex((price) => !(price > 0 && price < Infinity));
  if (wrong !== -1) throw new OptionError(`bars.close[${wrong}]`, close[wrong], 'a finite price above zero');
}

/** A workload as a run's record names it. */
export const workloadRecord = ({ series, lengths, sha256: hash }: Workload): Record<string, unknown> => ({
  series: { name: series.name, bars: series.close.length, sha256: hash },
  lengths,
});
