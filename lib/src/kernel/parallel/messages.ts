import type { Windows } from '../windows';
import type { ParallelKernel } from './kernels';

/** From a pool to a worker: one share of a sweep. All arrays but `places` are in memory that both see. */
export interface Share {
  kernel: ParallelKernel;
  close: Float64Array;
  combos: Windows[];
  /** In percent of a trade's entry price. */
  fee: number;
  /** Where each combo's row goes. */
  places: number[];
  pnl: Float64Array;
  trades: Int32Array;
  /** Its first value is not 0 once the sweep is to end. */
  stop: Int32Array;
  /** The compiled module, for the kernels that are in it. */
  module: WebAssembly.Module | null;
}

/** From a worker to its pool: it is up, has done its share, has stopped, or failed. */
export type Answer =
  | { kind: 'ready' }
  | { kind: 'done' }
  | { kind: 'stopped' }
  | { kind: 'failed'; name: string; message: string; stack: string | undefined };
