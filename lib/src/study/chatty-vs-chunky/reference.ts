import type { GateReference } from '../../bench';
import { GOLDEN, type SweepResult } from '../../kernel';
import type { Workload } from '../workload';

/**
 * The golden rows of a workload's lengths, or null where there are none for one of them: the gate then
 * needs a sweep in process.
 */
export function goldenReference(work: Workload): GateReference | null {
  if (!work.articles) return null;
  const rows = work.lengths.map((length) => GOLDEN.rows.find((row) => row.length === length));
  if (rows.some((row) => row === undefined)) return null;
  const result: SweepResult = {
    pnl: Float64Array.from(rows, (row) => row!.pnl),
    trades: Int32Array.from(rows, (row) => row!.trades),
  };
  return { name: 'golden', result };
}
