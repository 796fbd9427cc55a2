import { types } from 'node:util';
import { integerOption, OptionError } from '../errors';
import { feePercent, GOLDEN, grid, MAX_COMBOS, MAX_WINDOW, type Windows, windowLengths } from '../kernel';
import { fingerprint, gbm, MAX_BARS, type Series } from '../market';
import { studyFee } from './study-fee';
import { studySeries } from './study-series';

/** What to sweep: a series, the HMA lengths, and what a trade costs. */
export interface WorkloadOptions {
  /** A series from `gbm` or `fromCsv`, or a number of seeded bars. Default: `studySeries()`. */
  bars?: Series | number;
  /** HMA lengths. Default: `grid()`, the article's 80 from 6 to 200. */
  lengths?: readonly number[];
  /** What a closed trade costs, in percent of its entry price, 0 to 100. Default: `studyFee()`. */
  fee?: number;
}

/** A checked workload. */
export interface Workload {
  series: Series;
  lengths: number[];
  windows: Windows[];
  /** In percent of a trade's entry price. */
  fee: number;
  /** Of the series as little-endian float64. */
  sha256: string;
  /** Whether series and fee are the article's, so that the golden rows of its lengths apply. */
  articles: boolean;
  /** Whether the grid is too, so that all golden rows and the article's figures do. */
  published: boolean;
}

/** @throws OptionError naming `bars`, `lengths` or `fee`, with the value and what was expected. */
export function workload({ bars, lengths = grid(), fee }: WorkloadOptions = {}): Workload {
  const cost = fee === undefined ? studyFee() : feePercent(fee);
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
  const articles = hash === GOLDEN.series.sha256_le_f64 && cost === GOLDEN.fee_percent;
  return {
    series,
    lengths: [...lengths],
    windows,
    fee: cost,
    sha256: hash,
    articles,
    published: sameGrid && articles,
  };
}

/** A series from elsewhere than `gbm` and `fromCsv`: with a price that is none, PnL would be no number either. */
function checkPrices(close: Float64Array): void {
  integerOption('bars.close.length', close.length, 1, MAX_BARS);
  const wrong = close.findIndex((price) => !(price > 0 && price < Infinity));
  if (wrong !== -1) throw new OptionError(`bars.close[${wrong}]`, close[wrong], 'a finite price above zero');
}

/** A workload as a run's record names it. */
export type WorkloadRecord = {
  series: { name: string; bars: number; sha256: string };
  lengths: number[];
  fee: number;
};

export const workloadRecord = ({ series, lengths, fee, sha256: hash }: Workload): WorkloadRecord => ({
  series: { name: series.name, bars: series.close.length, sha256: hash },
  lengths,
  fee,
});
