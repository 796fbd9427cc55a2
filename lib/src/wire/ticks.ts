/** A live session's state after each close of a tick: side +1, -1 or 0, trades and PnL since it was opened. */
export interface Ticks {
  side: Int8Array;
  trades: Int32Array;
  pnl: Float64Array;
}
