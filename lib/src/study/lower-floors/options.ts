import { booleanOption, type Choice, choiceOption, integerOption, knownOptions } from '../../errors';
import { MAX_WINDOW } from '../../kernel';
import { type TransportName, transportNamed, transportNames } from '../../transport';
import { PLACEMENTS, type Placement } from '../echo-curve/processors';
import { listOption } from '../lists';
import { isQuick } from '../run';
import { type Workload, type WorkloadOptions, workload } from '../workload';

/** Payloads each way unless asked otherwise, in floats: 8 bytes, 1 kB, 8 kB, 80 kB, 1.2 MB. */
export const FLOOR_FLOATS: readonly number[] = [1, 125, 1_000, 10_000, 150_000];

const QUICK_FLOATS: readonly number[] = [1, 1_000, 150_000];

/** Whether the project's own engine speaks it, so that it can be measured without a program of yours. */
const spoken = (name: TransportName): boolean => {
  const how = transportNamed(name);
  return how.kind !== 'child' || how.engineArgs !== null;
};

/** Every transport that the project's own engines speak: the default of `lowerFloors`'s option `transports`. */
export const FLOOR_TRANSPORTS: readonly TransportName[] = transportNames.filter(spoken);

export interface LowerFloorsOptions extends WorkloadOptions {
  /** Default: every one that the project's own engines speak, {@link FLOOR_TRANSPORTS}. */
  transports?: readonly Choice<TransportName>[];
  /** Floats of a round trip, at least two sizes from 1 to 10,000,000. Default {@link FLOOR_FLOATS}. */
  floats?: readonly number[];
  /** Where client and engine run. Default: on the same processor, on different ones, and unpinned. */
  placements?: readonly Choice<Placement>[];
  /** HMA length of the live loops, 1 to 2^26. Default 100. */
  length?: number;
  /** Bars of the live loop, a call each. Default all; 5,000 at most when quick. */
  ticks?: number;
  /** Milliseconds after which a live loop is cut short, 10 to 600,000. Default 4,000; 100 at most when quick. */
  ticksMs?: number;
  /** Milliseconds of idleness, 10 to 60,000. Default 500; 100 at most when quick. */
  idleMs?: number;
  /** Fresh starts of every process, 1 to 100. Default 5; 1 when quick. Intervals need at least 5. */
  starts?: number;
  /** Blocks of each size in a start, 1 to 100. Default 1. */
  rounds?: number;
  /**
   * How long a block of round trips of one size lasts, in milliseconds, 1 to 10,000; the smallest size has six times as
   * much, for its tail. Default 12; 4 at most when quick.
   */
  blockMs?: number;
  /** Of the random order. Default 1. */
  seed?: number;
  /** One start of one round, fewer sizes, shorter loops, no intervals. Default: whether `make run QUICK=1` asked for it. */
  quick?: boolean;
}

/** Options as they are used: checked, with every default filled in. */
export interface CheckedOptions {
  workload: Workload;
  transports: TransportName[];
  floats: number[];
  placements: Placement[];
  length: number;
  ticks: number;
  ticksMs: number;
  idleMs: number;
  starts: number;
  rounds: number;
  blockMs: number;
  seed: number;
  quick: boolean;
}

const KNOWN: (keyof LowerFloorsOptions)[] = [
  'bars',
  'lengths',
  'fee',
  'transports',
  'floats',
  'placements',
  'length',
  'ticks',
  'ticksMs',
  'idleMs',
  'starts',
  'rounds',
  'blockMs',
  'seed',
  'quick',
];

const QUICK = { ticks: 5_000, ticksMs: 100, idleMs: 100, blockMs: 4 } as const;

/** @throws OptionError naming the option, before anything is started. */
export function checked(options: LowerFloorsOptions): CheckedOptions {
  knownOptions(options, KNOWN);
  const quick = booleanOption('quick', options.quick ?? isQuick());
  const work = workload({ bars: options.bars, lengths: options.lengths, fee: options.fee });
  const bars = work.series.close.length;
  const floats = listOption('floats', options.floats ?? FLOOR_FLOATS, 2, (each) =>
    integerOption('floats', each, 1, 10_000_000),
  ).sort((a, b) => a - b);
  const fewer = floats.filter((each) => QUICK_FLOATS.includes(each));
  const ticks = integerOption('ticks', options.ticks ?? bars, 1, bars);
  const ticksMs = integerOption('ticksMs', options.ticksMs ?? 4_000, 10, 600_000);
  const idleMs = integerOption('idleMs', options.idleMs ?? 500, 10, 60_000);
  const blockMs = integerOption('blockMs', options.blockMs ?? 12, 1, 10_000);
  const starts = integerOption('starts', options.starts ?? 5, 1, 100);
  const rounds = integerOption('rounds', options.rounds ?? 1, 1, 100);
  return {
    workload: work,
    transports: listOption('transports', options.transports ?? FLOOR_TRANSPORTS, 1, (each) =>
      choiceOption('transports', each, FLOOR_TRANSPORTS),
    ),
    floats: quick && fewer.length >= 2 ? fewer : floats,
    placements: listOption('placements', options.placements ?? PLACEMENTS, 1, (each) =>
      choiceOption('placements', each, PLACEMENTS),
    ),
    length: integerOption('length', options.length ?? 100, 1, MAX_WINDOW),
    ticks: quick ? Math.min(ticks, QUICK.ticks) : ticks,
    ticksMs: quick ? Math.min(ticksMs, QUICK.ticksMs) : ticksMs,
    idleMs: quick ? Math.min(idleMs, QUICK.idleMs) : idleMs,
    starts: quick ? 1 : starts,
    rounds: quick ? 1 : rounds,
    blockMs: quick ? Math.min(blockMs, QUICK.blockMs) : blockMs,
    seed: integerOption('seed', options.seed ?? 1, 0, 2 ** 32 - 1),
    quick,
  };
}
