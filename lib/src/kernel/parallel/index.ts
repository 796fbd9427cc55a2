import { integerOption, knownOptions } from '../../errors';
import { allowedThreads } from '../../project';
import { inSharedMemory } from '../shared';
import type { SweepResult } from '../sweep';
import type { Windows } from '../windows';
import { checkPoolSweep, type PoolSweepOptions, SweepPool } from './pool';

export { PARALLEL_KERNELS, type ParallelKernel } from './kernels';
export { type PoolSweepOptions, SweepPool } from './pool';

/** Options of `openSweepPool`. */
export interface SweepPoolOptions {
  /** Worker threads, 1 to 256. Default: as many as can run at once on the processors this process may use. */
  workers?: number;
}

/**
 * Starts worker threads that sweep together, for many sweeps; a thread takes tens of milliseconds to start.
 * @throws OptionError; KernelError when they can't be started.
 */
export async function openSweepPool(options: SweepPoolOptions = {}): Promise<SweepPool> {
  knownOptions(options, ['workers']);
  return SweepPool.open(integerOption('workers', options.workers ?? allowedThreads(), 1, 256));
}

/**
 * One sweep over worker threads, which are started for it and ended after it: `openSweepPool`, `SweepPool.sweep`,
 * `close`.
 * @throws What those throw.
 */
export async function parallelSweep(
  close: Float64Array,
  combos: readonly Windows[],
  options: SweepPoolOptions & PoolSweepOptions = {},
): Promise<SweepResult> {
  knownOptions(options, ['workers', 'kernel', 'fee', 'signal', 'timeout']);
  const { workers, ...sweep } = options;
  const { own } = checkPoolSweep(close, combos, sweep);
  // Now, and not when the threads are there: what the caller does to them meanwhile is not to count.
  const series = inSharedMemory(close);
  const pool = await openSweepPool(workers === undefined ? {} : { workers });
  try {
    return await pool.sweep(series, own, sweep);
  } finally {
    await pool.close();
  }
}
