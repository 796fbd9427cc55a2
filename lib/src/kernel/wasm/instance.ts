import { KernelError, OptionError } from '../../errors';
import { packedWindows } from '../arguments';
import type { RustKernel } from '../rust';
import type { SweepResult } from '../sweep';
import type { Windows } from '../windows';
import { wasmModule } from './module';

/** What the module calls back and gives (engine-rs/crates/wasm/src/exports.rs). Addresses are bytes into its memory. */
interface Exports {
  memory: WebAssembly.Memory;
  start(): void;
  kernels(): number;
  kernel_name(kernel: number): number;
  kernel_name_length(kernel: number): number;
  closes(bars: number): number;
  windows(combos: number): number;
  sweep(kernel: number, fee: number): number;
  pnl(): number;
  trades(): number;
}

/** Rust makes no block of memory longer. */
const LONGEST_BYTES = 2 ** 31 - 1;

/** Memory that is kept from sweep to sweep; a module's memory can't shrink. */
const KEPT_BYTES = 2 ** 28;

const nothingStops = (): boolean => false;

/** The module with its memory, on one thread, one sweep at a time. */
class Instance {
  readonly #exports: Exports;
  readonly #kernels: string[];
  #stops = nothingStops;
  #words = '';

  constructor() {
    const host = {
      cancelled: (): number => (this.#stops() ? 1 : 0),
      panicked: (address: number, length: number): void => {
        this.#words = this.#text(address, length);
      },
    };
    this.#exports = new WebAssembly.Instance(wasmModule(), { host }).exports as unknown as Exports;
    const { start, kernels, kernel_name, kernel_name_length } = this.#exports;
    start();
    this.#kernels = Array.from({ length: kernels() }, (_, i) =>
      this.#text(kernel_name(i), kernel_name_length(i)),
    );
  }

  /** Null when `stops` said so. */
  sweep(
    kernel: RustKernel,
    close: Float64Array,
    combos: readonly Windows[],
    fee: number,
    stops: () => boolean,
  ): SweepResult | null {
    const number = this.#kernels.indexOf(kernel);
    if (number < 0) {
      throw new KernelError(
        `kernel.wasm has no kernel ${kernel}, only ${this.#kernels.join(', ')}: it is of an older state of the project`,
      );
    }
    const { closes, windows, sweep, pnl, trades } = this.#exports;
    this.#stops = stops;
    try {
      const rows = combos.length;
      const closesAt = close.byteLength <= LONGEST_BYTES ? closes(close.length) >>> 0 : 0;
      if (closesAt === 0) {
        throw new OptionError('close', close, "a series that fits WebAssembly's memory, at most 2 GiB");
      }
      const windowsAt = windows(rows) >>> 0;
      if (windowsAt === 0) throw new OptionError('combos', rows, 'as many as there is memory for');
      new Float64Array(this.#memory, closesAt, close.length).set(close);
      const packed = packedWindows(combos);
      new Uint32Array(this.#memory, windowsAt, packed.length).set(packed);
      if (sweep(number, fee) === 0) return null;
      const halves = new Int32Array(this.#memory, trades() >>> 0, 2 * rows);
      return {
        pnl: new Float64Array(this.#memory, pnl() >>> 0, rows).slice(),
        // 64 bits each, lower half first; a combo has at most a trade a bar.
        trades: Int32Array.from({ length: rows }, (_, i) => halves[2 * i]),
      };
    } finally {
      this.#stops = nothingStops;
    }
  }

  /** What a trap meant. */
  lastWords(): string {
    return this.#words;
  }

  get bytes(): number {
    return this.#memory.byteLength;
  }

  /** Growing replaces it, so it is taken anew for each use. */
  get #memory(): ArrayBuffer {
    return this.#exports.memory.buffer;
  }

  #text(address: number, length: number): string {
    return Buffer.from(this.#memory, address >>> 0, length).toString();
  }
}

/** This thread's, kept for its memory. */
let kept: Instance | null = null;

/**
 * A sweep in WebAssembly on this thread.
 * @param fee In percent of a trade's entry price.
 * @param stops Asked every few milliseconds.
 * @returns null when `stops` said so.
 * @throws OptionError when the series is too long; KernelError when the kernel fails, most likely for memory.
 */
export function sweepInWasm(
  kernel: RustKernel,
  close: Float64Array,
  combos: readonly Windows[],
  fee: number,
  stops: () => boolean = nothingStops,
): SweepResult | null {
  const instance = kept ?? new Instance();
  kept = null;
  let result: SweepResult | null;
  try {
    result = instance.sweep(kernel, close, combos, fee, stops);
  } catch (cause) {
    if (!(cause instanceof WebAssembly.RuntimeError)) throw cause;
    // What trapped is not called again.
    const why = instance.lastWords() || cause.message;
    throw new KernelError(`the kernel failed in WebAssembly, whose memory has at most 4 GiB: ${why}`, {
      cause,
    });
  }
  if (instance.bytes <= KEPT_BYTES) kept = instance;
  return result;
}
