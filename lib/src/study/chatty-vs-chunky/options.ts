import { ENGINE_KERNELS, type EngineKernel } from '../../engine';
import {
  booleanOption,
  type Choice,
  choiceOption,
  integerOption,
  knownOptions,
  OptionError,
} from '../../errors';
import { chosenOption } from '../lists';
import { isQuick } from '../run';
import { spread } from '../spread';
import { type Workload, type WorkloadOptions, workload } from '../workload';
import { WAYS, type Way } from './ways';

export type SocketTransport = 'unix' | 'tcp';
const SOCKETS: readonly SocketTransport[] = ['unix', 'tcp'];

export interface ChattyOptions extends WorkloadOptions {
  /** How the sweep is cut into calls; `batch` is always among them. Default: all four. */
  ways?: readonly Choice<Way>[];
  /** Whole sweeps of each way in a start, 1 to 100. Default 1. */
  rounds?: number;
  /** Fresh starts of the engine, 1 to 100. Default 5; 1 when quick. Intervals need at least 5. */
  starts?: number;
  /** Default unix. */
  transport?: Choice<SocketTransport>;
  /** The engine's kernel: what a call costs beside its kernel does not depend on it. Default naive. */
  kernel?: Choice<EngineKernel>;
  /** Of the random order within rounds. Default 1. */
  seed?: number;
  /** One start of one round, at most 16 lengths. Default: whether `make run QUICK=1` asked for it. */
  quick?: boolean;
}

export interface CheckedOptions {
  ways: Way[];
  rounds: number;
  starts: number;
  transport: SocketTransport;
  kernel: EngineKernel;
  seed: number;
  quick: boolean;
  workload: Workload;
  /** Combos of the grid that was asked for: a quick run takes fewer. */
  whole: number;
}

const KNOWN = ['bars', 'lengths', 'fee', 'ways', 'rounds', 'starts', 'transport', 'kernel', 'seed', 'quick'];

/** So many lengths are enough for a quick look: what a crossing costs does not depend on the length. */
export const QUICK_LENGTHS = 16;

/** @throws OptionError naming the option, before anything is started. */
export function checked(options: ChattyOptions): CheckedOptions {
  knownOptions(options, KNOWN);
  const quick = booleanOption('quick', options.quick ?? isQuick());
  const ways = chosenOption('ways', options.ways ?? WAYS, WAYS, ['batch']);
  const rounds = integerOption('rounds', options.rounds ?? 1, 1, 100);
  const starts = integerOption('starts', options.starts ?? 5, 1, 100);
  const whole = workload({ bars: options.bars, lengths: options.lengths, fee: options.fee });
  if (whole.series.close.length === 0) throw new OptionError('bars', 0, 'a series of at least one bar');
  const few = quick && whole.lengths.length > QUICK_LENGTHS;
  return {
    ways,
    rounds: quick ? 1 : rounds,
    starts: quick ? 1 : starts,
    transport: choiceOption('transport', options.transport ?? 'unix', SOCKETS),
    kernel: choiceOption('kernel', options.kernel ?? 'naive', ENGINE_KERNELS),
    seed: integerOption('seed', options.seed ?? 1, 0, 2 ** 32 - 1),
    quick,
    workload: few
      ? workload({ bars: whole.series, lengths: spread(whole.lengths, QUICK_LENGTHS), fee: whole.fee })
      : whole,
    whole: whole.lengths.length,
  };
}
