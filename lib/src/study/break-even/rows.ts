import { type Estimate, type Measured, median, type Published } from '../../bench';
import { ARTICLE_BOUNDARY, breakEvenOf } from '../../model';
import type { CheckedOptions } from './options';
import { FLOORS, type FloorName, type FloorTimes, type StartResult } from './start';
import { estimate, latency, times } from './summary';

/** One kind of call over one transport: what the caller waited, what the engine worked, and their relation. */
export interface BreakEvenRow {
  /** What one call carries: one float and no work, one bar, a batch of bars, one combo, the whole sweep. */
  granularity: 'echo' | 'bar' | 'batch' | 'combo' | 'sweep';
  transport: FloorName;
  /** Closed: each call after the answer to the one before. Paced: at set times, latency from the intended one. */
  pacing: 'closed' | 'paced';
  /** HMA length; null where there is none, or many. */
  length: number | null;
  /** Bars that one call gives the kernel to work on. */
  bars_per_call: number;
  /** Microseconds of a call, as the caller saw it. */
  measured: Measured;
  published: Published | null;
  /** Microseconds of the kernel a call, by the engine's own clock; null for an echo, which has no work. */
  work_us: Estimate | null;
  /** Median microseconds of a one-float echo over the same transport in the same starts. */
  floor_us: number;
  /** Work over floor. */
  g: Estimate | null;
  /** 1 / (1 + G): what the model says the floor's share is. */
  model_share: number | null;
  /** The part of the call that was not the kernel's, as it was measured. */
  measured_share: number | null;
}

/** The middle of all rounds of one start. */
const middle = (rounds: readonly ArrayLike<number>[]): number => median(flat(rounds));

const flat = (rounds: readonly ArrayLike<number>[]): number[] => rounds.flatMap((round) => Array.from(round));

/** The floor of each start: the median of its echoes, in microseconds. */
export const floorsOf = (starts: readonly StartResult[], transport: FloorName): number[] =>
  starts.map(({ floors }) => middle(floors[transport].echo));

/** Work over floor of each start. */
export const gains = (work: readonly number[], floors: readonly number[]): number[] =>
  work.map((us, i) => breakEvenOf({ workUs: us, floorUs: floors[i] }).g);

/** The kernel's microseconds for one bar in each start, by the engine's clock. */
export const barWork = (starts: readonly StartResult[], transport: FloorName): number[] =>
  starts.map(({ floors }) => median(floors[transport].workPerBar));

/** Rows of the floors and the live loops, then of combos and sweep. */
export function breakEvenRows(
  given: CheckedOptions,
  starts: readonly StartResult[],
  intervals: boolean,
): BreakEvenRow[] {
  return [
    ...FLOORS.flatMap((transport) => loopRows(given, starts, intervals, transport)),
    ...comboRows(given, starts),
    sweepRow(given, starts, intervals),
  ];
}

/** How the calls with work in them stand against the floor. `workOf` is one value a start. */
function relation(workOf: readonly number[], floors: readonly number[], calls: Measured, intervals: boolean) {
  const work = estimate(workOf, intervals);
  const g = estimate(gains(workOf, floors), intervals);
  return {
    work_us: work,
    floor_us: median(floors),
    g,
    model_share: 1 / (1 + g.median),
    // the two clocks may disagree by more than a boundary this small
    measured_share: Math.max(0, 1 - work.median / calls.median),
  };
}

function loopRows(
  { batch, length, workload }: CheckedOptions,
  starts: readonly StartResult[],
  intervals: boolean,
  transport: FloorName,
): BreakEvenRow[] {
  const floors = floorsOf(starts, transport);
  const perBar = barWork(starts, transport);
  const callsOf = (of: (times: FloorTimes) => Latencies): Measured =>
    latency(
      starts.map((start) => flat(of(start.floors[transport]))),
      intervals,
    );
  const echo = callsOf((found) => found.echo);
  const closes = Math.min(batch, workload.series.close.length);
  const loop = (
    granularity: 'bar' | 'batch',
    pacing: 'closed' | 'paced',
    bars: number,
    calls: Measured,
  ): BreakEvenRow => ({
    granularity,
    transport,
    pacing,
    length,
    bars_per_call: bars,
    measured: calls,
    published: null,
    ...relation(
      perBar.map((us) => us * bars),
      floors,
      calls,
      intervals,
    ),
  });
  return [
    {
      granularity: 'echo',
      transport,
      pacing: 'closed',
      length: null,
      bars_per_call: 0,
      measured: echo,
      published: transport === 'unix' ? { unit: 'us', median: ARTICLE_BOUNDARY.floorUs } : null,
      work_us: null,
      floor_us: median(floors),
      g: null,
      model_share: null,
      measured_share: null,
    },
    loop(
      'bar',
      'closed',
      1,
      callsOf((found) => found.bar),
    ),
    loop(
      'bar',
      'paced',
      1,
      callsOf((found) => found.paced),
    ),
    loop(
      'batch',
      'closed',
      closes,
      callsOf((found) => found.batch),
    ),
  ];
}

type Latencies = readonly ArrayLike<number>[];

/**
 * One row a combo that was called by itself: one call, so no interval; the range over lengths is what tells. All
 * against one floor, since no combo was called in every start.
 */
function comboRows({ workload }: CheckedOptions, starts: readonly StartResult[]): BreakEvenRow[] {
  const floor = median(floorsOf(starts, 'unix'));
  const rows = starts.flatMap(({ combos }) =>
    [...combos].map(([at, { us, computeUs }]): BreakEvenRow => {
      const calls = latency([[us]], false);
      return {
        granularity: 'combo',
        transport: 'unix',
        pacing: 'closed',
        length: workload.lengths[at],
        bars_per_call: workload.series.close.length,
        measured: calls,
        published: null,
        ...relation([computeUs], [floor], calls, false),
      };
    }),
  );
  return rows.sort((a, b) => a.length! - b.length!);
}

function sweepRow(
  { workload }: CheckedOptions,
  starts: readonly StartResult[],
  intervals: boolean,
): BreakEvenRow {
  const calls = latency(
    starts.map(({ sweep }) => [sweep.us]),
    intervals,
  );
  return {
    granularity: 'sweep',
    transport: 'unix',
    pacing: 'closed',
    length: null,
    bars_per_call: workload.series.close.length,
    measured: calls,
    published: null,
    ...relation(
      starts.map(({ sweep }) => sweep.computeUs),
      floorsOf(starts, 'unix'),
      calls,
      intervals,
    ),
  };
}

/** Seconds that `bars` bars take at each start's mean latency over a loop; exact where all of them were looped. */
export function loopSeconds(
  starts: readonly StartResult[],
  transport: FloorName,
  loop: 'bar' | 'batch',
  bars: number,
  intervals: boolean,
): Estimate {
  const sums = starts.map(({ floors }) => {
    const us = flat(floors[transport][loop]);
    return { us: us.reduce((sum, each) => sum + each, 0), calls: us.length };
  });
  const calls = sums.reduce((sum, each) => sum + each.calls, 0);
  const mean = sums.reduce((sum, { us }) => sum + us, 0) / calls;
  const bounds = estimate(
    sums.map((each) => each.us / each.calls),
    intervals,
  );
  return times({ ...bounds, median: mean }, (loop === 'bar' ? bars : calls / starts.length) / 1e6);
}
