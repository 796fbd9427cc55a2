import { type CodecName, codecNamed, codecNames, codecRequest } from '../../codec';
import { booleanOption, type Choice, integerOption, knownOptions } from '../../errors';
import { namesOption } from '../lists';
import { isQuick } from '../run';
import { type Workload, type WorkloadOptions, workload } from '../workload';
import { DEFAULT_JOBS, type JobName, jobNamed, jobNames } from './jobs';

export interface SerializationTaxOptions extends WorkloadOptions {
  /** Which codecs of the library to time, by name. Default: all. The Python reference is always timed. */
  codecs?: readonly Choice<CodecName>[];
  /** Fresh starts of every process, 1 to 100; a first call is timed once a start. Default 5; 2 when quick. */
  starts?: number;
  /** Rounds of warm calls in each start, 1 to 1,000. Default 3; 2 when quick. */
  rounds?: number;
  /** Whole sweeps of each job, one a start, 0 to `starts`. Default: one every start; one in all when quick. */
  sweeps?: number;
  /** Which ways to do the whole job, by name. Default: raw in one call, JSON in one call, JSON a call a combo. */
  jobs?: readonly Choice<JobName>[];
  /** Of the random order within rounds. Default 1. */
  seed?: number;
  /** Fewer starts and rounds, every fourth length, no intervals. Default: whether `make run QUICK=1` asked for it. */
  quick?: boolean;
}

/** Options as they are used: checked, with every default filled in. */
export interface CheckedOptions {
  codecs: string[];
  starts: number;
  rounds: number;
  sweeps: number;
  jobs: string[];
  seed: number;
  quick: boolean;
  workload: Workload;
}

const KNOWN = ['bars', 'lengths', 'fee', 'codecs', 'starts', 'rounds', 'sweeps', 'jobs', 'seed', 'quick'];

/** @throws OptionError naming the option, CodecError where a text would be too long, before anything is started. */
export function checked(options: SerializationTaxOptions): CheckedOptions {
  knownOptions(options, KNOWN);
  const quick = booleanOption('quick', options.quick ?? isQuick());
  const wanted = integerOption('starts', options.starts ?? (quick ? 2 : 5), 1, 100);
  const starts = quick ? Math.min(wanted, 2) : wanted;
  const rounds = integerOption('rounds', options.rounds ?? (quick ? 2 : 3), 1, 1_000);
  const sweeps = integerOption('sweeps', options.sweeps ?? (quick ? 1 : wanted), 0, wanted);
  const codecs = namesOption('codecs', options.codecs ?? codecNames, codecNames);
  const jobs = namesOption('jobs', options.jobs ?? DEFAULT_JOBS, jobNames());
  const given = workload({ bars: options.bars, lengths: options.lengths, fee: options.fee });
  const request = codecRequest(given.series.close, given.windows);
  const called = sweeps === 0 ? [] : jobs.map((name) => jobNamed(name).codec);
  for (const name of new Set([...codecs, ...called])) codecNamed(name).checkLength?.(request);
  return {
    codecs,
    starts,
    rounds: quick ? Math.min(rounds, 2) : rounds,
    sweeps: quick ? Math.min(sweeps, 1) : sweeps,
    jobs,
    seed: integerOption('seed', options.seed ?? 1, 0, 2 ** 32 - 1),
    quick,
    workload: given,
  };
}
