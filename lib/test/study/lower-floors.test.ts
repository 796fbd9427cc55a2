import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { decodeFromCompressedBase64 } from 'hdr-histogram-js';
import { projectRoot } from '../../src/engine';
import {
  FLOOR_TRANSPORTS,
  floorRows,
  type IdleRow,
  type LowerFloorsRow,
  lowerFloors,
  NATIVE_FLOORS,
  notice,
  type RoundTripRow,
  type Section,
  type TicksRow,
} from '../../src/study';
import { allowedProcessors } from '../../src/study/echo-curve/processors';
import { randomNumbers } from '../../src/study/echo-curve/random-floats';
import { kindOf } from '../../src/study/lower-floors/families';
import { processorUs } from '../../src/study/lower-floors/idle';
import { latency } from '../../src/study/lower-floors/latency';
import { NativeFloors, nativeRecipes } from '../../src/study/lower-floors/native';
import { checked } from '../../src/study/lower-floors/options';
import { roundTripRows } from '../../src/study/lower-floors/rows';
import type { FloorSubject } from '../../src/study/lower-floors/subjects';

const SMALL = {
  bars: 2_000,
  lengths: [6, 21],
  length: 21,
  transports: ['unix', 'shared-memory', 'spawn'],
  floats: [1, 1_000],
  // long enough for two round trips of a side that spins on a processor that others keep busy
  blockMs: 20,
  ticksMs: 10_000,
  idleMs: 20,
  starts: 1,
  quick: false,
};
let section: Section<LowerFloorsRow>;

const of = <Kind extends LowerFloorsRow['kind']>(kind: Kind) => floorRows(section, kind);

test('every transport is timed by every client of it, beside the native floors, and the record is whole', async () => {
  const places: [number, number][] = [];
  const before = allowedProcessors();
  section = await lowerFloors.run(SMALL, { progress: (done, total) => places.push([done, total]) });
  const placements = allowedProcessors().length > 1 ? 3 : 2;
  const names = new Set(of('round-trip').map(({ name }) => name));
  assert.deepEqual(
    [...names],
    [
      'unix',
      'shared-memory',
      'shared-memory, blocking',
      'shared-memory, zero-copy',
      'spawn',
      ...NATIVE_FLOORS.map((floor) => `native ${floor}`),
    ],
  );
  // each in two sizes; the native spin needs two processors
  assert.equal(of('round-trip').length, 2 * (names.size * placements - 1));
  assert.deepEqual(JSON.parse(JSON.stringify(section)), section);
  assert.deepEqual(allowedProcessors(), before, 'this process may run where it could before');
  const [done, total] = places.at(-1)!;
  assert.equal(done, total);
});

test('a round trip is held against the native floor of its kind, and says how it was made', () => {
  for (const row of of('round-trip')) {
    const { latency: found, native, over_native, recipe, placement } = row;
    const isCompared = native !== null && !(native === 'spin' && placement === 'same');
    assert.ok(found.n >= 2 && found.min > 0 && found.p50 > 0 && found.max >= found.p50, row.name);
    assert.equal(found.low, null, 'one start gives no interval');
    if (!isCompared) assert.equal(over_native, null, row.name);
    assert.ok(existsSync(path.join(projectRoot(), recipe.source)), recipe.source);
    for (const told of Object.values(recipe)) assert.ok(told.length > 3, `${row.name}: ${told}`);
  }
  const unix = of('round-trip').find(({ name, placement }) => name === 'unix' && placement === 'same')!;
  assert.equal(unix.native, 'unix');
  assert.equal(unix.recipe.source, 'lib/src/transport/unix.ts');
  assert.match(unix.recipe.pinning, /client on (\d+), engine on \1 /);
});

