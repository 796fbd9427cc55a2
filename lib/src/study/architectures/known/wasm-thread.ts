import { parentPort, workerData } from 'node:worker_threads';
import { microseconds } from '../../../bench';
import { type RustKernel, type SweepResult, type Windows, wasmSweep } from '../../../kernel';
import type { Swept } from './architecture';

/** What the thread is started with. */
export interface WasmThreadData extends Swept {
  kernel: RustKernel;
}

/** One sweep: its rows, and microseconds by the thread's own clock. */
export interface WasmThreadCall {
  us: number;
  result: SweepResult;
}

// A thread that sweeps in WebAssembly when it is told the windows.
const { close, fee, kernel } = workerData as WasmThreadData;
parentPort!.on('message', (windows: readonly Windows[]) => {
  const begin = microseconds();
  const result = wasmSweep(close, windows, { kernel, fee });
  parentPort!.postMessage({ us: microseconds() - begin, result } satisfies WasmThreadCall);
});
