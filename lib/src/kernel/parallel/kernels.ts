import type { RustKernel } from '../rust';
import { type SweepOptions, type SweepResult, sweep } from '../sweep';
import { tunedSweep } from '../tuned';
import { sweepInWasm } from '../wasm/instance';
import type { Windows } from '../windows';

/** Sweeps on the calling thread; null when `stops` said so. */
export type Run = (
  close: Float64Array,
  combos: readonly Windows[],
  fee: number,
  stops: () => boolean,
) => SweepResult | null;

type Sweep = (close: Float64Array, combos: readonly Windows[], options: SweepOptions) => SweepResult;

/** A sweep in TypeScript, which is left after a combo. */
function leaving(sweepAll: Sweep): Run {
  return (close, combos, fee, stops) => {
    const left = new Error('left');
    const onCombo = (done: number, total: number): void => {
      if (done < total && stops()) throw left;
    };
    try {
      return stops() ? null : sweepAll(close, combos, { fee, onCombo });
    } catch (error) {
      if (error === left) return null;
      throw error;
    }
  };
}

const inWasm =
  (kernel: RustKernel): Run =>
  (close, combos, fee, stops) =>
    sweepInWasm(kernel, close, combos, fee, stops);

const RUNS = {
  reference: leaving(sweep),
  'tuned-typescript': leaving(tunedSweep),
  'wasm-naive': inWasm('naive'),
  'wasm-unchecked': inWasm('unchecked'),
  'wasm-direct': inWasm('direct'),
  'wasm-tuned': inWasm('tuned'),
} satisfies Record<string, Run>;

/** What the workers of a pool can sweep with. A new one is a line in `RUNS`. */
export type ParallelKernel = keyof typeof RUNS;

export const PARALLEL_KERNELS = Object.keys(RUNS) as readonly ParallelKernel[];

export const runOf = (kernel: ParallelKernel): Run => RUNS[kernel];
