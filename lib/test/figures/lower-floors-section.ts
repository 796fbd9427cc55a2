import type {
  BreakEvenFloorRow,
  FloorClient,
  IdleRow,
  LowerFloorsRow,
  Placement,
  RoundTripRow,
  Section,
  TicksRow,
} from '../../src/study';
import { familyOf, nativeOf, subjectName } from '../../src/study/lower-floors/subjects';

/** Made-up floors as they may come: transport, client, microseconds of 8 bytes and of 1.2 MB. */
const WAYS: readonly [string, FloorClient, number, number][] = [
  ['shared-memory', 'asynchronous', 9, 140],
  ['shared-memory', 'blocking', 0.5, 110],
  ['shared-memory', 'zero-copy', 0.4, 0.4],
  ['shared-memory-spin', 'asynchronous', 8, 140],
  ['shared-memory-spin', 'blocking', 0.45, 106],
  ['shared-memory-spin', 'zero-copy', 0.3, 0.3],
  ['shared-memory-futex', 'asynchronous', 18, 160],
  ['shared-memory-futex', 'blocking', 12, 150],
  ['shared-memory-futex', 'zero-copy', 11, 11],
  ['shared-memory-doorbell', 'asynchronous', 29, 143],
  ['unix', 'asynchronous', 34, 383],
  ['unix-naive', 'asynchronous', 43, 1_831],
  ['unix-blocking', 'asynchronous', 36, 400],
  ['unix-blocking', 'blocking', 18, 395],
  ['tcp', 'asynchronous', 41, 1_607],
  ['tcp-naive', 'asynchronous', 52, 2_800],
  ['named-pipes', 'asynchronous', 38, 2_500],
  ['named-pipes', 'blocking', 18, 2_383],
  ['stdio', 'asynchronous', 34, 1_028],
  ['spawn', 'asynchronous', 2_600, 5_000],
  ['worker-message', 'asynchronous', 36, 1_143],
  ['worker-transfer', 'asynchronous', 31, 46],
  ['worker-wait', 'blocking', 17, 258],
  ['worker-spin', 'blocking', 0.4, 205],
  ['zeromq-ipc', 'asynchronous', 90, 1_287],
  ['zeromq-tcp', 'asynchronous', 110, 2_495],
  ['http-raw', 'asynchronous', 162, 2_961],
  ['http-json', 'asynchronous', 199, 94_756],
  ['grpc-unary', 'asynchronous', 433, 48_693],
  ['grpc-stream', 'asynchronous', 300, 30_000],
  ['unix', 'native', 18, 297],
  ['tcp', 'native', 25, 1_605],
  ['pipe', 'native', 12, 2_881],
  ['futex', 'native', 9, 170],
  ['spin', 'native', 0.16, 124],
  ['spawn', 'native', 700, 2_000],
];
const SIZES = [8, 1_000, 8_000, 80_000, 1_200_000];
const PLACEMENTS: readonly Placement[] = ['same', 'unpinned'];
const BARS = 150_000;
const WORK_US = 0.3;

const latency = (us: number, n: number) => ({
  unit: 'us',
  n,
  min: us * 0.8,
  p50: us,
  p99: n < 1_000 ? null : us * 1.7,
  p999: n < 10_000 ? null : us * 4,
  max: us * 30,
  low: us * 0.95,
  high: us * 1.05,
  histogram: '',
});

function trips(): RoundTripRow[] {
  return WAYS.flatMap(([transport, client, small, large]) => {
    const subject = { transport, client } as Pick<RoundTripRow, 'transport' | 'client'>;
    const slope = (large - small) / 1_200_000;
    return PLACEMENTS.flatMap((placement) =>
      SIZES.map((bytes) => {
        const us = small + slope * bytes;
        return {
          kind: 'round-trip',
          ...subject,
          name: subjectName(subject),
          family: familyOf(subject),
          placement,
          floats: bytes / 8,
          bytes,
          latency: latency(us, us < 50 ? 10_000 : us < 500 ? 1_000 : 100),
          native: nativeOf(subject),
          over_native: client === 'native' ? null : { median: 1.7, low: 1.5, high: 1.9 },
        } as unknown as RoundTripRow;
      }),
    );
  });
}

const ticks = (): TicksRow[] =>
  WAYS.filter(
    ([transport, client]) => client !== 'native' && client !== 'zero-copy' && transport !== 'spawn',
  ).map(([transport, client, small]) => {
    const subject = { transport, client } as Pick<TicksRow, 'transport' | 'client'>;
    const calls = Math.min(BARS, Math.round(6e6 / small));
    return {
      kind: 'ticks',
      ...subject,
      name: subjectName(subject),
      family: familyOf(subject),
      calls,
      bars: BARS,
      boundary_us: small,
      boundary_seconds: (small * calls) / 1e6,
    } as unknown as TicksRow;
  });

const idle = (): IdleRow[] =>
  WAYS.filter(([, client]) => client === 'asynchronous').map(([transport, client, small]) => {
    const subject = { transport, client } as Pick<TicksRow, 'transport' | 'client'>;
    const engine = transport.startsWith('worker') ? null : small * 3;
    return {
      kind: 'idle',
      ...subject,
      name: subjectName(subject),
      family: familyOf(subject),
      engine_us: engine,
      client_us: 2_000,
      total_us: 2_000 + (engine ?? 0),
    } as unknown as IdleRow;
  });

const breakEvens = (): BreakEvenFloorRow[] =>
  WAYS.map(([transport, client, small]) => {
    const subject = { transport, client } as Pick<BreakEvenFloorRow, 'transport' | 'client'>;
    return {
      kind: 'break-even',
      ...subject,
      name: subjectName(subject),
      family: familyOf(subject),
      floor_us: small,
      g_bar: WORK_US / small,
      g_combo: 50_000 / small,
      g_sweep: 4e6 / small,
      bars_at_even: small / WORK_US,
    };
  });

/** A section of thirty-six ways across, its figures made up. */
export const lowerFloorsSection = (): Section<LowerFloorsRow> =>
  ({
    name: 'lower-floors',
    run: { quick: false },
    rows: [...trips(), ...ticks(), ...idle(), ...breakEvens()],
    facts: {},
  }) as unknown as Section<LowerFloorsRow>;
