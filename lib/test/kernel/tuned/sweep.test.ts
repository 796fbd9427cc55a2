import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CancelledError, TimeoutError } from '../../../src/errors';
import {
  compareResults,
  GOLDEN_RESULT,
  grid,
  type SweepResult,
  sweep,
  tunedReport,
  tunedSweep,
  tunedSweepAsync,
  type Windows,
  windowLengths,
} from '../../../src/kernel';
import { TunedRun } from '../../../src/kernel/tuned/run';
import { gbm, Pcg64 } from '../../../src/market';
import { anyWindows } from '../reference';
import { SERIES } from './series';

/** Every bit of both, NaN equal to NaN, so that a difference names its row. */
function assertSame(actual: SweepResult, expected: SweepResult, what: string): void {
  const { identical, first } = compareResults(expected, actual, 0);
  assert.ok(identical, `${what}: ${JSON.stringify(first)}`);
}

/** HMA lengths up to `longest`, and windows that have nothing to do with each other. */
function someCombos(random: Pcg64, seed: number, longest: number): Windows[] {
  const count = 1 + Math.floor(random.double() * 6);
  return Array.from({ length: count }, (_, i) =>
    random.double() < 0.7
      ? windowLengths(1 + Math.floor(random.double() ** 2 * longest))
      : anyWindows(seed * 10 + i, longest),
  );
}

test('the 80 golden rows, bit for bit, nearly all bars decided by the bound', () => {
  const combos = grid().map(windowLengths);
  const { pnl, trades, uncertain, recomputed } = tunedReport(gbm().close, combos);
  assertSame({ pnl, trades }, GOLDEN_RESULT, 'golden');
  const sum = (counts: Int32Array): number => counts.reduce((a, b) => a + b, 0);
  assert.ok(sum(uncertain) > 0, 'no bar was open, so this does not show that the bound is needed');
  assert.ok(sum(uncertain) < 1_000, `${sum(uncertain)} of 12 million bars open`);
  assert.ok(sum(recomputed) < 10_000);
});

for (const [name, series] of Object.entries(SERIES)) {
  test(`any windows equal the reference, bit for bit: ${name}`, () => {
    for (let seed = 0; seed < 24; seed++) {
      const random = new Pcg64(seed);
      const close = series(random, Math.floor(random.double() ** 2 * 1_600));
      const combos = someCombos(random, seed, seed % 8 === 0 ? 600 : 60);
      assertSame(tunedSweep(close, combos), sweep(close, combos), `seed ${seed}`);
    }
  });
}

test('every length from 1 to 2,000 equals the reference', () => {
  const close = gbm({ bars: 2_600, seed: 3 }).close.map((price) => Math.round(price * 50) / 50);
  const some = Array.from({ length: 100 }, (_, i) => 1 + Math.floor((i * 1_999) / 99));
  const combos = some.map(windowLengths);
  assertSame(tunedSweep(close, combos), sweep(close, combos), 'lengths 1 to 2,000');
});

test('windows around the length of the series, and far over it', () => {
  const { close } = gbm({ bars: 700 });
  const windows = [699, 700, 701, 702, 1_400, 200_000, 2 ** 26].map(windowLengths);
  const odd = [
    { half: 1, full: 700, sqrt: 1, pThird: 1, pHalf: 1, p: 1 },
    { half: 1, full: 1, sqrt: 700, pThird: 1, pHalf: 1, p: 1 },
    { half: 1, full: 1, sqrt: 1, pThird: 651, pHalf: 1, p: 50 },
    { half: 1, full: 1, sqrt: 1, pThird: 1, pHalf: 1, p: 350 },
    { half: 1, full: 1, sqrt: 1, pThird: 1, pHalf: 2 ** 26, p: 1 },
  ];
  const combos = [...windows, ...odd];
  assertSame(tunedSweep(close, combos), sweep(close, combos), 'long windows');
});

test('series around the length of a block', () => {
  const combos = [1, 2, 6, 30, 120].map(windowLengths);
  for (const bars of [0, 1, 2, 3, 511, 512, 513, 1_023, 1_024, 1_025]) {
    const { close } = bars === 0 ? { close: new Float64Array(0) } : gbm({ bars, seed: bars });
    assertSame(tunedSweep(close, combos), sweep(close, combos), `${bars} bars`);
  }
});

