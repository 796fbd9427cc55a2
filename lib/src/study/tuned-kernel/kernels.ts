import { microseconds, ownProcessorTime } from '../../bench';
import { nativeSweep } from '../../kernel';
import { packedWindows } from '../../kernel/arguments';
import { kernelAddonSync } from '../../kernel/native/addon';
import { type Architecture, architectureByName, ownCall } from '../architectures/known';

/** A kernel in a language, as it is measured here: in its own process or ours, with nothing between. */
export interface KernelSubject<Name extends string = string> {
  /** What it is chosen by, and called in figures. */
  name: Name;
  title: string;
  language: 'numba' | 'TypeScript' | 'WebAssembly' | 'Rust';
  /** The arithmetic: naive sums, many bars at once, or the certified filter. */
  algorithm: 'naive' | 'direct' | 'tuned';
  threads: number;
  /** Its place on the way from naive to tuned in Rust, from 0; null for the others. */
  step: number | null;
  /** What was changed since the step before. */
  changed: string | null;
  /** Whether a sweep takes a good part of a second or more, so that once a round must do. */
  slow: boolean;
  architecture: Architecture;
}

/** A kernel of the addon that only this section asks for: one step of another, by its name in the Rust registry. */
function addonStep(kernel: string): Architecture {
  return {
    name: `step_${kernel}`,
    title: kernel,
    language: 'rust',
    kernel,
    transport: 'none',
    granularity: 'sweep',
    published: null,
    async start({ close, fee }, signal) {
      // builds the addon where it is not there
      await nativeSweep(new Float64Array(1), [], { signal });
      const addon = kernelAddonSync();
      return {
        async call(windows) {
          const packed = packedWindows(windows);
          const begin = microseconds();
          // without a timeout there is always a result
          const result = addon.sweepSync(kernel, close, packed, fee, 1)!;
          return ownCall(microseconds() - begin, result);
        },
        processorTime: ownProcessorTime,
        async close() {},
      };
    },
  };
}

type Words<Name extends string> = Pick<KernelSubject<Name>, 'name' | 'title' | 'algorithm'> &
  Partial<Omit<KernelSubject, 'name'>>;

function subject<Name extends string>(
  language: KernelSubject['language'],
  architecture: Architecture,
  words: Words<Name>,
): KernelSubject<Name> {
  const slow = words.algorithm !== 'tuned';
  return { language, threads: 1, step: null, changed: null, slow, architecture, ...words };
}

const known = architectureByName;

/** The name of what all ratios are against. */
export const NUMBA = 'numba naive';
/** And of numba on all processors. */
export const NUMBA_PARALLEL = 'numba parallel';

/** Every kernel, numba's first, then the steps of Rust's in their order. */
export const KERNELS = [
  subject('numba', known('in_process_numba'), {
    name: NUMBA,
    title: "the study's kernel in numba, one thread",
    algorithm: 'naive',
  }),
  subject('numba', known('in_process_numba_parallel'), {
    name: NUMBA_PARALLEL,
    title: 'the same on all processors, combos dealt out in turn',
    algorithm: 'naive',
    threads: 0,
  }),
  subject('numba', known('in_process_numba_tuned'), {
    name: 'numba tuned',
    title: 'the tuned algorithm in numba',
    algorithm: 'tuned',
  }),
  subject('TypeScript', known('in_process_v8'), {
    name: 'TypeScript naive',
    title: 'the reference in TypeScript',
    algorithm: 'naive',
  }),
  subject('TypeScript', known('in_process_v8_tuned'), {
    name: 'TypeScript tuned',
    title: 'the tuned algorithm in TypeScript',
    algorithm: 'tuned',
  }),
  subject('WebAssembly', known('in_process_wasm_naive'), {
    name: 'WebAssembly naive',
    title: 'naive Rust as WebAssembly',
    algorithm: 'naive',
  }),
  subject('WebAssembly', known('in_process_wasm_direct'), {
    name: 'WebAssembly direct',
    title: 'direct Rust as WebAssembly, two lanes',
    algorithm: 'direct',
  }),
  subject('WebAssembly', known('in_process_wasm_tuned'), {
    name: 'WebAssembly tuned',
    title: 'tuned Rust as WebAssembly, two lanes',
    algorithm: 'tuned',
  }),
  subject('Rust', known('in_process_addon_naive'), {
    name: 'Rust naive',
    title: "the study's kernel in Rust",
    algorithm: 'naive',
    step: 0,
    changed: 'the study line by line',
  }),
  subject('Rust', known('in_process_addon_unchecked'), {
    name: 'Rust unchecked',
    title: 'the same without bounds checks',
    algorithm: 'naive',
    step: 1,
    changed: 'no bounds checks',
  }),
  subject('Rust', addonStep('direct-unshared-scalar'), {
    name: 'Rust direct, unshared, scalar',
    title: 'direct, one lane, nothing shared',
    algorithm: 'direct',
    step: 2,
    changed: 'many bars at once',
  }),
  subject('Rust', addonStep('direct-unshared'), {
    name: 'Rust direct, unshared',
    title: 'direct, as many lanes as there are, nothing shared',
    algorithm: 'direct',
    step: 3,
    changed: 'vector instructions',
  }),
  subject('Rust', known('in_process_addon_direct'), {
    name: 'Rust direct',
    title: 'direct: windows of the close shared between combos',
    algorithm: 'direct',
    step: 4,
    changed: 'equal windows once',
  }),
  subject('Rust', addonStep('tuned-scalar'), {
    name: 'Rust tuned, scalar',
    title: 'tuned, one lane',
    algorithm: 'tuned',
    step: 5,
    changed: 'the sparse filter',
  }),
  ...(process.arch === 'x64'
    ? [
        subject('Rust', addonStep('tuned-sse2'), {
          name: 'Rust tuned, SSE2',
          title: 'tuned, two lanes',
          algorithm: 'tuned',
          step: 6,
          changed: 'two lanes (SSE2)',
        }),
      ]
    : []),
  subject('Rust', known('in_process_addon_tuned'), {
    name: 'Rust tuned',
    title: 'tuned, as many lanes as there are',
    algorithm: 'tuned',
    step: 7,
    changed: 'the widest lanes',
  }),
  subject('Rust', known('in_process_addon_tuned_2'), {
    name: 'Rust tuned, two threads',
    title: 'tuned on two threads',
    algorithm: 'tuned',
    threads: 2,
    step: 8,
    changed: 'two threads',
  }),
];

export type KernelName = (typeof KERNELS)[number]['name'];

const BY_NAME = new Map<string, KernelSubject>(KERNELS.map((kernel) => [kernel.name, kernel]));

/** The names the option `which` takes. */
export const KERNEL_NAMES: readonly string[] = [...BY_NAME.keys()];

export const kernelByName = (name: string): KernelSubject => BY_NAME.get(name)!;

/** Measured unless asked otherwise: all but naive WebAssembly, which is seconds of naive Rust once more. */
export const DEFAULT_KERNELS: readonly string[] = KERNEL_NAMES.filter((name) => name !== 'WebAssembly naive');

/** The same without those of more threads than can run at once: two on one processor take turns. */
export const kernelsFor = (threads: number): readonly string[] =>
  DEFAULT_KERNELS.filter((name) => kernelByName(name).threads <= threads);
