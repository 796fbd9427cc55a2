import golden from '../../test/golden/sweep-seed42.json';
import type { SweepResult } from './sweep';

/** One combo of the golden rows; `params` are its six windows in wire order. */
export interface GoldenRow {
  readonly length: number;
  readonly params: readonly number[];
  readonly trades: number;
  readonly pnl: number;
}

/** The study's series and its 80 rows, made with numpy apart from this project. */
export interface Golden {
  readonly series: {
    readonly seed: number;
    readonly bars: number;
    readonly sha256_le_f64: string;
    readonly first: readonly number[];
    readonly last: number;
  };
  readonly fee_percent: number;
  readonly rows: readonly GoldenRow[];
}

/** What every kernel must give on the study's series and grid. */
export const GOLDEN: Golden = golden;

/** The golden rows in the form of a sweep's result. */
export const GOLDEN_RESULT: SweepResult = {
  pnl: Float64Array.from(GOLDEN.rows, (row) => row.pnl),
  trades: Int32Array.from(GOLDEN.rows, (row) => row.trades),
};
