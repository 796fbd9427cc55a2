import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LiveKernel, windowLengths } from '../../src/kernel';
import { gbm } from '../../src/market';
import { type BreakEvenRow, breakEven, notice, type Section } from '../../src/study';
import { booksOf, compareBooks } from '../../src/study/break-even/books';
import { checked } from '../../src/study/break-even/options';
import { latency } from '../../src/study/break-even/summary';

const SMALL = {
  bars: 3_000,
  lengths: [6, 21, 64],
  length: 21,
  batch: 128,
  pace: 20_000,
  pacedTicks: 100,
  echoes: 100,
  starts: 2,
  quick: false,
};
let section: Section<BreakEvenRow>;

const rowsOf = (granularity: string, pacing = 'closed'): BreakEvenRow[] =>
  section.rows.filter((row) => row.granularity === granularity && row.pacing === pacing);

test('every loop keeps the right books, every sweep passes the gate, and the record is whole', async () => {
  const places: [number, number][] = [];
  section = await breakEven.run(SMALL, { progress: (done, total) => places.push([done, total]) });
  assert.equal(section.gate?.all_ok, true);
  assert.deepEqual(
    section.gate?.variants.map(({ architecture, rows, sweeps, bit_equal }) => [
      architecture,
      rows,
      sweeps,
      bit_equal,
    ]),
    [
      ['rust_stateful_unix', 3, 2, true],
      ['rust_stateful_chatty_unix', 3, 1, true],
      ['rust_live_unix', 2, 1, true],
      ['rust_live_tcp', 2, 1, true],
    ],
  );
  assert.equal(section.facts.books_mismatches.value, 0);
  assert.deepEqual(JSON.parse(JSON.stringify(section)), section);
  const [done, total] = places.at(-1)!;
  assert.equal(done, total);
});

test('over all starts each bar goes in a call of its own, over both transports', () => {
  assert.deepEqual(
    rowsOf('bar').map(({ transport, measured }) => [transport, measured.n, measured.samples.length]),
    [
      ['unix', 3_000, 3_000],
      ['tcp', 3_000, 3_000],
    ],
  );
  for (const row of rowsOf('bar', 'paced')) assert.equal(row.measured.n, 200);
  for (const row of rowsOf('echo')) assert.equal(row.measured.n, 200);
  assert.equal(rowsOf('batch')[0].bars_per_call, 128);
});

test('G is work over floor, and a combo has a row for each length', () => {
  assert.deepEqual(
    rowsOf('combo').map((row) => row.length),
    [6, 21, 64],
  );
  for (const row of [...rowsOf('bar'), ...rowsOf('batch'), ...rowsOf('combo'), ...rowsOf('sweep')]) {
    assert.ok(row.work_us!.median > 0 && row.floor_us > 0, row.granularity);
    assert.ok(Math.abs(row.model_share! - 1 / (1 + row.g!.median)) < 1e-12);
    assert.ok(row.measured_share! >= 0 && row.measured_share! < 1);
    assert.equal(row.measured.low, null, 'two starts give no interval');
  }
  const floors = new Set(rowsOf('combo').map((row) => row.floor_us));
  assert.equal(floors.size, 1, 'combos of several starts are held against one floor');
  const { g_combo_least, g_combo_median, g_combo_most, g_sweep, g_bar } = section.facts;
  assert.ok(Number(g_bar.value) < Number(g_combo_least.value));
  assert.ok(Number(g_combo_least.value) <= Number(g_combo_median.value));
  assert.ok(Number(g_combo_most.value) < Number(g_sweep.value));
  assert.equal(g_sweep.published, null, "the article's figures are of its own workload");
  assert.match(notice(section), /Not in this run: the floor of shared memory/);
});

test('a quick run is cut short and says what it left out', async () => {
  const lengths = [6, 8, 10, 12, 14, 16, 18];
  const found = await breakEven.run({ ...SMALL, lengths, ticks: 1_000, quick: true });
  assert.equal(found.run.quick, true);
  assert.deepEqual(
    found.rows.filter((row) => row.granularity === 'combo').map((row) => row.length),
    [6, 16, 18],
  );
  const text = notice(found);
  assert.match(text, /2,000 of 3,000 one-bar calls/);
  assert.match(text, /4 of 7 combos called one by one/);
  assert.equal(found.gate?.all_ok, true);
});

test('a cancelled section rejects', async () => {
  const controller = new AbortController();
  const running = breakEven.run(SMALL, { signal: controller.signal, progress: () => controller.abort() });
  await assert.rejects(running, { code: 'CANCELLED' });
});

test('the defaults tick every bar once over five starts', () => {
  const found = checked({ quick: false });
  assert.deepEqual([found.ticks, found.starts, found.batch, found.length], [150_000, 5, 1_000, 100]);
  const quick = checked({ quick: true });
  assert.deepEqual([quick.ticks, quick.starts, quick.pacedTicks], [20_000, 1, 500]);
});

for (const [options, message] of [
  [{ length: 0 }, /option length: got 0, expected an integer from 1 to/],
  [{ bars: 100, ticks: 101 }, 'option ticks: got 101, expected an integer from 1 to 100'],
  [{ bars: 100, pacedTicks: 101 }, 'option pacedTicks: got 101, expected an integer from 1 to 100'],
  [{ batch: 0 }, 'option batch: got 0, expected an integer from 1 to 1000000'],
  [{ pace: 0.5 }, 'option pace: got 0.5, expected an integer from 1 to 1000000'],
  [{ echoes: 9 }, 'option echoes: got 9, expected an integer from 10 to 1000000'],
  [{ starts: 101 }, 'option starts: got 101, expected an integer from 1 to 100'],
  [
    { bars: 100, ticks: 2, starts: 3 },
    'option starts: got 3, expected an integer from 1 to 2, as there are no more ticks',
  ],
  [{ seed: -1 }, /option seed: got -1/],
  [{ lengths: [] }, /option lengths: got \[\]/],
  [{ runs: 2 }, /option runs: got 2, expected no such option; known are .*pacedTicks/],
] as const) {
  test(`break-even refuses before anything is started: ${JSON.stringify(options)}`, async () => {
    await assert.rejects(async () => breakEven.run(options as never), { code: 'OPTION', message });
  });
}

test('books that differ in a single bit are a mismatch, and the first is named', () => {
  const { close } = gbm({ bars: 500 });
  const right = booksOf(new LiveKernel(windowLengths(6)), close);
  const other = booksOf(new LiveKernel(windowLengths(6)), close);
  assert.deepEqual(compareBooks(right, other, 0, 500), { mismatches: 0, first: null });
  new BigInt64Array(other.pnl.buffer)[123] += 1n;
  other.side[400] = -other.side[400];
  assert.deepEqual(compareBooks(right, other, 0, 500), { mismatches: 2, first: 123 });
  assert.deepEqual(compareBooks(right, other, 124, 400), { mismatches: 0, first: null });
});

test('all samples of a latency are kept, to the nanosecond, and an interval is of the median', () => {
  const starts = Array.from({ length: 5 }, (_, s) =>
    Array.from({ length: 1_000 }, (_, i) => 10 + s / 100 + i / 1e5 + 0.00001234),
  );
  const found = latency(starts, true);
  assert.equal(found.samples.length, 5_000);
  assert.equal(found.samples[0], 10);
  assert.ok(found.low! <= found.median && found.median <= found.high!);
  assert.notEqual(found.p99, null);
  assert.equal(found.p999, null);
  assert.equal(latency(starts, false).low, null);
});
