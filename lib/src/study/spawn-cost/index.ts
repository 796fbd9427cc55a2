import path from 'node:path';
import { type GateReference, STARTS_FOR_INTERVAL, worstNoise } from '../../bench';
import { QUICK_LENGTHS } from '../chatty-vs-chunky/options';
import { goldenReference } from '../chatty-vs-chunky/reference';
import type { Measuring } from '../measuring';
import { section } from '../run';
import type { Study } from '../section';
import { fewerCombos, spread } from '../spread';
import { inStarts } from '../starts';
import { workloadRecord } from '../workload';
import { spawnFacts } from './facts';
import { spawnGate } from './gate';
import { type CheckedOptions, checked, type SpawnCostOptions } from './options';
import { jobRow, launchRow, type SpawnRow } from './rows';
import type { StartOptions, StartResult } from './start';
import { JOBS } from './sweeps';

export type { SpawnCostOptions } from './options';
export { PROGRAMS, type Program } from './programs';
export { PUBLISHED_SPAWN_US, type SpawnRow } from './rows';
export type { Job as SpawnJob } from './sweeps';

/**
 * What a process started for each call costs: measured directly, by echoing one float through an engine
 * that is started for it, and the article's way, as what a spawned sweep takes longer; beside an empty
 * Node, an empty Python, and one that imports numpy.
 */
export const spawnCost: Study<SpawnCostOptions, SpawnRow> = {
  name: 'spawn-cost',
  title: 'The cost of a process',
  async run(options = {}, context = {}) {
    const given = checked(options);
    const { workload, whole: _, ...rest } = given;
    const record = { ...rest, ...workloadRecord(workload) };
    return section(spawnCost, given.quick, record, context, async (measuring) => {
      const golden = goldenReference(workload);
      return parts(given, golden, await measure(given, golden !== null, measuring));
    });
  },
};

/** Which combos get a process each: enough to know what one costs, which no length changes. */
const picked = ({ workload }: CheckedOptions): number[] =>
  spread([...workload.lengths.keys()], QUICK_LENGTHS);

async function measure(
  given: CheckedOptions,
  hasGolden: boolean,
  measuring: Measuring,
): Promise<StartResult[]> {
  const { programs, launches, rounds, starts, kernel, seed, workload } = given;
  const total = (programs.length * launches + JOBS.length * rounds) * starts;
  const options = Array.from(
    { length: starts },
    (_, i): StartOptions => ({
      programs,
      launches,
      rounds,
      kernel,
      close: workload.series.close,
      windows: workload.windows,
      fee: workload.fee,
      few: picked(given).map((at) => workload.windows[at]),
      seed: seed + i,
      reference: i === 0 && !hasGolden,
    }),
  );
  return inStarts(path.join(__dirname, 'start.js'), 'measureStart', options, total, measuring);
}

function parts(given: CheckedOptions, golden: GateReference | null, starts: readonly StartResult[]) {
  const intervals = !given.quick && starts.length >= STARTS_FOR_INTERVAL;
  const reference = golden ?? { name: 'in-process V8', result: starts[0].reference! };
  return {
    noise: worstNoise(
      starts.map(({ noise }) => noise),
      null,
    ),
    gate: spawnGate(reference, picked(given), starts),
    rows: [
      ...given.programs.map((program) => launchRow(program, starts, intervals)),
      ...JOBS.map((job) => jobRow(job, starts, intervals, given.workload.published)),
    ],
    facts: spawnFacts(given, starts, intervals),
    gaps: fewerCombos(given.whole, given.workload.lengths.length),
  };
}
