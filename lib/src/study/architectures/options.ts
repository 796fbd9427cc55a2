import { booleanOption, type Choice, integerOption, knownOptions, OptionError } from '../../errors';
import { namesOption } from '../lists';
import { isQuick } from '../run';
import { type Workload, type WorkloadOptions, workload } from '../workload';
import { type ArchitectureName, architectureNames, DEFAULT_ARCHITECTURES } from './known';

export interface ArchitecturesOptions extends WorkloadOptions {
  /** Whole sweeps of each architecture, 1 to 1,000. Default 10, as in the article; 2 when quick. */
  runs?: number;
  /** Fresh starts of every process the runs are spread over, 1 to `runs`. Default 5; 2 when quick. */
  starts?: number;
  /** Which to measure, by name. Default: the article's five, V8 and the A/A control. */
  architectures?: readonly Choice<ArchitectureName>[];
  /** Of the random order within rounds. Default 1. */
  seed?: number;
  /** At most 2 rounds, no intervals, no cold call. Default: whether `make run QUICK=1` asked for it. */
  quick?: boolean;
}

/** Options as they are used: checked, with every default filled in. */
export interface CheckedOptions {
  runs: number;
  starts: number;
  architectures: string[];
  seed: number;
  quick: boolean;
  workload: Workload;
}

/** @throws OptionError naming the option, before anything is started. */
export function checked(options: ArchitecturesOptions): CheckedOptions {
  knownOptions(options, ['bars', 'lengths', 'fee', 'runs', 'starts', 'architectures', 'seed', 'quick']);
  const quick = booleanOption('quick', options.quick ?? isQuick());
  const wanted = integerOption('runs', options.runs ?? 10, 1, 1_000);
  const runs = quick ? Math.min(wanted, 2) : wanted;
  const starts = integerOption('starts', options.starts ?? Math.min(5, runs), 1, 1_000);
  if (starts > wanted)
    throw new OptionError('starts', starts, `an integer from 1 to ${wanted}, as there are no more runs`);
  const given = options.architectures ?? DEFAULT_ARCHITECTURES.map((a) => a.name);
  const architectures = namesOption('architectures', given, architectureNames());
  return {
    runs,
    starts: Math.min(starts, runs),
    architectures,
    seed: integerOption('seed', options.seed ?? 1, 0, 2 ** 32 - 1),
    quick,
    workload: workload({ bars: options.bars, lengths: options.lengths, fee: options.fee }),
  };
}
