import { interleaved, type Noise, type TaskContext, warmUp, watchNoise } from '../../bench';
import { type Engine, type EngineKernel, startEngine } from '../../engine';
import { type SweepResult, sweep, type Windows } from '../../kernel';
import { reportRound, type StartReport } from '../starts';
import { launchEmpty, launchEngine } from './launch';
import { emptyCommand, type Program, STARTS_PER_ROUND } from './programs';
import { comboByCombo, type Job, type JobRun, wholeSweep } from './sweeps';

/** One start: a fresh launching process, and a fresh engine that runs. */
export interface StartOptions {
  programs: readonly Program[];
  launches: number;
  rounds: number;
  kernel: EngineKernel;
  close: Float64Array;
  windows: readonly Windows[];
  fee: number;
  /** The combos that get a process each: some of `windows`. */
  few: readonly Windows[];
  seed: number;
  /** Whether to sweep once in process, for the gate. */
  reference: boolean;
}

export interface StartResult {
  /** Microseconds of each launch. */
  launches: Map<Program, number[]>;
  /** By job, one for each round. */
  jobs: Map<Job, JobRun[]>;
  reference: SweepResult | null;
  noise: Noise;
}

/** Runs in a worker (`bench/worker.ts`). */
export async function measureStart(
  options: StartOptions,
  { report, signal }: TaskContext,
): Promise<StartResult> {
  const { close, windows, fee, few, kernel, seed } = options;
  const done = (note: string): void => report({ steps: 1, note } satisfies StartReport);
  const reference = options.reference ? sweep(close, windows, { fee }) : null;
  const spawned = await startEngine({ transport: 'spawn', kernel, fee, signal });
  let running: Engine | null = null;
  try {
    running = await startEngine({ transport: 'unix', kernel, fee, signal });
    const engine = running;
    for (const program of options.programs) await launch(program, spawned, 2);
    await warmUp(() => wholeSweep(engine, close, windows.slice(0, 2)), { most: 6 });
    const noise = watchNoise();
    const launches = await interleaved(
      options.programs.map((program) => ({
        name: program,
        async call() {
          const times = await launch(program, spawned, STARTS_PER_ROUND[program]);
          done(`starting ${program}`);
          return times;
        },
      })),
      { rounds: options.launches, seed, signal },
    );
    const jobs: { name: Job; call(): Promise<JobRun> }[] = [
      { name: 'running', call: () => wholeSweep(engine, close, windows) },
      { name: 'per_sweep', call: () => wholeSweep(spawned, close, windows) },
      { name: 'per_combo', call: () => comboByCombo(spawned, close, few) },
    ];
    const onCall = (name: string): void => done(name);
    const found = (runs: Map<string, JobRun[]>, of: Noise): StartResult => ({
      launches: new Map(options.programs.map((program) => [program, launches.get(program)!.flat()])),
      jobs: runs as Map<Job, JobRun[]>,
      reference,
      noise: of,
    });
    const runs = await interleaved(jobs, {
      rounds: options.rounds,
      seed,
      signal,
      onCall,
      onRound: (some, complete) => reportRound(report, complete, found(some, noise.soFar())),
    });
    return found(runs, noise.verdict(null));
  } finally {
    await Promise.all([spawned.close(), running?.close()]);
  }
}

/** Microseconds of some launches, one after the other. */
async function launch(program: Program, spawned: Engine, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    times.push(program === 'engine' ? await launchEngine(spawned) : await launchEmpty(emptyCommand(program)));
  }
  return times;
}