test('there is no ratio where a block had few round trips, nor for a reference beside a floor that copies', () => {
  const cell = (subject: FloorSubject, floats: number, us: number[]) => ({
    subject,
    placement: 'different' as const,
    floats,
    blocks: [{ first: 9, us }],
  });
  const ratios = (
    floats: number,
    ours: number[],
    native: number[],
    client: FloorSubject['client'] = 'blocking',
  ) => {
    const cells = [
      cell({ transport: 'shared-memory', client }, floats, ours),
      cell({ transport: 'spin', client: 'native' }, floats, native),
    ];
    const noise = { spinRatio: 1, steal: 0, aaWidth: null, quiet: true, reasons: [] };
    const recipe = { source: '', engine: '', flags: '', pinning: '', buffers: '' };
    const order = { transports: ['shared-memory'], placements: ['different' as const] };
    const rows = roundTripRows([{ cells, gaps: [], noise }], () => recipe, false, order);
    return rows.map(({ over_native }) => over_native?.median ?? null);
  };
  const trips = (us: number, count = 5) => Array<number>(count).fill(us);
  assert.deepEqual(ratios(1, trips(6), trips(2)), [3, null]);
  assert.deepEqual(ratios(1, trips(6, 4), trips(2)), [null, null]);
  assert.deepEqual(ratios(150_000, trips(6), [273, 7_210]), [null, null]);
  assert.deepEqual(ratios(1, trips(6), trips(2), 'zero-copy'), [3, null]);
  assert.deepEqual(ratios(150_000, trips(6), trips(600), 'zero-copy'), [null, null]);
});

