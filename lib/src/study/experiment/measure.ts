import type { TaskContext } from '../../bench';
import type { SweepResult, Windows } from '../../kernel';
import { SweepRun } from '../../kernel/sweep';

export interface ExperimentTask {
  close: Float64Array;
  windows: Windows[];
  /** In percent of a trade's entry price. */
  fee: number;
}

/** A combo that was swept. */
export interface ComboSwept {
  trades: number;
  pnl: number;
}

/** Runs in a worker (`bench/worker.ts`): one sweep in V8, reporting each combo when it is done. */
export async function sweepOnce(
  { close, windows, fee }: ExperimentTask,
  { report, signal }: TaskContext,
): Promise<SweepResult> {
  const run = new SweepRun(close, windows, { fee, signal });
  for (let i = 0; run.next(); i++) {
    report({ trades: run.result.trades[i], pnl: run.result.pnl[i] } satisfies ComboSwept);
    // a cancellation is heard between combos
    await new Promise(setImmediate);
  }
  return run.result;
}
