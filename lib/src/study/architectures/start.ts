import { interleaved, type Noise, type TaskContext, warmUp, watchNoise } from '../../bench';
import { type SweepResult, sweep, type Windows } from '../../kernel';
import { spread } from '../spread';
import { reportRound, type StartReport } from '../starts';
import { architectureByName, type Running, type SweepCall } from './known';

/** One start of everything: fresh processes, warmed up, then some rounds. */
export interface StartOptions {
  architectures: string[];
  close: Float64Array;
  windows: Windows[];
  fee: number;
  rounds: number;
  /** Of the order within rounds. */
  seed: number;
  /** Whether to time the first whole sweep of each apart. */
  cold: boolean;
  /** Whether to sweep once more in process, for the gate. */
  reference: boolean;
}

export interface StartResult {
  /** By architecture, a call for each round. */
  calls: Map<string, SweepCall[]>;
  /** Microseconds of each one's first whole sweep; empty unless asked for. */
  cold: Map<string, number>;
  reference: SweepResult | null;
  noise: Noise;
}

/** How many combos a warm-up call has: enough to compile and touch everything, spread over the grid. */
const WARM_COMBOS = 4;

/**
 * Runs in a worker (`bench/worker.ts`): starts every architecture, warms each up until steady, then
 * measures them in interleaved rounds, and ends what it started.
 */
export async function measureStart(
  options: StartOptions,
  { report, signal }: TaskContext,
): Promise<StartResult> {
  const { close, windows, fee } = options;
  const running = new Map<string, Running>();
  const cold = new Map<string, number>();
  const done = (note: string): void => report({ steps: 1, note } satisfies StartReport);
  try {
    const reference = options.reference ? sweep(close, windows, { fee }) : null;
    if (reference) done('in-process reference');
    for (const name of options.architectures) {
      report({ steps: 0, note: `starting ${name}` } satisfies StartReport);
      running.set(name, await architectureByName(name).start({ close, fee }, signal));
    }
    for (const [name, architecture] of running) {
      if (options.cold) {
        cold.set(name, (await architecture.call(windows)).us);
        done(`${name}, cold`);
      }
      await warmUp(() => architecture.call(spread(windows, WARM_COMBOS)));
    }
    const noise = watchNoise();
    const subjects = [...running].map(([name, { call }]) => ({
      name,
      async call() {
        const sample = await call(windows);
        done(name);
        return sample;
      },
    }));
    const { rounds, seed } = options;
    const calls = await interleaved(subjects, {
      rounds,
      seed,
      signal,
      onRound: (calls, done) =>
        reportRound(report, done, { calls, cold, reference, noise: noise.soFar() } satisfies StartResult),
    });
    return { calls, cold, reference, noise: noise.verdict(null) };
  } finally {
    await Promise.all([...running.values()].map((architecture) => architecture.close()));
  }
}
