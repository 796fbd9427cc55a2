import { quantile, type TaskContext } from '../../bench';
import { certifiedBars, tunedReport, type Windows } from '../../kernel';
import { spread } from '../spread';

export interface BoundTask {
  close: Float64Array;
  lengths: number[];
  windows: Windows[];
  /** How many lengths are held against the reference, bar by bar. */
  traced: number;
}

/** What the bound of one length left open, and how far it was from the error it bounds. */
export interface BoundRow {
  kind: 'bound';
  length: number;
  bars: number;
  /** Bars on which HMA3 and HMA lie closer together than the bound. */
  uncertain: number;
  /** Bars worked out in the reference's arithmetic: those, and what lay between them. */
  recomputed: number;
  /** In price units, over all bars that have an estimate; null for a length that was not traced. */
  difference_median: number | null;
  difference_least: number | null;
  bound_median: number | null;
  error_median: number | null;
  error_most: number | null;
  /** The bound on the bar of that error. */
  bound_of_most: number | null;
  /** The largest share of its bound that an error took. */
  share_most: number | null;
}

/** Runs in a worker (`bench/worker.ts`): a tuned sweep's own account, and some lengths bar by bar. */
export async function measureBound(
  { close, lengths, windows, traced }: BoundTask,
  { report }: TaskContext,
): Promise<BoundRow[]> {
  const { uncertain, recomputed } = tunedReport(close, windows);
  const chosen = new Set(spread(lengths, traced));
  return lengths.map((length, i) => {
    const row = { length, bars: close.length, uncertain: uncertain[i], recomputed: recomputed[i] };
    report(length);
    return { kind: 'bound', ...row, ...(chosen.has(length) ? errors(close, windows[i]) : UNTRACED) };
  });
}

type Errors = Omit<BoundRow, 'kind' | 'length' | 'bars' | 'uncertain' | 'recomputed'>;

const UNTRACED: Errors = {
  difference_median: null,
  difference_least: null,
  bound_median: null,
  error_median: null,
  error_most: null,
  bound_of_most: null,
  share_most: null,
};

function errors(close: Float64Array, windows: Windows): Errors {
  const { estimate, bound, reference } = certifiedBars(close, windows);
  const differences: number[] = [];
  const bounds: number[] = [];
  const found: number[] = [];
  let share = 0;
  let worst = 0;
  let over = 0;
  for (let bar = 0; bar < close.length; bar++) {
    if (Number.isNaN(estimate[bar])) continue;
    const error = Math.abs(estimate[bar] - reference[bar]);
    differences.push(Math.abs(reference[bar]));
    bounds.push(bound[bar]);
    found.push(error);
    share = Math.max(share, error / bound[bar]);
    if (error >= worst) [worst, over] = [error, bound[bar]];
  }
  if (found.length === 0) return UNTRACED;
  return {
    difference_median: quantile(differences, 0.5),
    difference_least: quantile(differences, 0),
    bound_median: quantile(bounds, 0.5),
    error_median: quantile(found, 0.5),
    error_most: worst,
    bound_of_most: over,
    share_most: share,
  };
}
