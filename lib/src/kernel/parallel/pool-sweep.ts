import { inSharedMemory } from '../shared';
import { type Stop, Stopping } from '../stopped';
import type { SweepResult } from '../sweep';
import { wasmModule } from '../wasm/module';
import type { Windows } from '../windows';
import { deal } from './deal';
import type { ParallelKernel } from './kernels';
import type { Share } from './messages';
import type { SweepWorker } from './sweep-worker';

/** A stopped worker that has not answered by then is ended: a kernel in TypeScript looks up only between combos. */
const GRACE_MS = 250;

/** One sweep of a pool, from the call to its rows. */
export class PoolSweep {
  readonly #series: Float64Array;
  /** Its value is not 0 once the sweep is to end: what the workers look at. */
  readonly #stop = new Int32Array(new SharedArrayBuffer(4));
  readonly #stopping: Stopping;
  readonly #timer: NodeJS.Timeout | undefined;
  #grace: NodeJS.Timeout | undefined;
  /** The workers that have not answered yet. */
  readonly #busy = new Set<SweepWorker>();
  #begun = false;
  #halted = false;
  #failure: unknown = null;
  #giveUp: (error: unknown) => void = () => {};

  constructor(
    private readonly kernel: ParallelKernel,
    close: Float64Array,
    private readonly combos: readonly Windows[],
    private readonly fee: number,
    limits: Stop,
  ) {
    this.#series = inSharedMemory(close);
    this.#stopping = new Stopping(limits, () => this.#halt());
    this.#timer = limits.timeout === undefined ? undefined : setTimeout(() => this.#halt(), limits.timeout);
  }

  /** Its rows, when its turn comes; it waits no longer for that than its limits allow. */
  async outcome(turn: Promise<SweepResult>): Promise<SweepResult> {
    try {
      return await new Promise((resolve, reject) => {
        this.#giveUp = reject;
        turn.then(resolve, reject);
      });
    } finally {
      this.#stopping.letGo();
      clearTimeout(this.#timer);
      clearTimeout(this.#grace);
    }
  }

  /**
   * Has the workers do it.
   * @throws CancelledError or TimeoutError when it was stopped; KernelError when a worker fails. All have stopped by then.
   */
  async run(workers: readonly SweepWorker[]): Promise<SweepResult> {
    if (this.#halted) throw this.#stopping.error();
    this.#begun = true;
    const rows = this.combos.length;
    const pnl = new Float64Array(new SharedArrayBuffer(8 * rows));
    const trades = new Int32Array(new SharedArrayBuffer(4 * rows));
    const module = this.kernel.startsWith('wasm-') ? wasmModule() : null;
    const done = await Promise.all(
      deal(this.combos, workers.length).map((places, i) => {
        const combos = places.map((place) => this.combos[place]);
        const { kernel, fee } = this;
        const memory = { close: this.#series, pnl, trades, stop: this.#stop };
        const share = { kernel, combos, fee, places, module, ...memory };
        return this.#have(workers[i], share);
      }),
    );
    if (this.#failure !== null) throw this.#failure;
    if (!done.every(Boolean)) throw this.#stopping.error();
    return { pnl: pnl.slice(), trades: trades.slice() };
  }

  /** Whether the share was done. One that fails stops the others. */
  async #have(worker: SweepWorker, share: Share): Promise<boolean> {
    this.#busy.add(worker);
    try {
      return await worker.sweep(share);
    } catch (error) {
      // Of a sweep that is to end it is the end.
      if (!this.#halted) this.#failure = error;
      this.#halt();
      return false;
    } finally {
      this.#busy.delete(worker);
    }
  }

  #halt(): void {
    if (this.#halted) return;
    this.#halted = true;
    Atomics.store(this.#stop, 0, 1);
    if (!this.#begun) this.#giveUp(this.#stopping.error());
    this.#grace = setTimeout(() => {
      for (const worker of this.#busy) void worker.end();
    }, GRACE_MS);
  }
}
