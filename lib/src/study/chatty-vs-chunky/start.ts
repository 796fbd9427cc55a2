import { interleaved, type Noise, type TaskContext, timed, warmUp, watchNoise } from '../../bench';
import { type EngineKernel, startEngine } from '../../engine';
import { type SweepResult, sweep, type Windows } from '../../kernel';
import { reportRound, type StartReport } from '../starts';
import type { SocketTransport } from './options';
import { type Bench, sweepInWay, type Way, type WaySweep } from './ways';

/** One start: a fresh engine, its series loaded, warmed up, then some rounds. */
export interface StartOptions {
  ways: readonly Way[];
  close: Float64Array;
  windows: readonly Windows[];
  fee: number;
  transport: SocketTransport;
  kernel: EngineKernel;
  rounds: number;
  seed: number;
  /** Echoes of the whole series, for the prediction. */
  echoes: number;
  /** Whether to sweep once in process, for the gate. */
  reference: boolean;
}

export interface StartResult {
  /** By way, a sweep for each round. */
  sweeps: Map<Way, WaySweep[]>;
  /** Microseconds of each echo: of the whole series, and of one float. */
  echoes: number[];
  floor: number[];
  /** Microseconds of loading the series, once. */
  load: number;
  reference: SweepResult | null;
  noise: Noise;
}

const FLOOR_ECHOES = 200;

/** Runs in a worker (`bench/worker.ts`). */
export async function measureStart(
  options: StartOptions,
  { report, signal }: TaskContext,
): Promise<StartResult> {
  const { close, windows, fee, kernel, transport } = options;
  const done = (steps: number, note: string): void => report({ steps, note } satisfies StartReport);
  done(0, 'starting the engine');
  const reference = options.reference ? sweep(close, windows, { fee }) : null;
  const engine = await startEngine({ kernel, transport, fee, signal });
  try {
    const { value: series, us: load } = await timed(() => engine.load(close));
    const bench: Bench = { engine, close, series, windows };
    const few = { ...bench, windows: windows.slice(0, 3) };
    for (const way of options.ways) await warmUp(() => sweepInWay(way, few), { most: 6 });
    const into = new Float64Array(close.length);
    await warmUp(() => engine.echo(close, { into }));
    const noise = watchNoise();
    const echoes = await several(options.echoes, () => engine.echo(close, { into }));
    const floor = await several(FLOOR_ECHOES, () => engine.echo(close.subarray(0, 1), { into }));
    const subjects = options.ways.map((way) => ({
      name: way,
      async call() {
        const found = await sweepInWay(way, bench);
        done(1, way);
        return found;
      },
    }));
    const { rounds, seed } = options;
    const found = (sweeps: Map<string, WaySweep[]>, of: Noise): StartResult => ({
      sweeps: sweeps as Map<Way, WaySweep[]>,
      echoes,
      floor,
      load,
      reference,
      noise: of,
    });
    const sweeps = await interleaved(subjects, {
      rounds,
      seed,
      signal,
      onRound: (some, complete) => reportRound(report, complete, found(some, noise.soFar())),
    });
    return found(sweeps, noise.verdict(null));
  } finally {
    await engine.close();
  }
}

/** Microseconds of each of some calls. */
async function several(count: number, call: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) times.push((await timed(call)).us);
  return times;
}
