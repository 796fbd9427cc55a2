/** PnL in percent and trades of each combo of a sweep. */
export interface SweepResult {
  pnl: Float64Array;
  trades: Int32Array;
}
