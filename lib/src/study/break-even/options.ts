import { integerOption, knownOptions, OptionError } from '../../errors';
import { MAX_WINDOW } from '../../kernel';
import { isQuick } from '../run';
import { type Workload, type WorkloadOptions, workload } from '../workload';

export interface BreakEvenOptions extends WorkloadOptions {
  /** HMA length of the live loops, 1 to 2^26. Default 100, whose work is near the grid's mean. */
  length?: number;
  /** Bars ticked one by one over each transport, over all starts. Default all; 20,000 at most when quick. */
  ticks?: number;
  /** Closes a call in the batched loop, 1 to 1,000,000. Default 1,000. */
  batch?: number;
  /** Bars a second in the paced loop, 1 to 1,000,000. Default 1,000. */
  pace?: number;
  /** Bars of the paced loop in each start, 1 to the series' bars. Default 1,000; 500 at most when quick. */
  pacedTicks?: number;
  /** One-float echoes over each transport in each start, 10 to 1,000,000. Default 2,000. */
  echoes?: number;
  /** Fresh starts of every process, 1 to 100. Default 5, the least that gives intervals; 1 when quick. */
  starts?: number;
  /** Of the random order within rounds. Default 1. */
  seed?: number;
  /** One start, fewer bars and combos, no intervals. Default: whether `make run QUICK=1` asked for it. */
  quick?: boolean;
}

/** Options as they are used: checked, with every default filled in. */
export interface CheckedOptions {
  length: number;
  ticks: number;
  batch: number;
  pace: number;
  pacedTicks: number;
  echoes: number;
  starts: number;
  seed: number;
  quick: boolean;
  workload: Workload;
}

const KNOWN: (keyof BreakEvenOptions)[] = [
  'bars',
  'lengths',
  'fee',
  'length',
  'ticks',
  'batch',
  'pace',
  'pacedTicks',
  'echoes',
  'starts',
  'seed',
  'quick',
];

/** At most so many bars one by one, and paced, in a quick run. */
const QUICK_TICKS = 20_000;
const QUICK_PACED = 500;

/** @throws OptionError naming the option, before anything is started. */
export function checked(options: BreakEvenOptions): CheckedOptions {
  knownOptions(options, KNOWN);
  const quick = options.quick ?? isQuick();
  const work = workload({ bars: options.bars, lengths: options.lengths, fee: options.fee });
  const bars = work.series.close.length;
  const ticks = integerOption('ticks', options.ticks ?? bars, 1, bars);
  const pacedTicks = integerOption('pacedTicks', options.pacedTicks ?? Math.min(1_000, bars), 1, bars);
  const starts = integerOption('starts', options.starts ?? Math.min(5, ticks), 1, 100);
  if (starts > ticks)
    throw new OptionError('starts', starts, `an integer from 1 to ${ticks}, as there are no more ticks`);
  return {
    length: integerOption('length', options.length ?? 100, 1, MAX_WINDOW),
    ticks: quick ? Math.min(ticks, QUICK_TICKS) : ticks,
    batch: integerOption('batch', options.batch ?? 1_000, 1, 1_000_000),
    pace: integerOption('pace', options.pace ?? 1_000, 1, 1_000_000),
    pacedTicks: quick ? Math.min(pacedTicks, QUICK_PACED) : pacedTicks,
    echoes: integerOption('echoes', options.echoes ?? 2_000, 10, 1_000_000),
    starts: quick ? 1 : starts,
    seed: integerOption('seed', options.seed ?? 1, 0, 2 ** 32 - 1),
    quick,
    workload: work,
  };
}
