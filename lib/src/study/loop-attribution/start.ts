import { interleaved, median, type Noise, type TaskContext, watchNoise } from '../../bench';
import { Peer } from '../echo-curve/peer';
import { reportRound, type StartReport } from '../starts';
import { NUMBA, subjectName } from './loops';
import type { CheckedOptions } from './options';
import { loopProgram } from './programs';

/** One start: every build and numba started anew, then some rounds of all loops. */
export interface StartOptions
  extends Pick<CheckedOptions, 'loops' | 'builds' | 'bars' | 'length' | 'rounds'> {
  seed: number;
}

export interface StartResult {
  /** By subject, microseconds of one average over the series in each round. */
  averages: Map<string, { us: number }[]>;
  noise: Noise;
}

/** Calls of a loop in a row, of which the median counts, and those before it that do not. */
const CALLS = 5;

/** Runs in a worker (`bench/worker.ts`). */
export async function measureStart(
  { loops, builds, bars, length, rounds, seed }: StartOptions,
  { report, signal }: TaskContext,
): Promise<StartResult> {
  const peers = new Map<string, Peer>();
  const say = (steps: number, note: string): void => report({ steps, note } satisfies StartReport);
  try {
    say(0, 'starting the programs');
    for (const name of [...builds, NUMBA]) peers.set(name, await Peer.start(name, loopProgram(name)));
    const subject = (build: string, loop: string) => {
      const name = subjectName(build, loop);
      const order = build === NUMBA ? '' : `${loop} `;
      return {
        name,
        async call() {
          const { us } = await peers.get(build)!.ask(`${order}${bars} ${length} ${CALLS}`);
          say(1, name);
          return { us: median(us) };
        },
      };
    };
    const subjects = [
      subject(NUMBA, ''),
      ...builds.flatMap((build) => loops.map((loop) => subject(build, loop))),
    ];
    for (const each of subjects) await each.call();
    const noise = watchNoise();
    const averages = await interleaved(subjects, {
      rounds,
      seed,
      signal,
      onRound: (averages, done) =>
        reportRound(report, done, { averages, noise: noise.soFar() } satisfies StartResult),
    });
    return { averages, noise: noise.verdict(null) };
  } finally {
    await Promise.all([...peers.values()].map((peer) => peer.close()));
  }
}
