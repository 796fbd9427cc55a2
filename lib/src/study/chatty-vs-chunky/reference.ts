import type { GateReference } from '../../bench';
import { GOLDEN, type SweepResult } from '../../kernel';
import type { Workload } from '../workload';

/** Whether the series is the article's, whatever the lengths: its figures for one call apply then. */
export const articlesSeries = ({ sha256 }: Workload): boolean => sha256 === GOLDEN.series.sha256_le_f64;

/**
 * The golden rows of a workload's lengths, or null where there are none for one of them: the gate then
 * needs a sweep in process.
 */
export function goldenReference(work: Workload): GateReference | null {
  if (!articlesSeries(work)) return null;
  const rows = work.lengths.map((length) => GOLDEN.rows.find((row) => row.length === length));
  if (rows.some((row) => row === undefined)) return null;
  const result: SweepResult = {
    pnl: Float64Array.from(rows, (row) => row!.pnl),
    trades: Int32Array.from(rows, (row) => row!.trades),
  };
  return { name: 'golden', result };
}
