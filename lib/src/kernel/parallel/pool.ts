import { type Choice, choiceOption, KernelError, knownOptions } from '../../errors';
import { checkArguments } from '../arguments';
import type { FeeOption } from '../fee';
import type { SweepResult } from '../sweep';
import type { Windows } from '../windows';
import { PARALLEL_KERNELS, type ParallelKernel } from './kernels';
import { PoolSweep } from './pool-sweep';
import { SweepWorker } from './sweep-worker';

/** Options of a pool's sweep. */
export interface PoolSweepOptions extends FeeOption {
  /** reference, tuned-typescript, or one in WebAssembly such as wasm-tuned. Default reference. */
  kernel?: Choice<ParallelKernel>;
  /** Ends the sweep. */
  signal?: AbortSignal;
  /** Milliseconds until it must be done, its wait for those before it included. Default: no limit. */
  timeout?: number;
}

/**
 * Worker threads that sweep one series together, each a share of the combos. Sweeps are done one after the other, in the
 * order they are asked for. The threads last until `close`, but keep the process running only while they sweep.
 */
export class SweepPool {
  #workers: SweepWorker[];
  #last: Promise<unknown> = Promise.resolve();
  #closed = false;

  /** See `openSweepPool`. */
  private constructor(workers: SweepWorker[]) {
    this.#workers = workers;
  }

  /** @internal */
  static async open(count: number): Promise<SweepPool> {
    const started = await Promise.allSettled(Array.from({ length: count }, () => SweepWorker.start()));
    const workers = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    const failure = started.find((each) => each.status === 'rejected');
    if (failure === undefined) return new SweepPool(workers);
    await Promise.all(workers.map((worker) => worker.end()));
    throw failure.reason;
  }

  /** How many threads it has. */
  get workers(): number {
    return this.#workers.length;
  }

  /**
   * Sweeps beside the event loop. The rows are the reference's, bit for bit.
   *
   * A series in a SharedArrayBuffer is read where it is (`inSharedMemory` puts it there), and is not to be written to
   * before the promise has settled. Any other is copied once, within this call.
   *
   * @throws OptionError naming the argument; CancelledError when the signal aborts, once the threads have stopped;
   * TimeoutError; KernelError when a kernel or a thread fails, or the pool is closed. A thread that failed is replaced.
   */
  async sweep(
    close: Float64Array,
    combos: readonly Windows[],
    options: PoolSweepOptions = {},
  ): Promise<SweepResult> {
    const { kernel, fee, own } = checkPoolSweep(close, combos, options);
    if (this.#closed) throw closed();
    const sweep = new PoolSweep(kernel, close, own, fee, options);
    const turn = this.#last.then(() => this.#run(sweep));
    this.#last = turn.catch(() => {});
    return sweep.outcome(turn);
  }

  /** Ends the threads; sweeps that are not done fail. Can be called twice. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#workers.map((worker) => worker.end()));
  }

  async #run(sweep: PoolSweep): Promise<SweepResult> {
    try {
      await this.#replaceEnded();
      return await sweep.run(this.#workers);
    } catch (cause) {
      throw this.#closed ? closed(cause) : cause;
    }
  }

  async #replaceEnded(): Promise<void> {
    if (this.#closed) throw closed();
    const replaced = this.#workers.map((worker) => (worker.ended ? SweepWorker.start() : worker));
    this.#workers = await Promise.all(replaced);
    // `close` did not know of the new ones.
    if (this.#closed) await this.close();
  }
}

/** @throws OptionError naming the argument; CancelledError when the signal has aborted already. */
export function checkPoolSweep(
  close: Float64Array,
  combos: readonly Windows[],
  options: PoolSweepOptions,
): { kernel: ParallelKernel; fee: number; own: readonly Windows[] } {
  knownOptions(options, ['kernel', 'fee', 'signal', 'timeout']);
  const kernel = choiceOption('kernel', options.kernel ?? 'reference', PARALLEL_KERNELS);
  const { fee, combos: own } = checkArguments(close, combos, options);
  return { kernel, fee, own };
}

function closed(cause?: unknown): KernelError {
  return new KernelError('the pool of worker threads is closed', { cause });
}