test('a bound made smaller is found out: without it, bars are decided wrongly', () => {
  const combos = [3, 9, 24, 60].map(windowLengths);
  const wrong = Object.entries(SERIES).filter(([, series]) => {
    const close = series(new Pcg64(1), 1_200);
    const result = new TunedRun(close, combos, {}, 0).finish();
    return !compareResults(sweep(close, combos), result, 0).identical;
  });
  assert.ok(wrong.length >= 5, `only ${wrong.map(([name]) => name)}`);
});

test('a flat series is done in the reference arithmetic, each bar once', () => {
  const close = new Float64Array(2_000).fill(100);
  const { trades, uncertain, recomputed } = tunedReport(close, [windowLengths(40), windowLengths(40)]);
  assert.deepEqual([...trades], [0, 0]);
  assert.deepEqual(uncertain, recomputed);
  assert.ok(uncertain[0] > 1_900 && uncertain[0] <= 2_000);
});

test('equal combos are done once and told of each', () => {
  const { close } = gbm({ bars: 900 });
  const lengths = [30, 12, 30, 5_000, 12, 30, 500];
  const seen: [number, number][] = [];
  const onCombo = (done: number, total: number): void => void seen.push([done, total]);
  const result = tunedSweep(close, lengths.map(windowLengths), { onCombo });
  assertSame(result, sweep(close, lengths.map(windowLengths)), 'repeated');
  assert.deepEqual(
    seen,
    lengths.map((_, i) => [i + 1, 7]),
  );
});

test('nothing to sweep is a valid sweep', () => {
  const none = { pnl: new Float64Array(0), trades: new Int32Array(0) };
  assert.deepEqual(tunedSweep(Float64Array.of(1, 2), []), none);
  const flat = { pnl: new Float64Array(1), trades: new Int32Array(1) };
  assert.deepEqual(tunedSweep(new Float64Array(0), [windowLengths(9)]), flat);
  assert.deepEqual(tunedSweep(new Float64Array(50).fill(NaN), [windowLengths(9)]), flat);
});

test('closes in shared memory', () => {
  const { close } = gbm({ bars: 800 });
  const shared = new Float64Array(new SharedArrayBuffer(close.byteLength));
  shared.set(close);
  const combos = [9, 90].map(windowLengths);
  assertSame(tunedSweep(shared, combos), sweep(close, combos), 'shared');
});

test('arguments are checked as the reference does', () => {
  const close = Float64Array.of(1, 2, 3);
  const bad = { ...windowLengths(9), p: 0 };
  assert.throws(() => tunedSweep(close, [bad]), {
    message: 'option combos[0].p: got 0, expected an integer from 1 to 67108864',
  });
  assert.throws(() => tunedSweep([1, 2] as unknown as Float64Array, []), /option close: got \[1,2\]/);
  assert.throws(() => tunedSweep(close, [windowLengths(9)], { timeout: -1 }), /option timeout: got -1/);
  assert.throws(() => tunedSweep(close, [windowLengths(9)], { timeout: 0 }), TimeoutError);
});

test('the asynchronous form gives the same rows, serves the event loop, and stops between blocks', async () => {
  const combos = grid().map(windowLengths);
  const { close } = gbm();
  let turns = 0;
  const ticking = setInterval(() => turns++, 1);
  const result = await tunedSweepAsync(close, combos);
  clearInterval(ticking);
  assertSame(result, GOLDEN_RESULT, 'golden');
  assert.ok(turns > 0, 'the event loop never turned');

  const control = new AbortController();
  setImmediate(() => control.abort('enough'));
  const stopped = tunedSweepAsync(close, combos, { signal: control.signal });
  await assert.rejects(stopped, (error) => error instanceof CancelledError && error.cause === 'enough');
  const late = tunedSweepAsync(close, combos, { signal: AbortSignal.abort() });
  await assert.rejects(late, CancelledError);
});
