/** Bars in time order, oldest first: what every kernel and every section of the study runs on. */
export interface Series {
  /** Short, for a legend or a file name: `gbm seed 42`, `spy.csv`. */
  readonly name: string;
  /** One plain line on where the bars come from, for a caption or a record. */
  readonly description: string;
  /** Closing prices, one a bar: finite and above zero. */
  readonly close: Float64Array;
  /** One label a bar, as the source wrote it, or null when the source has none. */
  readonly dates: readonly string[] | null;
}
