import type { TaskContext } from '../../bench';
import { type SweepResult, sweep, type Windows } from '../../kernel';

export interface ExperimentTask {
  close: Float64Array;
  windows: Windows[];
  /** In percent of a trade's entry price. */
  fee: number;
}

/** Runs in a worker (`bench/worker.ts`): one sweep in V8, reporting each combo done. */
export async function sweepOnce(
  { close, windows, fee }: ExperimentTask,
  { report, signal }: TaskContext,
): Promise<SweepResult> {
  return sweep(close, windows, { fee, signal, onCombo: (done) => report(done) });
}
