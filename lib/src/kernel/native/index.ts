import { type Choice, integerOption, KernelError, knownOptions, TimeoutError } from '../../errors';
import { checkArguments, packedWindows } from '../arguments';
import type { FeeOption } from '../fee';
import { type RustKernel, rustKernel } from '../rust';
import { isShared } from '../shared';
import { Stopping } from '../stopped';
import type { SweepResult } from '../sweep';
import type { Windows } from '../windows';
import { builtKernelAddon, type KernelAddon, kernelAddon, kernelAddonSync } from './addon';

/** Options of `nativeSweep` and `nativeSweepSync`. */
export interface NativeSweepOptions extends FeeOption {
  /** naive, unchecked, direct or tuned. Default naive. */
  kernel?: Choice<RustKernel>;
  /** Threads that share the combos, 1 to 1,024. Default 1. */
  threads?: number;
  /** Ends the sweep; `nativeSweepSync` looks at it only before it starts. */
  signal?: AbortSignal;
  /** Milliseconds the sweep may take. Default: no limit. */
  timeout?: number;
}

/**
 * Sweeps in this process with a kernel in Rust, beside the event loop, which goes on meanwhile. Many can run at once,
 * each on a thread of its own. The rows are the reference's, bit for bit.
 *
 * A series in a SharedArrayBuffer is read where it is (`inSharedMemory` puts it there). Any other is copied first, within
 * this call: JavaScript can transfer an ArrayBuffer away or shrink it at any time, and Node has no way to hold its
 * memory. So nothing that is done to such an array afterwards changes the rows. Shared memory is not to be written to
 * before the promise has settled, or the rows mean nothing.
 *
 * The addon is built with cargo when it is not there. The process keeps running until the promise has settled.
 *
 * @throws OptionError naming the argument; CancelledError when the signal aborts, once the threads have stopped;
 * TimeoutError; KernelError when the addon can't be used or has no memory.
 */
export async function nativeSweep(
  close: Float64Array,
  combos: readonly Windows[],
  options: NativeSweepOptions = {},
): Promise<SweepResult> {
  const call = checkCall(close, combos, options);
  const built = builtKernelAddon();
  if (built !== null) return sweepBeside(built, close, call, options);
  const series = isShared(close) ? close : close.slice();
  return sweepBeside(await builtNow(options), series, call, options);
}

async function sweepBeside(
  addon: KernelAddon,
  close: Float64Array,
  { kernel, threads, fee, windows }: Call,
  options: NativeSweepOptions,
): Promise<SweepResult> {
  checkKernel(addon, kernel);
  const { id, rows } = addon.startSweep(kernel, close, windows, fee, threads, options.timeout);
  const stopping = new Stopping(options, () => addon.cancelSweep(id));
  const result = await rows.catch(failed).finally(() => stopping.letGo());
  if (result === null) throw stopping.error();
  return result;
}

/** Waits for the build, but not longer than until the signal aborts; others may wait for it too. */
function builtNow({ signal }: NativeSweepOptions): Promise<KernelAddon> {
  return new Promise((resolve, reject) => {
    const stopping = new Stopping({ signal }, () => reject(stopping.error()));
    kernelAddon()
      .then(resolve, reject)
      .finally(() => stopping.letGo());
  });
}

/**
 * `nativeSweep` on the calling thread, which does nothing else meanwhile: over the array's own memory, whatever kind it
 * is, without a copy, and without the few tens of microseconds that another thread costs. Good in a worker thread.
 *
 * @throws OptionError naming the argument; CancelledError when the signal has aborted already; TimeoutError;
 * KernelError when the addon is not built, can't be used or has no memory.
 */
export function nativeSweepSync(
  close: Float64Array,
  combos: readonly Windows[],
  options: NativeSweepOptions = {},
): SweepResult {
  const { kernel, threads, fee, windows } = checkCall(close, combos, options);
  const addon = kernelAddonSync();
  checkKernel(addon, kernel);
  let result: SweepResult | null;
  try {
    result = addon.sweepSync(kernel, close, windows, fee, threads, options.timeout);
  } catch (error) {
    return failed(error);
  }
  // Nothing else stops it on this thread.
  if (result === null) throw new TimeoutError('the sweep', options.timeout ?? 0);
  return result;
}

/** What was asked for, checked. */
interface Call {
  kernel: RustKernel;
  threads: number;
  fee: number;
  windows: Uint32Array;
}

function checkCall(close: Float64Array, combos: readonly Windows[], options: NativeSweepOptions): Call {
  knownOptions(options, ['kernel', 'threads', 'fee', 'signal', 'timeout']);
  const kernel = rustKernel(options.kernel);
  const threads = integerOption('threads', options.threads ?? 1, 1, 1024);
  const call = checkArguments(close, combos, options);
  return { kernel, threads, fee: call.fee, windows: packedWindows(call.combos) };
}

function checkKernel(addon: KernelAddon, kernel: RustKernel): void {
  const names = addon.kernelNames();
  if (!names.includes(kernel)) {
    throw new KernelError(
      `the addon that is built has no kernel ${kernel}, only ${names.join(', ')}: it is of an older state of the project, \`make\` builds it again`,
    );
  }
}

function failed(cause: unknown): never {
  const why = cause instanceof Error ? cause.message : String(cause);
  throw new KernelError(`the kernel failed: ${why}`, { cause });
}