test('the live loop keeps the in-process kernel’s books over every transport that keeps a session', () => {
  assert.deepEqual(
    of('ticks').map(({ name, calls, bars, mismatches }: TicksRow) => [name, calls, bars, mismatches]),
    ['unix', 'shared-memory', 'shared-memory, blocking'].map((name) => [name, 2_000, 2_000, 0]),
  );
  for (const row of of('ticks')) {
    assert.ok(row.work_us > 0 && row.latency.p99! > 0, row.name);
    assert.ok(Math.abs(row.boundary_us * row.calls - row.boundary_seconds * 1e6) < 1e-6);
  }
  assert.equal(section.gate?.all_ok, true);
  assert.equal(section.facts.books_mismatches.value, 0);
  assert.match(notice(section), /Not in this run: the live loop over spawn \(it keeps no session/);
});

test('idle time is of both processes, and of none that is not there', () => {
  assert.deepEqual(
    of('idle').map(({ transport }: IdleRow) => transport),
    SMALL.transports,
  );
  for (const { transport, engine_us, client_us, total_us } of of('idle')) {
    assert.equal(engine_us === null, transport === 'spawn');
    assert.ok(client_us >= 0 && total_us >= client_us);
  }
});

test('break-even is the work over the unpinned floor of the smallest size', () => {
  const rows = of('break-even');
  assert.equal(rows.length, new Set(of('round-trip').map(({ name }) => name)).size);
  for (const row of rows) {
    const floor = of('round-trip').find(
      (trip: RoundTripRow) => trip.name === row.name && trip.placement === 'unpinned' && trip.floats === 1,
    )!;
    assert.equal(row.floor_us, floor.latency.p50);
    assert.ok(Math.abs(row.g_sweep - 2 * row.g_combo) < 1e-9 * row.g_sweep);
    assert.ok(Math.abs(row.bars_at_even * row.g_bar - 1) < 1e-12);
  }
});

test('five starts give intervals, and a loop whose time is up says how far it came', async () => {
  const found = await lowerFloors.run({
    ...SMALL,
    bars: 150_000,
    transports: ['unix'],
    placements: ['unpinned'],
    ticksMs: 10,
    starts: 5,
  });
  for (const row of found.rows) {
    if (row.kind === 'round-trip') assert.ok(row.latency.low! <= row.latency.high!, row.name);
    if (row.kind === 'ticks') assert.ok(row.calls >= 100 && row.calls < 150_000);
  }
  assert.match(
    notice(found),
    /all 150,000 bars of the live loop over unix \([\d,]+\) \(a loop ends after 10 ms/,
  );
});

test('a cancelled section rejects and leaves no process behind', async () => {
  const controller = new AbortController();
  const running = lowerFloors.run(SMALL, {
    signal: controller.signal,
    progress: (done) => done > 0.2 && controller.abort(),
  });
  await assert.rejects(running, { code: 'CANCELLED' });
});

test('the defaults are every transport, five sizes, three placements, five starts', () => {
  const found = checked({ quick: false });
  assert.deepEqual(
    [found.transports, found.floats.length, found.placements.length, found.starts],
    [[...FLOOR_TRANSPORTS], 5, 3, 5],
  );
  const quick = checked({ quick: true });
  assert.deepEqual(
    [quick.floats, quick.starts, quick.ticks, quick.ticksMs],
    [[1, 1_000, 150_000], 1, 5_000, 100],
  );
});

for (const [options, message] of [
  [{ transports: ['telepathy'] }, /option transports: got "telepathy", expected one of unix, /],
  [{ transports: [] }, 'option transports: got [], expected a list of at least one'],
  [{ transports: ['unix', 'unix'] }, 'option transports: got "unix", expected each once'],
  [{ floats: [1] }, 'option floats: got [1], expected a list of at least 2'],
  [{ placements: ['near'] }, /option placements: got "near", expected one of/],
  [{ bars: 10, ticks: 11 }, 'option ticks: got 11, expected an integer from 1 to 10'],
  [{ ticksMs: 9 }, 'option ticksMs: got 9, expected an integer from 10 to 600000'],
  [{ idleMs: 1 }, 'option idleMs: got 1, expected an integer from 10 to 60000'],
  [{ blockMs: 0 }, 'option blockMs: got 0, expected an integer from 1 to 10000'],
  [{ starts: 0 }, 'option starts: got 0, expected an integer from 1 to 100'],
  [{ rounds: 0 }, 'option rounds: got 0, expected an integer from 1 to 100'],
  [{ length: 0 }, /option length: got 0/],
  [{ quick: 1 }, 'option quick: got 1, expected true or false'],
  [{ start: 1 }, /option start: got 1, expected no such option; known are .*transports/],
] as const) {
  test(`lower floors refuse before anything is started: ${JSON.stringify(options)}`, async () => {
    await assert.rejects(async () => lowerFloors.run(options as never), { code: 'OPTION', message });
  });
}

test('every transport has a family and a native floor to be held against', () => {
  for (const transport of FLOOR_TRANSPORTS) assert.notEqual(kindOf(transport).native, null, transport);
  assert.deepEqual(kindOf('shared-memory-doorbell'), { family: 'shared memory', native: 'futex' });
  assert.equal(kindOf('shared-memory').native, 'spin');
  assert.equal(kindOf('zeromq-ipc').native, 'unix');
  assert.equal(kindOf('something-else').native, null);
});

test('a latency has the quantiles that its samples allow, and its histogram can be read again', () => {
  const few = latency([3, 1, 2], null);
  assert.deepEqual([few.n, few.min, few.p50, few.max, few.p99, few.p999], [3, 1, 2, 3, null, null]);
  const many = latency(
    Array.from({ length: 10_000 }, (_, i) => (i + 1) / 10),
    { value: 500, low: 499, high: 501 },
  );
  assert.ok(
    Math.abs(many.p50 - 500) < 0.5 && Math.abs(many.p99! - 990) < 1 && Math.abs(many.p999! - 999) < 1,
  );
  assert.deepEqual([many.low, many.high], [499, 501]);
  assert.equal(latency(new Array(9_999).fill(1), null).p999, null);
  const read = decodeFromCompressedBase64(many.histogram);
  assert.equal(read.totalCount, 10_000);
  assert.ok(Math.abs(read.getValueAtPercentile(50) / 1_000 - many.p50) < 0.5);
  // a nanosecond counts, and a call of more than a minute is no fault
  assert.equal(latency([0.0001], null).p50, 0.001);
  assert.ok(latency([61e6, 61e6], null).p50 > 60e6);
});

test('numbers that are sent have all their bits, and text has them too', () => {
  const numbers = randomNumbers(1_000);
  assert.ok(numbers.every((number) => number >= 1 && number < 2));
  assert.deepEqual(JSON.parse(JSON.stringify([...numbers])), [...numbers]);
  assert.ok(new Set(numbers).size > 990);
});

test('the native program tells its recipes, and one that ends is an error with its last words', async () => {
  const recipes = await nativeRecipes();
  assert.deepEqual([...recipes.keys()], [...NATIVE_FLOORS]);
  assert.match(recipes.get('unix')!.buffers, /SO_SNDBUF \d+/);
  const native = await NativeFloors.start();
  try {
    const calls = { floats: 10, warm: 1, least: 3, most: 3, budget: 0 };
    assert.equal((await native.time('pipe', calls, null)).us.length, 3);
    await assert.rejects(native.time('unix', { ...calls, floats: 0 }, null), {
      code: 'ECHO',
      message: /ended: .*expected FLOOR FLOATS/,
    });
  } finally {
    await native.close();
  }
});

test('processor time is told for a process that is there', () => {
  assert.ok(processorUs(process.pid)! > 0);
  assert.equal(processorUs(2 ** 22 + 1), null);
});
