import path from 'node:path';
import { inWorker, STARTS_FOR_INTERVAL, worstNoise } from '../../bench';
import { shuffled } from '../../bench/rounds';
import { windowLengths } from '../../kernel';
import { Pcg64 } from '../../market';
import { type TransportName, transportNamed } from '../../transport';
import { type Placement, placementGap, processors } from '../echo-curve/processors';
import type { Keep, Measuring } from '../measuring';
import { section } from '../run';
import type { Gap, Study } from '../section';
import { fewerCombos, spread } from '../spread';
import { inStarts, type StartReport } from '../starts';
import { workloadRecord } from '../workload';
import type { AloneOptions, AloneResult } from './alone';
import { type BreakEvenFloorRow, breakEvenFloorRows, type WorkUs } from './break-even';
import { lowerFloorsFacts } from './facts';
import { ticksGate } from './gate';
import { type IdleRow, idleRow, type TicksRow, ticksRow } from './live-rows';
import { type CheckedOptions, checked, type LowerFloorsOptions } from './options';
import { recipes } from './recipe';
import { type RoundTripRow, roundTripRows } from './rows';
import type { StartOptions, StartResult } from './start';

export type { BreakEvenFloorRow } from './break-even';
export { FAMILIES, type Family } from './families';
export type { IdleRow, TicksRow } from './live-rows';
export { NATIVE_FLOORS, type NativeFloor } from './native';
export { FLOOR_FLOATS, FLOOR_TRANSPORTS, type LowerFloorsOptions } from './options';
export type { Recipe } from './recipe';
export type { RoundTripRow } from './rows';
export { floorRows } from './select';
export { FLOOR_CLIENTS, type FloorClient } from './subjects';

/** One observation: what `kind` says. */
export type LowerFloorsRow = RoundTripRow | TicksRow | IdleRow | BreakEvenFloorRow;

/** Round trips of the smallest size over all starts: from so many on a p99.9 can be told. */
const SMALL_CALLS = 10_000;
/** Combos swept for the work in one, in a quick run. */
const QUICK_COMBOS = 4;

/**
 * What a round trip costs over every boundary that the engine speaks, from shared memory to gRPC, beside what the same
 * way costs in Rust without protocol or runtime; and over each: the live loop of one call a bar, the article's
 * break-even, and the processor time of doing nothing.
 */
export const lowerFloors: Study<LowerFloorsOptions, LowerFloorsRow> = {
  name: 'lower-floors',
  title: 'Lower floors',
  async run(options = {}, context = {}) {
    const given = checked(options);
    const { workload, ...rest } = given;
    const where = Object.fromEntries(given.placements.map((each) => [each, processors(each)]));
    const record = { ...rest, ...workloadRecord(workload), processors: where };
    return section(lowerFloors, given.quick, record, context, (measuring) => measure(given, measuring));
  },
};

async function measure(given: CheckedOptions, measuring: Measuring) {
  const placements = given.placements.filter((placement) => placementGap(placement) === null);
  const gaps = given.placements.flatMap((placement): Gap[] => {
    const why = placementGap(placement);
    return why === null ? [] : [{ what: `placement ${placement}`, why }];
  });
  const starts = placements.length === 0 ? [] : await measureStarts(given, placements, measuring);
  gaps.push(...starts.flatMap((start) => start.gaps).filter(isFirst));
  const alone = await measureAlone(given, gaps, starts.length > 0, measuring);

  const intervals = !given.quick && starts.length >= STARTS_FOR_INTERVAL;
  const recipe = await recipes();
  const trips = roundTripRows(
    starts,
    (subject, placement) => recipe(subject, { placement, where: processors(placement) }),
    intervals,
    given,
  );
  const bars = given.workload.series.close.length;
  const ticks = [...alone].flatMap(([transport, { ticks: loops, workPerBarUs }]) =>
    loops.map((loop) => ticksRow(transport, loop, workPerBarUs!, bars)),
  );
  const work = workOf(given, alone);
  const floors = trips.filter(
    ({ placement, floats }) => placement === floorPlacement(placements) && floats === given.floats[0],
  );
  gaps.push(...cutShort(given, ticks));
  return {
    noise:
      starts.length === 0
        ? null
        : worstNoise(
            starts.map(({ noise }) => noise),
            null,
          ),
    gate: ticks.length > 0 ? ticksGate(alone) : null,
    rows: [
      ...trips,
      ...ticks,
      ...[...alone].map(([transport, result]) => idleRow(transport, result)),
      ...(work === null ? [] : breakEvenFloorRows(floors, work)),
    ],
    facts: lowerFloorsFacts(floors, ticks, work),
    gaps,
  };
}

/** Where a floor is taken when one figure has to stand for it: unpinned, as most programs run. */
const floorPlacement = (placements: readonly Placement[]): Placement =>
  placements.includes('unpinned') ? 'unpinned' : placements[0];

