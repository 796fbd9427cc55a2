import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FAULTS } from '../../src/kernel';
import { notice, type ParityRow, parity, type Section } from '../../src/study';
import { drift } from '../../src/study/parity/drift';
import { checked } from '../../src/study/parity/options';

const SMALL = { bars: 3_000, length: 6, pace: 20_000, pacedTicks: 100, starts: 2, quick: false };
let section: Section<ParityRow>;

test('a live session keeps the sweep’s books after every bar, and ends where the sweep does', async () => {
  const places: [number, number][] = [];
  section = await parity.run(SMALL, { progress: (done, total) => places.push([done, total]) });
  const [closed, paced] = section.rows;
  assert.deepEqual([closed.pacing, closed.bars, closed.mismatches], ['closed', 6_000, 0]);
  assert.deepEqual([paced.pacing, paced.bars, paced.mismatches], ['paced', 200, 0]);
  assert.equal(closed.first_divergent_bar, null);
  assert.ok(closed.drift!.difference.every((value) => value === 0));
  assert.ok(closed.measured!.p99! >= closed.measured!.median);
  assert.equal(section.gate?.all_ok, true);
  assert.deepEqual(
    section.gate?.variants.map(({ architecture, sweeps, bit_equal }) => [architecture, sweeps, bit_equal]),
    [
      ['rust_batch_unix', 2, true],
      ['rust_live_unix', 2, true],
    ],
  );
  assert.equal(section.facts.mismatches.value, 0);
  assert.equal(section.facts.end_equals_batch_sweep.value, true);
  assert.equal(section.facts.end_trades.published, null);
  assert.deepEqual(JSON.parse(JSON.stringify(section)), section);
  assert.deepEqual(places.at(-1), [6_200, 6_200]);
});

test('each of the six faults is caught at its first bar, with its usual cause', () => {
  const faults = section.rows.slice(2);
  assert.deepEqual(
    faults.map((row) => row.kernel),
    FAULTS.map(({ name }) => name),
  );
  for (const row of faults) {
    assert.ok(row.first_divergent_bar !== null, row.kernel);
    assert.ok(row.first_divergent_bar < 50, row.kernel);
    assert.notDeepEqual(row.actual, row.expected);
    assert.ok(row.mismatches > 0 && row.cause!.length > 20);
    assert.equal(row.caught_by_gate, true, row.kernel);
    assert.equal(row.measured, null);
    assert.ok(row.drift!.difference.some((value) => value !== 0));
  }
  assert.equal(section.facts.faults_caught.value, 6);
});

test('a quick run has one start and no interval', async () => {
  const found = await parity.run({ ...SMALL, quick: true });
  assert.equal(found.rows[0].bars, 3_000);
  assert.match(notice(found), /A quick run/);
});

test('a cancelled section rejects', async () => {
  const controller = new AbortController();
  const running = parity.run(SMALL, { signal: controller.signal, progress: () => controller.abort() });
  await assert.rejects(running, { code: 'CANCELLED' });
});

test('the defaults tick the whole series in five starts, and once when quick', () => {
  const full = checked({ quick: false });
  assert.deepEqual([full.ticks, full.starts, full.length], [150_000, 5, 6]);
  const quick = checked({ quick: true, starts: 5 });
  assert.deepEqual([quick.ticks, quick.starts], [150_000, 1]);
});

for (const [options, message] of [
  [{ length: 2.5 }, /option length: got 2\.5, expected an integer from 1 to/],
  [{ bars: 10, pacedTicks: 11 }, 'option pacedTicks: got 11, expected an integer from 1 to 10'],
  [{ pace: 0 }, 'option pace: got 0, expected an integer from 1 to 1000000'],
  [{ starts: 0 }, 'option starts: got 0, expected an integer from 1 to 100'],
  [{ seed: 1.5 }, /option seed: got 1\.5/],
  [{ bars: 'prices.csv' }, /option bars: got "prices\.csv", expected a series/],
  [{ lengths: [6] }, /option lengths: got \[6\], expected no such option; known are bars, length/],
] as const) {
  test(`parity refuses before anything is started: ${JSON.stringify(options)}`, async () => {
    await assert.rejects(async () => parity.run(options as never), { code: 'OPTION', message });
  });
}

test('a drift keeps the largest difference of each stretch, and the last bar', () => {
  const expected = new Float64Array(10_000);
  const actual = expected.slice();
  actual[5_000] = -3;
  actual[9_999] = 0.5;
  const found = drift(expected, actual);
  assert.ok(found.bar.length <= 301);
  assert.deepEqual(found.bar.slice(0, 2), [0, 1]);
  assert.equal(found.difference[found.bar.indexOf(5_000)], -3);
  assert.equal(found.bar.at(-1), 9_999);
  assert.equal(found.difference.at(-1), 0.5);
  assert.ok(found.bar.every((bar, i) => i === 0 || bar > found.bar[i - 1]));
  assert.deepEqual(drift(new Float64Array(0), new Float64Array(0)), { bar: [], difference: [] });
});
