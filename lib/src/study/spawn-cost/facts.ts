import { bootstrapMedian, median } from '../../bench';
import { type Fact, fact } from '../section';
import type { CheckedOptions } from './options';
import { PUBLISHED_SPAWN_US } from './rows';
import type { StartResult } from './start';
import type { Job, JobCall } from './sweeps';

/** The article's sweep through an engine that runs, and its grid. */
const SWEEP_US = 2_276_000;
const COMBOS = 80;

const boundary = ({ us, compute }: JobCall): number => us - compute;

/** The kernel's own time of the whole sweep: the job, whatever carries it. Microseconds. */
export const jobUs = (starts: readonly StartResult[]): number =>
  median(starts.flatMap(({ jobs }) => jobs.get('running')!.map((run) => run.calls[0].compute)));

/** What starting a process costs, in each of the ways there are to say so. */
export function spawnFacts(
  { programs, symbols, workload, quick }: CheckedOptions,
  starts: readonly StartResult[],
  intervals: boolean,
): Record<string, Fact> {
  const facts: Record<string, Fact> = {};
  const whole = (figure: number): number | null => (workload.published ? figure : null);
  const put = (name: string, samples: number[][], published: number | null): void => {
    const { value, low, high } = bootstrapMedian(samples);
    facts[name] = fact(value, 'us', intervals ? { low, high, published } : { published });
  };
  const firsts = (job: Job): JobCall[][] =>
    starts.map(({ jobs }) => jobs.get(job)!.map(({ calls }) => calls[0]));
  const running = firsts('running');
  const sweepLess = (of: (call: JobCall) => number): number[][] =>
    firsts('per_sweep').map((start, s) => start.map((call, round) => of(call) - of(running[s][round])));
  const combos = starts.map(({ jobs }) => jobs.get('per_combo')!.flatMap(({ calls }) => calls.map(boundary)));

  put(
    'spawn_direct',
    starts.map(({ launches }) => launches.get('engine')!),
    PUBLISHED_SPAWN_US,
  );
  put(
    'spawn_by_difference',
    sweepLess(({ us }) => us),
    whole(PUBLISHED_SPAWN_US),
  );
  put('spawn_by_boundary', sweepLess(boundary), whole(PUBLISHED_SPAWN_US));
  put('spawn_per_combo', combos, whole(PUBLISHED_SPAWN_US));
  const perCombo = Number(facts.spawn_per_combo.value);
  // a quick run sweeps fewer combos: then it is theirs
  facts.per_combo_total = fact(perCombo * workload.lengths.length, 'us', {
    published: whole(COMBOS * PUBLISHED_SPAWN_US),
  });
  const job = jobUs(starts);
  if (!quick) {
    facts.spawn_share_of_sweep = fact((Number(facts.spawn_direct.value) / job) * 100, '%', {
      published: whole((PUBLISHED_SPAWN_US / SWEEP_US) * 100),
    });
  }
  facts.job = fact(job, 'us', { published: whole(SWEEP_US) });
  for (const program of programs) {
    const times = starts.map(({ launches }) => launches.get(program)!);
    if (program !== 'engine') put(`${program}_start`, times, null);
    const each = median(times.flat());
    const article = program === 'engine';
    facts[`${program}_calls_that_cost_the_job`] = fact(job / each, 'calls', {
      published: article ? whole(SWEEP_US / PUBLISHED_SPAWN_US) : null,
    });
    facts[`${program}_for_${symbols}_symbols`] = fact((each * symbols) / 1e6, 's', {
      published: article ? (PUBLISHED_SPAWN_US * symbols) / 1e6 : null,
    });
  }
  return facts;
}