/** Whether no gap before is the same: every start has them. */
const isFirst = ({ what }: Gap, at: number, all: readonly Gap[]): boolean =>
  all.findIndex((other) => other.what === what) === at;

/** Steps are counted in parts: a placement of a start is one, and so is a transport alone. */
const total = ({ starts, transports }: CheckedOptions, placements: readonly Placement[]): number =>
  starts * placements.length + transports.length;

function measureStarts(
  given: CheckedOptions,
  placements: readonly Placement[],
  measuring: Measuring,
): Promise<StartResult[]> {
  const { transports, floats, rounds, blockMs, seed, starts } = given;
  const random = new Pcg64(seed);
  const options = Array.from(
    { length: starts },
    (_, i): StartOptions => ({
      transports,
      floats,
      placements: shuffled(placements.length, random)
        .map((at) => placements[at])
        .map((placement) => ({ placement, where: processors(placement) })),
      rounds,
      blockMs,
      mostSmall: Math.ceil(SMALL_CALLS / (starts * rounds)),
      seed: seed + 10 * i,
    }),
  );
  return inStarts(
    path.join(__dirname, 'start.js'),
    'measureStart',
    options,
    total(given, placements),
    measuring,
  );
}

/**
 * One worker a transport, so that none has another's engine, memory or timers about it; in a quick run one for all,
 * since starting so many takes longer than what they measure.
 */
async function measureAlone(
  given: CheckedOptions,
  gaps: Gap[],
  hasStarts: boolean,
  measuring: Measuring,
): Promise<Map<TransportName, AloneResult>> {
  const { signal, progress } = measuring;
  const { workload, length, ticks, ticksMs, idleMs, quick } = given;
  const transports = given.transports.filter(
    (transport) => !gaps.some(({ what }) => what.startsWith(`${transport}, unpinned`)),
  );
  // The work is the same kernel's over every transport: its combos are swept over the first that holds a series.
  const sweeper = transports.find((each) => transportNamed(each).keepsState);
  const combos = quick ? spread(workload.windows, QUICK_COMBOS) : workload.windows;
  const options = transports.map(
    (transport): AloneOptions => ({
      transport,
      where: processors('unpinned'),
      close: workload.series.close,
      ticks,
      windows: windowLengths(length),
      fee: workload.fee,
      ticksMs,
      idleMs,
      combos: transport === sweeper ? combos : [],
    }),
  );
  const steps = total(given, given.placements);
  let done = steps - given.transports.length;
  const onReport = (message: unknown): void => {
    const { steps: more, note } = message as StartReport;
    done += more;
    progress?.(done, steps, note);
  };
  const module = path.join(__dirname, 'alone.js');
  const each = async (keep: Keep<[TransportName, AloneResult]>): Promise<void> => {
    for (const some of quick ? [options] : options.map((one) => [one])) {
      const results = await inWorker<AloneOptions[], Map<TransportName, AloneResult>>(
        module,
        'measureAlone',
        some,
        { signal, onReport },
      );
      for (const result of results) keep(result);
    }
  };
  const found = await (hasStarts
    ? measuring.beside('live loop and idleness of every transport', each)
    : measuring.each('transports', transports.length, each));
  for (const transport of transports.filter((each) => !transportNamed(each).keepsState)) {
    const why = 'it keeps no session: a call a bar would be a process a bar';
    gaps.push({ what: `the live loop over ${transport}`, why });
  }
  if (measuring.partial === null) progress?.(steps, steps, 'done');
  return new Map(found);
}

/** What the kernel takes, from the transport that swept; the bar's is the median over the transports. */
function workOf({ workload }: CheckedOptions, alone: ReadonlyMap<string, AloneResult>): WorkUs | null {
  const swept = [...alone.values()].find(({ workPerComboUs }) => workPerComboUs !== null);
  if (swept?.workPerComboUs == null) return null;
  return { bar: swept.workPerBarUs!, combo: swept.workPerComboUs, combos: workload.windows.length };
}

/** What this run's loops and sweeps left out. */
function cutShort({ quick, workload, ticksMs }: CheckedOptions, ticks: readonly TicksRow[]): Gap[] {
  const count = (value: number): string => value.toLocaleString('en-US');
  const gaps: Gap[] = [];
  const short = ticks.filter(({ calls, bars }) => calls < bars);
  if (short.length > 0) {
    gaps.push({
      what: `all ${count(short[0].bars)} bars of the live loop over ${short
        .map(({ name, calls }) => `${name} (${count(calls)})`)
        .join('; ')}`,
      why: `${quick ? 'a quick run: ' : ''}a loop ends after ${count(ticksMs)} ms; none is scaled`,
    });
  }
  if (quick) gaps.push(...fewerCombos(workload.windows.length, QUICK_COMBOS));
  return gaps;
}
