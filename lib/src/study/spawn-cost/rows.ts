import { bootstrapMedian, type Measured, measured, type Published } from '../../bench';
import { PROGRAM_TITLES, type Program } from './programs';
import type { StartResult } from './start';
import { JOB_TITLES, type Job, type JobCall } from './sweeps';

/** One thing that is done, with or without starting a process for it. Microseconds a call. */
export interface SpawnRow {
  /** A launch for its own sake, or a job that carries the series. */
  kind: 'launch' | 'job';
  /** What is launched, or how the job is done. */
  subject: Program | Job;
  title: string;
  measured: Measured;
  published: Published | null;
  /** Of a job's call, what was not the kernel; of a launch, all of it. */
  boundary_us: number;
  boundary_low: number | null;
  boundary_high: number | null;
}

/** The article's: 24 ms fixed a call; whole sweeps of 2.276 and 2.300 s. */
export const PUBLISHED_SPAWN_US = 24_000;
const PUBLISHED_JOBS: Partial<Record<Job, number>> = { running: 2_276_000, per_sweep: 2_300_000 };

/** The row of a program that is launched. */
export function launchRow(program: Program, starts: readonly StartResult[], intervals: boolean): SpawnRow {
  const us = starts.map(({ launches }) => launches.get(program)!);
  return {
    kind: 'launch',
    subject: program,
    title: PROGRAM_TITLES[program],
    ...timesOf(us, us, intervals),
    published: program === 'engine' ? { unit: 'us', median: PUBLISHED_SPAWN_US } : null,
  };
}

/** The row of a job; `published` tells whether the workload is the article's. */
export function jobRow(
  job: Job,
  starts: readonly StartResult[],
  intervals: boolean,
  published: boolean,
): SpawnRow {
  const calls = starts.map(({ jobs }) => jobs.get(job)!.flatMap((run) => run.calls));
  const of = (pick: (call: JobCall) => number): number[][] => calls.map((start) => start.map(pick));
  const figure = published ? PUBLISHED_JOBS[job] : undefined;
  return {
    kind: 'job',
    subject: job,
    title: JOB_TITLES[job],
    ...timesOf(
      of(({ us }) => us),
      of(({ us, compute }) => us - compute),
      intervals,
    ),
    published: figure === undefined ? null : { unit: 'us', median: figure },
  };
}

function timesOf(us: number[][], boundary: number[][], intervals: boolean) {
  const { value, low, high } = bootstrapMedian(boundary);
  return {
    measured: measured('us', us.flat(), intervals ? bootstrapMedian(us) : null),
    boundary_us: value,
    boundary_low: intervals ? low : null,
    boundary_high: intervals ? high : null,
  };
}
