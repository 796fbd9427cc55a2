import assert from 'node:assert/strict';
import { test } from 'node:test';
import vm from 'node:vm';
import { CancelledError } from '../../src/errors';
import {
  compareResults,
  GOLDEN,
  GOLDEN_RESULT,
  grid,
  grossPnl,
  sweep,
  sweepAsync,
  type Windows,
  windowLengths,
} from '../../src/kernel';
import { gbm } from '../../src/market';
import { anyWindows, hardSeries, slowBooks } from './reference';

const combo = windowLengths(9);

test('the 80 golden rows, bit for bit', () => {
  const { close } = gbm();
  const progress: number[] = [];
  const result = sweep(close, grid().map(windowLengths), { onCombo: (done) => progress.push(done) });
  const comparison = compareResults(GOLDEN_RESULT, result, 0);
  assert.deepEqual(comparison, { same: true, identical: true, worstPnl: 0, first: null });
  assert.deepEqual(
    [...result.trades],
    GOLDEN.rows.map((row) => row.trades),
  );
  assert.deepEqual(
    [...result.pnl],
    GOLDEN.rows.map((row) => row.pnl),
  );
  assert.equal(result.trades[0], 57_029);
  assert.equal(result.pnl[0], -5165.584357716997);
  assert.equal(grossPnl(result)[0].toFixed(2), '-32.97');
  assert.deepEqual(
    progress,
    Array.from({ length: 80 }, (_, i) => i + 1),
  );
});

test('any windows on hard series equal the slow reference, bit for bit', () => {
  for (let seed = 0; seed < 300; seed++) {
    const close = hardSeries(seed);
    const windows = anyWindows(seed, 14);
    const { pnl, trades } = sweep(close, [windows]);
    const last = slowBooks(close, windows).at(-1)!;
    assert.deepEqual([trades[0], pnl[0]], [last.trades, last.pnl], `seed ${seed}`);
  }
});

test('nothing to sweep is a valid sweep', () => {
  const none = { pnl: new Float64Array(0), trades: new Int32Array(0) };
  assert.deepEqual(sweep(Float64Array.of(1, 2), []), none);
  assert.deepEqual(sweep(new Float64Array(0), []), none);
  const flat = { pnl: new Float64Array(1), trades: new Int32Array(1) };
  assert.deepEqual(sweep(new Float64Array(0), [combo]), flat);
  assert.deepEqual(sweep(Float64Array.of(1, 2, 3), [windowLengths(2 ** 26)]), flat);
  assert.deepEqual(sweep(new Float64Array(50).fill(NaN), [combo]), flat);
});

test('combos do not see each other', () => {
  const { close } = gbm({ bars: 500 });
  const combos = [windowLengths(30), windowLengths(600), windowLengths(5), windowLengths(30)];
  const together = sweep(close, combos);
  combos.forEach((windows, i) => {
    const alone = sweep(close, [windows]);
    assert.deepEqual([together.pnl[i], together.trades[i]], [alone.pnl[0], alone.trades[0]]);
  });
});

test('closes of a notebook cell, which has a Float64Array of its own', () => {
  const close = vm.runInNewContext('Float64Array.from({ length: 40 }, (_, i) => 100 + Math.sin(i))');
  assert.equal(close instanceof Float64Array, false);
  assert.deepEqual(sweep(close, [combo]), sweep(Float64Array.from(close), [combo]));
});

test('bad arguments are named before anything is swept', () => {
  const close = Float64Array.of(1, 2, 3);
  const onCombo = (): void => assert.fail('nothing should be swept');
  const bad = { ...combo, pHalf: 2.5 };
  assert.throws(() => sweep(close, [combo, bad], { onCombo }), {
    name: 'OptionError',
    message: 'option combos[1].pHalf: got 2.5, expected an integer from 1 to 67108864',
  });
  assert.throws(() => sweep([1, 2] as unknown as Float64Array, [combo]), /option close: got \[1,2\]/);
  assert.throws(
    () => sweep(close, combo as unknown as Windows[]),
    /option combos: .*expected a list of windows/,
  );
  assert.throws(() => sweep(close, [combo], { timeout: -1 }), /option timeout: got -1/);
});

test('an aborted signal stops it between combos, and its reason is the cause', () => {
  const { close } = gbm({ bars: 100 });
  const control = new AbortController();
  const seen: number[] = [];
  const onCombo = (done: number, total: number): void => {
    seen.push(done);
    assert.equal(total, 5);
    if (done === 2) control.abort('enough');
  };
  assert.throws(
    () => sweep(close, Array(5).fill(combo), { onCombo, signal: control.signal }),
    (error) => error instanceof CancelledError && error.cause === 'enough' && error.code === 'CANCELLED',
  );
  assert.deepEqual(seen, [1, 2]);
  assert.throws(() => sweep(close, [combo], { signal: AbortSignal.abort() }), CancelledError);
});

test('a timeout is kept', () => {
  assert.throws(() => sweep(Float64Array.of(1), [combo], { timeout: 0 }), {
    name: 'TimeoutError',
    message: 'the sweep took longer than its timeout of 0 ms',
  });
  sweep(Float64Array.of(1), [combo], { timeout: 2 ** 31 - 1 });
});

test('the asynchronous sweep gives the same rows and serves the event loop meanwhile', async () => {
  const { close } = gbm({ bars: 400 });
  const combos = grid({ count: 20 }).map(windowLengths);
  assert.deepEqual(await sweepAsync(close, combos), sweep(close, combos));

  const control = new AbortController();
  let swept = 0;
  setImmediate(() => control.abort());
  const onCombo = (): void => void swept++;
  await assert.rejects(sweepAsync(close, combos, { signal: control.signal, onCombo }), CancelledError);
  assert.ok(swept > 0 && swept < combos.length);
  await assert.rejects(sweepAsync(close, [{ ...combo, p: 0 }]), { name: 'OptionError' });
});
