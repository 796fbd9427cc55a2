/** What goes wrong at two bars, and the options that settle it. */
export interface Settled {
  problem: string;
  settledBy: Record<string, unknown>;
}

/** A column of labels, one a bar, as its source has it; how a fault in it is told is the source's. */
export interface LabelColumn {
  labels: readonly string[];
  /** Where a bar is, in words: `line 3`. */
  place(row: number): string;
  /** The error for a fault at a bar. `settledBy` are the options that settle it. */
  fault(row: number, problem: string, settledBy: Record<string, unknown>): Error;
  /** What tells two bars of one stamp, or out of their order, apart as bars of two series, if something does. */
  otherSeries?(row: number, before: number): Settled | null;
}
