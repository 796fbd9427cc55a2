import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { microseconds, ownProcessorTime } from '../../../bench';
import {
  FAULTS,
  inSharedMemory,
  nativeSweep,
  nativeSweepSync,
  openSweepPool,
  type ParallelKernel,
  type RustKernel,
  type SweepResult,
  sweep,
  tunedSweep,
  type Windows,
} from '../../../kernel';
import { type Architecture, ownCall } from './architecture';
import type { WasmThreadCall, WasmThreadData } from './wasm-thread';

type Kernel = (close: Float64Array, windows: readonly Windows[], options: { fee: number }) => SweepResult;

type Words<Name extends string> = Pick<Architecture<Name>, 'name' | 'title' | 'language' | 'kernel'>;

/** A kernel called on the measuring thread itself. `prepare` is done once, when it is started. */
function called<Name extends string>(
  words: Words<Name>,
  kernel: Kernel,
  prepare: (signal: AbortSignal) => Promise<unknown> = async () => {},
): Architecture<Name> {
  return {
    ...words,
    transport: 'none',
    granularity: 'sweep',
    published: null,
    async start({ close, fee }, signal) {
      await prepare(signal);
      return {
        async call(windows) {
          const begin = microseconds();
          const result = kernel(close, windows, { fee });
          return ownCall(microseconds() - begin, result);
        },
        processorTime: ownProcessorTime,
        async close() {},
      };
    },
  };
}

const typescript = <Name extends string>(
  name: Name,
  title: string,
  kernel: string,
  run: Kernel,
): Architecture<Name> => called({ name, title, language: 'typescript', kernel }, run);

type AddonName = `in_process_addon_${RustKernel}${'' | '_2'}`;

/** A kernel of the addon, on the measuring thread and, with more threads than one, on others beside it. */
function addon(kernel: RustKernel, threads: 1 | 2): Architecture<AddonName> {
  const many = threads === 1 ? '' : '_2';
  const words: Words<AddonName> = {
    name: `in_process_addon_${kernel}${many}`,
    title: `Rust in the calling process, as an addon: ${kernel}, ${threads === 1 ? 'one thread' : `${threads} threads`}`,
    language: 'rust',
    kernel,
  };
  return called(
    words,
    (close, windows, { fee }) => nativeSweepSync(close, windows, { kernel, threads, fee }),
    // builds the addon where it is not there
    (signal) => nativeSweep(new Float64Array(1), [], { kernel, signal }),
  );
}

/**
 * On a thread of its own, by that thread's clock. When a module's memory grows, its old buffer is detached, and from then
 * on V8 checks every access to a typed array on that thread: loops in TypeScript beside it would take a quarter longer.
 */
function wasm<Kernel extends RustKernel>(kernel: Kernel): Architecture<`in_process_wasm_${Kernel}`> {
  return {
    name: `in_process_wasm_${kernel}`,
    title: `Rust in the calling process, as WebAssembly: ${kernel}`,
    language: 'rust',
    kernel,
    transport: 'none',
    granularity: 'sweep',
    published: null,
    async start(swept) {
      const workerData: WasmThreadData = { ...swept, kernel };
      const thread = new Worker(path.join(__dirname, 'wasm-thread.js'), { workerData });
      return {
        async call(windows) {
          const answer = once(thread, 'message') as Promise<[WasmThreadCall]>;
          thread.postMessage(windows);
          const [{ us, result }] = await answer;
          return ownCall(us, result);
        },
        processorTime: ownProcessorTime,
        async close() {
          await thread.terminate();
        },
      };
    },
  };
}

/** Two worker threads over a series that all see. The pool is open before the call and the series is shared. */
function workers<Kernel extends string>(
  kernel: ParallelKernel,
  name: Kernel,
  language: Architecture['language'],
): Architecture<`in_process_workers_${Kernel}`> {
  return {
    name: `in_process_workers_${name}`,
    title: `two worker threads over a series in shared memory: ${kernel}`,
    language,
    kernel: name,
    transport: 'none',
    granularity: 'sweep',
    published: null,
    async start({ close, fee }) {
      const shared = inSharedMemory(close);
      const pool = await openSweepPool({ workers: 2 });
      return {
        async call(windows) {
          const begin = microseconds();
          const result = await pool.sweep(shared, windows, { kernel, fee });
          return ownCall(microseconds() - begin, result);
        },
        processorTime: ownProcessorTime,
        close: () => pool.close(),
      };
    },
  };
}

export const V8 = typescript('in_process_v8', 'the kernel called directly: TypeScript in V8', 'naive', sweep);

/** More kernels in the calling process. */
export const IN_PROCESS = [
  typescript('in_process_v8_tuned', 'the tuned kernel in TypeScript, called directly', 'tuned', tunedSweep),
  ...(['naive', 'unchecked', 'direct', 'tuned'] as const).flatMap((kernel) => [
    addon(kernel, 1),
    addon(kernel, 2),
  ]),
  ...(['naive', 'direct', 'tuned'] as const).map(wasm),
  workers('reference', 'naive', 'typescript'),
  workers('tuned-typescript', 'tuned', 'typescript'),
  workers('wasm-tuned', 'wasm_tuned', 'rust'),
] satisfies readonly Architecture[];

/** Deliberately wrong ones, which show what the gate is for. */
export const FAULTY = FAULTS.map((fault) =>
  typescript(
    `faulty_${fault.name}`,
    `a deliberately wrong kernel: ${fault.title}`,
    `faulty_${fault.name}`,
    fault.sweep,
  ),
);
