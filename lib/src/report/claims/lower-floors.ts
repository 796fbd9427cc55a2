import { textTable } from '../../notebook';
import {
  floorRows,
  type LowerFloorsRow,
  lowerFloors,
  notice,
  type Placement,
  type RoundTripRow,
  type Section,
  type TicksRow,
} from '../../study';
import type { Claim, ClaimFamily } from './claim';

const SMALL = 8;
const LARGE = 1_200_000;

/** The least that a claim about a bound asks of the loop of 150,000 ticks: its seconds of boundary. */
const TICKS_SECONDS = 0.2;

/**
 * This library's floors against the native ones of their kind, in one run: blocks of both in the same rounds, in random
 * order, each in two real processes, over five starts of four rounds. Ratios are medians over rounds. Waiting by looking
 * needs two processors: shared memory is claimed with each side on its own.
 */
export const lowerFloorsClaims: ClaimFamily = {
  name: 'lower floors',
  async run(context) {
    const options = {
      transports: ['unix', 'unix-blocking', 'shared-memory', 'shared-memory-spin'],
      floats: [SMALL / 8, LARGE / 8],
      lengths: [100],
      rounds: 4,
      ticksMs: 20_000,
    };
    const section = await lowerFloors.run(options, context);
    return {
      texts: [
        textTable(trips(section).map(line)),
        textTable(trips(section).filter(isFirst).map(recipe)),
        textTable(loops(section).map(loop)),
        notice(section),
      ],
      claims: [...overNative(section), ...sharedMemory(section), ...ticks(section)],
    };
  },
};

const trips = (section: Section<LowerFloorsRow>) => floorRows(section, 'round-trip');

const loops = (section: Section<LowerFloorsRow>) => floorRows(section, 'ticks');

const line = ({ name, placement, bytes, latency, native, over_native }: RoundTripRow) => ({
  boundary: name,
  placement,
  bytes,
  n: latency.n,
  'p50 µs': latency.p50,
  'p99 µs': latency.p99,
  'p99.9 µs': latency.p999,
  'native floor': native,
  'times native': over_native?.median ?? null,
  low: over_native?.low ?? null,
  high: over_native?.high ?? null,
});

/** A recipe is the same for every size. */
const isFirst = ({ bytes }: RoundTripRow): boolean => bytes === SMALL;

const recipe = ({ name, recipe: { source, flags, pinning, buffers } }: RoundTripRow) => ({
  boundary: name,
  source,
  flags,
  pinning,
  buffers,
});

const loop = ({ name, calls, bars, boundary_seconds, boundary_us, work_us, mismatches }: TicksRow) => ({
  'one call a bar': name,
  calls,
  of: bars,
  'boundary s': boundary_seconds,
  'boundary µs a bar': boundary_us,
  'kernel µs a bar': work_us,
  'wrong bars': mismatches,
});

/** A row that was measured; a claim about one that was not lies in no range. */
const rowOf = (
  section: Section<LowerFloorsRow>,
  name: string,
  placement: Placement,
  bytes: number,
): RoundTripRow | undefined =>
  trips(section).find((row) => row.name === name && row.placement === placement && row.bytes === bytes);

function overNative(section: Section<LowerFloorsRow>): Claim[] {
  const claim = (text: string, name: string, placement: Placement, bytes: number, most: number): Claim => {
    const ratio = rowOf(section, name, placement, bytes)?.over_native;
    return {
      claim: text,
      value: ratio?.median ?? Number.NaN,
      low: ratio?.low,
      high: ratio?.high,
      unit: 'ratio',
      most,
    };
  };
  return [
    claim('blocking Unix of native, 8 bytes, one processor', 'unix-blocking, blocking', 'same', SMALL, 1.3),
    claim('asynchronous Unix of native, 8 bytes, one processor', 'unix', 'same', SMALL, 2.2),
    claim('blocking Unix of native, 1.2 MB, unpinned', 'unix-blocking, blocking', 'unpinned', LARGE, 1.35),
    claim('asynchronous Unix of native, 1.2 MB, unpinned', 'unix', 'unpinned', LARGE, 1.35),
  ];
}

function sharedMemory(section: Section<LowerFloorsRow>): Claim[] {
  const claim = (text: string, name: string, bytes: number): Claim => {
    const latency = rowOf(section, name, 'different', bytes)?.latency;
    return {
      claim: text,
      value: latency?.p50 ?? Number.NaN,
      low: latency?.low,
      high: latency?.high,
      unit: 'us',
      most: 1,
    };
  };
  return [
    claim('shared memory, 8 bytes, two processors', 'shared-memory, blocking', SMALL),
    claim('shared memory, 1.2 MB in place, two processors', 'shared-memory, zero-copy', LARGE),
  ];
}

/** Every bar's books right, and the loop over shared memory whole and within its bound. */
function ticks(section: Section<LowerFloorsRow>): Claim[] {
  const shared = loops(section).find(({ name }) => name === 'shared-memory, blocking');
  const whole = shared !== undefined && shared.calls === shared.bars;
  return [
    {
      claim: 'shared memory, boundary of 150,000 calls of one bar',
      value: whole ? shared.boundary_seconds : Number.NaN,
      unit: 's',
      most: TICKS_SECONDS,
    },
    {
      claim: 'every live loop keeps the in-process kernel’s books',
      value: Number(section.gate?.all_ok),
      unit: '',
      least: 1,
    },
  ];
}
