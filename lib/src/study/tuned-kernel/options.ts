import {
  booleanOption,
  type Choice,
  choiceOption,
  integerOption,
  knownOptions,
  OptionError,
} from '../../errors';
import type { Windows } from '../../kernel';
import { allowedThreads } from '../../project';
import { type TransportName, transportNames } from '../../transport';
import { isQuick } from '../run';
import { type Workload, type WorkloadOptions, workload } from '../workload';
import { KERNEL_NAMES, type KernelName, kernelsFor } from './kernels';

export interface TunedKernelOptions extends WorkloadOptions {
  /** Which kernels, by name (`KERNEL_NAMES`). Default: all but naive WebAssembly, and what has more threads than can run at once. */
  which?: readonly Choice<KernelName>[];
  /** How the engine is reached for the verdict. Default: unix, tcp, shared-memory and spawn. */
  transports?: readonly Choice<TransportName>[];
  /** Fresh starts of every process, 1 to 100. Default 5, the least that gives intervals; 1 when quick. */
  starts?: number;
  /** Rounds in each start, 1 to 1,000. Default 1; 2 when quick. */
  rounds?: number;
  /** Lengths whose bound is held against the actual error, bar by bar, evenly spread. Default 12. */
  traced?: number;
  /** Whether to measure how cost and memory grow, up to 15,000,000 bars. Default false: `make bench` does. */
  growth?: boolean;
  /** Of the random order within rounds. Default 1. */
  seed?: number;
  /** Two rounds of one start over every fourth length, no intervals. Default: whether `make run QUICK=1` asked. */
  quick?: boolean;
}

/** Options as they are used: checked, with every default filled in. */
export interface CheckedOptions {
  which: string[];
  transports: TransportName[];
  starts: number;
  rounds: number;
  traced: number;
  growth: boolean;
  seed: number;
  quick: boolean;
  workload: Workload;
  /** The windows of every length, also in a quick run: what a flat series costs hangs on how many share them. */
  flatWindows: Windows[];
}

const KNOWN: (keyof TunedKernelOptions)[] = [
  'bars',
  'lengths',
  'fee',
  'which',
  'transports',
  'starts',
  'rounds',
  'traced',
  'growth',
  'seed',
  'quick',
];

const DEFAULT_TRANSPORTS: readonly TransportName[] = ['unix', 'tcp', 'shared-memory', 'spawn'];

/** Transports of the project's own engine: over stdio it is somebody's program that speaks. */
const reachable = transportNames.filter((name) => name !== 'stdio');

/** In a quick run the grid has every fourth length. */
const QUICK_STRIDE = 4;

/** @throws OptionError naming the option, before anything is started. */
export function checked(options: TunedKernelOptions): CheckedOptions {
  knownOptions(options, KNOWN);
  const quick = booleanOption('quick', options.quick ?? isQuick());
  const whole = workload({ bars: options.bars, lengths: options.lengths, fee: options.fee });
  const lengths = whole.lengths.filter((_, i) => i % QUICK_STRIDE === 0);
  return {
    which: names('which', options.which ?? kernelsFor(allowedThreads()), KERNEL_NAMES),
    transports: names('transports', options.transports ?? DEFAULT_TRANSPORTS, reachable),
    starts: quick ? 1 : integerOption('starts', options.starts ?? 5, 1, 100),
    rounds: integerOption('rounds', options.rounds ?? (quick ? 2 : 1), 1, 1_000),
    traced: integerOption('traced', options.traced ?? 12, 0, 1_000),
    growth: booleanOption('growth', options.growth ?? false),
    seed: integerOption('seed', options.seed ?? 1, 0, 2 ** 32 - 1),
    quick,
    workload: quick ? workload({ bars: whole.series, lengths, fee: whole.fee }) : whole,
    flatWindows: whole.windows,
  };
}

/** A list of names, each known and there once; an empty one leaves its part out. */
function names<Name extends string>(option: string, given: unknown, known: readonly Name[]): Name[] {
  if (!Array.isArray(given)) throw new OptionError(option, given, 'a list of names');
  const repeated = given.find((name, i) => given.indexOf(name) !== i);
  if (repeated !== undefined) throw new OptionError(option, repeated, 'each name once');
  return given.map((name) => choiceOption(option, name, known));
}
