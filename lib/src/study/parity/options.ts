import { integerOption, knownOptions } from '../../errors';
import { MAX_WINDOW } from '../../kernel';
import { isQuick } from '../run';
import { type Workload, type WorkloadOptions, workload } from '../workload';

export interface ParityOptions extends Pick<WorkloadOptions, 'bars' | 'fee'> {
  /** HMA length, 1 to 2^26. Default 6: the grid's shortest flips most often, so it hides least. */
  length?: number;
  /** Bars a second in the paced loop, 1 to 1,000,000. Default 1,000. */
  pace?: number;
  /** Bars of the paced loop in each start, 1 to the series' bars. Default 2,000; 1,000 at most when quick. */
  pacedTicks?: number;
  /** Fresh starts of engine and client, each a whole life of the series, 1 to 100. Default 5; 1 when quick. */
  starts?: number;
  /** Of the random order within a start. Default 1. */
  seed?: number;
  /** One start, 150,000 bars at most, no intervals. Default: whether `make run QUICK=1` asked for it. */
  quick?: boolean;
}

/** Options as they are used: checked, with every default filled in. */
export interface CheckedOptions {
  length: number;
  /** Bars ticked, from the first on. */
  ticks: number;
  pace: number;
  pacedTicks: number;
  starts: number;
  seed: number;
  quick: boolean;
  /** The series, and the one combo. */
  workload: Workload;
}

/** At most so many bars, and paced ones, in a quick run: the article's whole series still. */
const QUICK_TICKS = 150_000;
const QUICK_PACED = 1_000;

/** @throws OptionError naming the option, before anything is started. */
export function checked(options: ParityOptions): CheckedOptions {
  knownOptions(options, ['bars', 'length', 'fee', 'pace', 'pacedTicks', 'starts', 'seed', 'quick']);
  const quick = options.quick ?? isQuick();
  const length = integerOption('length', options.length ?? 6, 1, MAX_WINDOW);
  const work = workload({ bars: options.bars, lengths: [length], fee: options.fee });
  const bars = work.series.close.length;
  const pacedTicks = integerOption('pacedTicks', options.pacedTicks ?? Math.min(2_000, bars), 1, bars);
  const starts = integerOption('starts', options.starts ?? 5, 1, 100);
  return {
    length,
    ticks: quick ? Math.min(bars, QUICK_TICKS) : bars,
    pace: integerOption('pace', options.pace ?? 1_000, 1, 1_000_000),
    pacedTicks: quick ? Math.min(pacedTicks, QUICK_PACED) : pacedTicks,
    starts: quick ? 1 : starts,
    seed: integerOption('seed', options.seed ?? 1, 0, 2 ** 32 - 1),
    quick,
    workload: work,
  };
}
