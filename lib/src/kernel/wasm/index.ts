import { type Choice, knownOptions } from '../../errors';
import { checkArguments } from '../arguments';
import type { FeeOption } from '../fee';
import { checkFloats } from '../floats';
import { type RustKernel, rustKernel } from '../rust';
import { Stopping } from '../stopped';
import type { SweepResult } from '../sweep';
import type { Windows } from '../windows';
import { sweepInWasm } from './instance';
import { portions } from './portions';

export { wasmFile } from './module';

/** Options of `wasmSweep` and `wasmSweepAsync`. */
export interface WasmSweepOptions extends FeeOption {
  /** naive, unchecked, direct or tuned. Default naive. */
  kernel?: Choice<RustKernel>;
  /** Ends the sweep; `wasmSweep` looks at it only before it starts. */
  signal?: AbortSignal;
  /** Milliseconds the sweep may take. Default: no limit. */
  timeout?: number;
}

/**
 * Sweeps with a kernel in Rust compiled to WebAssembly, with vectors of two float64: no native code is loaded. On the
 * calling thread, which does nothing else meanwhile. The rows are the reference's, bit for bit.
 *
 * WebAssembly reads only its own memory, so the series is copied into it; that is part of the sweep's time. The memory
 * grows to fit (a series of at most 2 GiB, 4 GiB with what the kernel needs beside it), and stays for the next sweep of this
 * thread unless it has become more than 256 MiB. When it grows, its old buffer is detached, and from then on V8 checks every
 * access to a typed array on this thread: loops over them in TypeScript take about a quarter longer. Where that matters,
 * sweep on a thread of a pool (`openSweepPool`).
 *
 * @throws OptionError naming the argument, a series too long too; CancelledError when the signal has aborted already;
 * TimeoutError; KernelError when there is no memory for the kernel, or the module's file is damaged.
 */
export function wasmSweep(
  close: Float64Array,
  combos: readonly Windows[],
  options: WasmSweepOptions = {},
): SweepResult {
  const call = checkCall(close, combos, options);
  const stopping = new Stopping(options);
  try {
    return sweepPart(call, close, call.own, stopping);
  } finally {
    stopping.letGo();
  }
}

/**
 * `wasmSweep` that lets the event loop turn every few tens of milliseconds, so that timers, sockets and the signal
 * are served: a few combos at a time, each time with a copy of the series. The series is not to be written to before the
 * promise has settled. To have it beside the event loop, see `openSweepPool`.
 */
export async function wasmSweepAsync(
  close: Float64Array,
  combos: readonly Windows[],
  options: WasmSweepOptions = {},
): Promise<SweepResult> {
  const call = checkCall(close, combos, options);
  const { kernel, own } = call;
  const rows = { pnl: new Float64Array(own.length), trades: new Int32Array(own.length) };
  const stopping = new Stopping(options);
  try {
    for (const { from, to } of portions(kernel, close.length, own)) {
      if (from > 0) await new Promise(setImmediate);
      checkFloats('close', close);
      const part = sweepPart(call, close, own.slice(from, to), stopping);
      rows.pnl.set(part.pnl, from);
      rows.trades.set(part.trades, from);
    }
    return rows;
  } finally {
    stopping.letGo();
  }
}

/** What was asked for, checked. */
interface Call {
  kernel: RustKernel;
  fee: number;
  own: readonly Windows[];
}

function sweepPart(
  { kernel, fee }: Call,
  close: Float64Array,
  combos: readonly Windows[],
  stopping: Stopping,
): SweepResult {
  const result = stopping.due ? null : sweepInWasm(kernel, close, combos, fee, () => stopping.due);
  if (result === null) throw stopping.error();
  return result;
}

function checkCall(close: Float64Array, combos: readonly Windows[], options: WasmSweepOptions): Call {
  knownOptions(options, ['kernel', 'fee', 'signal', 'timeout']);
  const kernel = rustKernel(options.kernel);
  const { fee, combos: own } = checkArguments(close, combos, options);
  return { kernel, fee, own };
}
