import { ENGINE_KERNELS, type EngineKernel } from '../../engine';
import { booleanOption, type Choice, choiceOption, integerOption, knownOptions } from '../../errors';
import { QUICK_LENGTHS } from '../chatty-vs-chunky/options';
import { chosenOption } from '../lists';
import { isQuick } from '../run';
import { spread } from '../spread';
import { type Workload, type WorkloadOptions, workload } from '../workload';
import { PROGRAMS, type Program } from './programs';

export interface SpawnCostOptions extends WorkloadOptions {
  /** What is started, beside the engine: it is always among them. Default: all four. */
  programs?: readonly Choice<Program>[];
  /** Rounds of launches in a start, 1 to 1,000: ten engines, two Pythons, one of each other. Default 3. */
  launches?: number;
  /** Rounds of the sweep in a start, 1 to 100. Default 1. */
  rounds?: number;
  /** Fresh starts of the process that launches, 1 to 100. Default 5; 1 when quick. Intervals need at least 5. */
  starts?: number;
  /** Symbols of a census that starts a process for each, 1 to 1,000,000. Default 500. */
  symbols?: number;
  /** The engine's kernel. Default naive. */
  kernel?: Choice<EngineKernel>;
  /** Of the random order within rounds. Default 1. */
  seed?: number;
  /** One start, at most 16 lengths. Default: whether `make run QUICK=1` asked for it. */
  quick?: boolean;
}

export interface CheckedOptions {
  programs: Program[];
  launches: number;
  rounds: number;
  starts: number;
  symbols: number;
  kernel: EngineKernel;
  seed: number;
  quick: boolean;
  workload: Workload;
  /** Combos of the grid that was asked for: a quick run takes fewer. */
  whole: number;
}

const KNOWN = [
  'bars',
  'lengths',
  'fee',
  'programs',
  'launches',
  'rounds',
  'starts',
  'symbols',
  'kernel',
  'seed',
  'quick',
];

/** @throws OptionError naming the option, before anything is started. */
export function checked(options: SpawnCostOptions): CheckedOptions {
  knownOptions(options, KNOWN);
  const quick = booleanOption('quick', options.quick ?? isQuick());
  const programs = chosenOption('programs', options.programs ?? PROGRAMS, PROGRAMS, ['engine']);
  const launches = integerOption('launches', options.launches ?? 3, 1, 1_000);
  const rounds = integerOption('rounds', options.rounds ?? 1, 1, 100);
  const starts = integerOption('starts', options.starts ?? 5, 1, 100);
  const whole = workload({ bars: options.bars, lengths: options.lengths, fee: options.fee });
  const few = quick && whole.lengths.length > QUICK_LENGTHS;
  return {
    programs,
    launches: quick ? Math.min(launches, 2) : launches,
    rounds: quick ? 1 : rounds,
    starts: quick ? 1 : starts,
    symbols: integerOption('symbols', options.symbols ?? 500, 1, 1_000_000),
    kernel: choiceOption('kernel', options.kernel ?? 'naive', ENGINE_KERNELS),
    seed: integerOption('seed', options.seed ?? 1, 0, 2 ** 32 - 1),
    quick,
    workload: few
      ? workload({ bars: whole.series, lengths: spread(whole.lengths, QUICK_LENGTHS), fee: whole.fee })
      : whole,
    whole: whole.lengths.length,
  };
}
