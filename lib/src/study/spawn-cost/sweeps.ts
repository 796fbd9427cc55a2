import { timed } from '../../bench';
import type { Engine } from '../../engine';
import type { SweepResult, Windows } from '../../kernel';

/** How a sweep reaches an engine: one that runs, one started for it, one started for each combo. */
export type Job = 'running' | 'per_sweep' | 'per_combo';
export const JOBS: readonly Job[] = ['running', 'per_sweep', 'per_combo'];

export const JOB_TITLES: Record<Job, string> = {
  running: 'the sweep, one call to an engine that runs',
  per_sweep: 'the sweep, one engine started for it',
  per_combo: 'one combo, one engine started for it, the series on its stdin',
};

/** One call: microseconds the caller waited, and those the kernel ran by the engine's clock. */
export interface JobCall {
  us: number;
  compute: number;
}

/** A job done: its calls, in order, and its rows. */
export interface JobRun {
  calls: JobCall[];
  result: SweepResult;
}

/** Sweeps in one call. */
export async function wholeSweep(
  engine: Engine,
  close: Float64Array,
  windows: readonly Windows[],
): Promise<JobRun> {
  const { value: result, us } = await timed(() => engine.sweep(close, windows));
  return { calls: [{ us, compute: (await engine.timing()).computeMicroseconds }], result };
}

/** Sweeps in a call for each combo. */
export async function comboByCombo(
  engine: Engine,
  close: Float64Array,
  windows: readonly Windows[],
): Promise<JobRun> {
  const calls: JobCall[] = [];
  const pnl = new Float64Array(windows.length);
  const trades = new Int32Array(windows.length);
  for (const [i, combo] of windows.entries()) {
    const { calls: made, result } = await wholeSweep(engine, close, [combo]);
    calls.push(...made);
    pnl[i] = result.pnl[0];
    trades[i] = result.trades[0];
  }
  return { calls, result: { pnl, trades } };
}
