import { booleanOption, type Choice, choiceOption, integerOption, knownOptions } from '../../errors';
import { listOption } from '../lists';
import { isQuick } from '../run';
import { ECHO_CLIENT_NAMES, type EchoClientName } from './clients';
import { ECHO_TRANSPORTS, type EchoTransport } from './order';
import { PLACEMENTS, type Placement } from './processors';

/** Sizes measured unless asked otherwise, in floats: the article's 1, 1,000 and 150,000, and some between. */
export const ECHO_FLOATS: readonly number[] = [1, 100, 1_000, 3_000, 10_000, 30_000, 75_000, 150_000];

const QUICK_FLOATS: readonly number[] = [1, 1_000, 10_000, 150_000];

export interface EchoCurveOptions {
  /** Floats of an echo, at least two sizes from 1 to 10,000,000. Default {@link ECHO_FLOATS}. */
  floats?: readonly number[];
  /** Default: both, unix and tcp. */
  transports?: readonly Choice<EchoTransport>[];
  /** Default: all five. */
  clients?: readonly Choice<EchoClientName>[];
  /** Where client and engine run. Default: on the same processor, on different ones, and unpinned. */
  placements?: readonly Choice<Placement>[];
  /** Fresh starts of every process, 1 to 100. Default 5; 1 when quick. Intervals need at least 5. */
  starts?: number;
  /** Blocks of each size in a start, 1 to 100. Default 2; 1 when quick. */
  rounds?: number;
  /** How long a block of echoes of one size lasts, in milliseconds, 1 to 10,000. Default 20; 10 when quick. */
  blockMs?: number;
  /** Of the random order. Default 1. */
  seed?: number;
  /** One start of one round, fewer sizes, no intervals. Default: whether `make run QUICK=1` asked for it. */
  quick?: boolean;
}

/** Options as they are used: checked, with every default filled in. */
export interface CheckedOptions {
  floats: number[];
  transports: EchoTransport[];
  clients: EchoClientName[];
  placements: Placement[];
  starts: number;
  rounds: number;
  blockMs: number;
  seed: number;
  quick: boolean;
}

const KNOWN = [
  'floats',
  'transports',
  'clients',
  'placements',
  'starts',
  'rounds',
  'blockMs',
  'seed',
  'quick',
];

const chosen = <T extends string>(option: string, value: readonly Choice<T>[], allowed: readonly T[]): T[] =>
  listOption(option, value, 1, (each) => choiceOption(option, each, allowed));

/** @throws OptionError naming the option, before anything is started. */
export function checked(options: EchoCurveOptions): CheckedOptions {
  knownOptions(options, KNOWN);
  const quick = booleanOption('quick', options.quick ?? isQuick());
  const floats = listOption('floats', options.floats ?? ECHO_FLOATS, 2, (each) =>
    integerOption('floats', each, 1, 10_000_000),
  ).sort((a, b) => a - b);
  const starts = integerOption('starts', options.starts ?? 5, 1, 100);
  const rounds = integerOption('rounds', options.rounds ?? 2, 1, 100);
  const blockMs = integerOption('blockMs', options.blockMs ?? 20, 1, 10_000);
  const fewer = floats.filter((each) => QUICK_FLOATS.includes(each));
  return {
    floats: quick && fewer.length >= 2 ? fewer : floats,
    transports: chosen('transports', options.transports ?? ECHO_TRANSPORTS, ECHO_TRANSPORTS),
    clients: chosen('clients', options.clients ?? ECHO_CLIENT_NAMES, ECHO_CLIENT_NAMES),
    placements: chosen('placements', options.placements ?? PLACEMENTS, PLACEMENTS),
    starts: quick ? 1 : starts,
    rounds: quick ? 1 : rounds,
    blockMs: quick ? Math.min(blockMs, 10) : blockMs,
    seed: integerOption('seed', options.seed ?? 1, 0, 2 ** 32 - 1),
    quick,
  };
}
