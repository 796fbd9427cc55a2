import {
  interleaved,
  type Noise,
  ownProcessorTime,
  quantile,
  type TaskContext,
  timed,
  warmUp,
  watchNoise,
} from '../../bench';
import { startEngine } from '../../engine';
import { compareResults, type SweepResult, sweep, type Windows } from '../../kernel';
import type { TransportName } from '../../transport';
import type { Running, SweepCall } from '../architectures/known';
import { spread } from '../spread';
import { reportRound, type StartReport } from '../starts';
import { boundaries } from './boundaries';
import { FLAT, type FlatName } from './flat';
import { kernelByName } from './kernels';

/** One start of everything: fresh processes, warmed up, then some rounds. */
export interface StartOptions {
  which: readonly string[];
  transports: readonly TransportName[];
  close: Float64Array;
  windows: readonly Windows[];
  fee: number;
  /** Of the flat series. */
  flatWindows: readonly Windows[];
  flatBars: number;
  rounds: number;
  seed: number;
  /** Whether to sweep once more with the reference, for the gate. */
  reference: boolean;
}

/** A whole sweep; `processor` is null where the processor time of its process is not known. */
export interface KernelCall extends SweepCall {
  processor: number | null;
}

export interface FlatCall {
  us: number;
  /** Microseconds of a processor. */
  processor: number;
  /** Whether its rows are the reference's, bit for bit. */
  identical: boolean;
}

export interface StartResult {
  /** By kernel. */
  kernels: Map<string, KernelCall[]>;
  /** By boundary. */
  boundaries: Map<string, KernelCall[]>;
  /** Empty in a start that was cut before them. */
  flat: Map<FlatName, FlatCall[]>;
  /** Microseconds of a one-float round trip, by transport: the medians of each start. */
  floors: Map<TransportName, number>;
  reference: SweepResult | null;
  noise: Noise;
}

/**
 * Calls of a quick kernel in a round; their median counts. One before them does not: a kernel of seconds, in another
 * process, has just had the processor and its caches.
 */
const CALLS = 5;
/** Combos of a warm-up call of a slow kernel. */
const WARM_COMBOS = 2;
/** One-float echoes that a floor is the median of; a spawned engine is started for each. */
const ECHOES = 400;
const SPAWNS = 9;
/** Bars of a flat series that warms up. */
const WARM_BARS = 1_500;

/** Runs in a worker (`bench/worker.ts`). */
export async function measureStart(
  options: StartOptions,
  { report, signal }: TaskContext,
): Promise<StartResult> {
  const { which, transports, close, windows, fee, rounds, seed } = options;
  const done = (note: string): void => report({ steps: 1, note } satisfies StartReport);
  const running: { name: string; slow: boolean; own: Running }[] = [];
  const kernels = which.map(kernelByName);
  const forms = boundaries(transports);
  try {
    const reference = options.reference ? sweep(close, windows, { fee }) : null;
    if (reference) done('in-process reference');
    for (const { name, slow, architecture } of [
      ...kernels,
      ...forms.map((form) => ({ ...form, slow: false })),
    ]) {
      report({ steps: 0, note: `starting ${name}` } satisfies StartReport);
      const own = await architecture.start({ close, fee }, signal);
      running.push({ name, slow, own });
      const some = slow ? spread(windows, WARM_COMBOS) : windows;
      await warmUp(() => own.call(some), { most: slow ? 4 : 8 });
    }
    const floors = await measureFloors(transports, signal);
    done('floors');
    const noise = watchNoise();
    const subjects = running.map(({ name, slow, own }) => ({
      name,
      async call() {
        const call = await sample(own, windows, slow ? 1 : CALLS);
        done(name);
        return call;
      },
    }));
    const found = (calls: Map<string, KernelCall[]>, flat: StartResult['flat'], of: Noise): StartResult => {
      const named = <T extends { name: string }>(list: readonly T[]) =>
        new Map(list.map(({ name }) => [name, calls.get(name)!]));
      return { kernels: named(kernels), boundaries: named(forms), flat, floors, reference, noise: of };
    };
    const calls = await interleaved(subjects, {
      rounds,
      seed,
      signal,
      onRound: (some, complete) => reportRound(report, complete, found(some, new Map(), noise.soFar())),
    });
    const flat = await measureFlat(options, signal);
    done('flat series');
    return found(calls, flat, noise.verdict(null));
  } finally {
    await Promise.all(running.map(({ own }) => own.close()));
  }
}

/** The median of some calls, by wall and by processor time apart. */
async function sample(own: Running, windows: readonly Windows[], calls: number): Promise<KernelCall> {
  const made: KernelCall[] = [];
  if (calls > 1) await own.call(windows);
  for (let i = 0; i < calls; i++) {
    const before = own.processorTime();
    const call = await own.call(windows);
    const after = own.processorTime();
    made.push({ ...call, processor: before === null || after === null ? null : after - before });
  }
  const middle = made.sort((a, b) => a.us - b.us)[calls >> 1];
  const times = made.flatMap(({ processor }) => processor ?? []);
  return { ...middle, processor: times.length === calls ? quantile(times, 0.5) : null };
}

async function measureFloors(
  transports: readonly TransportName[],
  signal: AbortSignal,
): Promise<Map<TransportName, number>> {
  const floors = new Map<TransportName, number>();
  for (const transport of transports) {
    const engine = await startEngine({ transport, signal });
    try {
      const one = new Float64Array(1);
      const times: number[] = [];
      const echoes = transport === 'spawn' ? SPAWNS : ECHOES;
      for (let i = 0; i < echoes; i++) times.push((await timed(() => engine.echo(one))).us);
      // the first half warms up
      floors.set(transport, quantile(times.slice(echoes >> 1), 0.5));
    } finally {
      await engine.close();
    }
  }
  return floors;
}

async function measureFlat(
  { close, flatWindows: windows, fee, flatBars, rounds, seed }: StartOptions,
  signal: AbortSignal,
): Promise<Map<FlatName, FlatCall[]>> {
  const flat = new Float64Array(flatBars).fill(close[0]);
  for (const { run } of FLAT) {
    await warmUp(() => run(flat.subarray(0, WARM_BARS), windows, { fee }), { most: 6 });
  }
  const subjects = FLAT.map(({ name, run }) => ({
    name,
    async call() {
      const before = ownProcessorTime();
      const call = await timed(() => run(flat, windows, { fee }));
      return { ...call, processor: ownProcessorTime() - before };
    },
  }));
  const calls = await interleaved(subjects, { rounds, seed, signal });
  const [{ value: expected }] = calls.get('TypeScript naive')!;
  return new Map(
    FLAT.map(({ name }) => {
      const made = calls.get(name)!;
      const same = (result: SweepResult): boolean => compareResults(expected, result, 0).identical;
      return [name, made.map(({ us, processor, value }) => ({ us, processor, identical: same(value) }))];
    }),
  );
}
