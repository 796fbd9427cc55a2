import { booleanOption, type Choice, integerOption, knownOptions } from '../../errors';
import { chosenOption } from '../lists';
import { isQuick } from '../run';
import { BUILD_NAMES, type BuildName, LOOP_NAMES, type LoopName } from './loops';

export interface LoopAttributionOptions {
  /** Which loops in Rust; `checked` and `unchecked` are always among them. Default: all. */
  loops?: readonly Choice<LoopName>[];
  /** Which builds of them; `engine` is always among them. Default: all four. */
  builds?: readonly Choice<BuildName>[];
  /** Bars of the series, 2 to 1,000,000. Default 50,000. */
  bars?: number;
  /** Bars of the window, 1 to `bars`. Default 120: in the middle of the study's. */
  length?: number;
  /** Rounds in a start, 1 to 1,000. Default 5. */
  rounds?: number;
  /** Fresh starts of every program, 1 to 100. Default 5; 1 when quick. Intervals need at least 5. */
  starts?: number;
  /** Of the random order within rounds. Default 1. */
  seed?: number;
  /** One start of two rounds. Default: whether `make run QUICK=1` asked for it. */
  quick?: boolean;
}

export interface CheckedOptions {
  loops: LoopName[];
  builds: BuildName[];
  bars: number;
  length: number;
  rounds: number;
  starts: number;
  seed: number;
  quick: boolean;
}

const KNOWN = ['loops', 'builds', 'bars', 'length', 'rounds', 'starts', 'seed', 'quick'];

/** @throws OptionError naming the option, before anything is started. */
export function checked(options: LoopAttributionOptions): CheckedOptions {
  knownOptions(options, KNOWN);
  const quick = booleanOption('quick', options.quick ?? isQuick());
  const bars = integerOption('bars', options.bars ?? 50_000, 2, 1_000_000);
  const rounds = integerOption('rounds', options.rounds ?? 5, 1, 1_000);
  const starts = integerOption('starts', options.starts ?? 5, 1, 100);
  return {
    loops: chosenOption('loops', options.loops ?? LOOP_NAMES, LOOP_NAMES, ['checked', 'unchecked']),
    builds: chosenOption('builds', options.builds ?? BUILD_NAMES, BUILD_NAMES, ['engine']),
    bars,
    length: integerOption('length', options.length ?? Math.min(120, bars), 1, bars),
    rounds: quick ? 2 : rounds,
    starts: quick ? 1 : starts,
    seed: integerOption('seed', options.seed ?? 1, 0, 2 ** 32 - 1),
    quick,
  };
}
