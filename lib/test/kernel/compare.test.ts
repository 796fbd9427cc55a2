import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareResults, differenceText, type SweepResult, sameResult } from '../../src/kernel';

const result = (pnl: number[], trades: number[]): SweepResult => ({
  pnl: Float64Array.from(pnl),
  trades: Int32Array.from(trades),
});

const expected = result([1.5, NaN, Infinity, -2], [3, 4, 5, 6]);

test('a result equals itself, NaN and infinities included', () => {
  const copy = result([1.5, NaN, Infinity, -2], [3, 4, 5, 6]);
  assert.deepEqual(compareResults(expected, copy, 0), {
    same: true,
    identical: true,
    worstPnl: 0,
    first: null,
  });
  assert.ok(sameResult(result([], []), result([], [])));
});

test('PnL may differ by the tolerance, trades by nothing', () => {
  const near = compareResults(expected, result([1.5 + 9e-7, NaN, Infinity, -2], [3, 4, 5, 6]));
  assert.deepEqual([near.same, near.identical, near.first], [true, false, null]);
  assert.ok(near.worstPnl > 8e-7 && near.worstPnl < 1e-6);
  assert.equal(sameResult(expected, result([1.5 + 1.1e-6, NaN, Infinity, -2], [3, 4, 5, 6])), false);
  assert.ok(sameResult(expected, result([1.6, NaN, Infinity, -2], [3, 4, 5, 6]), 0.2));
  assert.equal(sameResult(expected, result([1.5, NaN, Infinity, -2], [3, 4, 5, 7])), false);
});

test('the first row that differs is named', () => {
  const { first } = compareResults(expected, result([1.5, NaN, Infinity, -9], [3, 4, 8, 6]));
  assert.deepEqual(first, { row: 2, field: 'trades', expected: 5, actual: 8 });
  assert.equal(differenceText(first!), 'row 2: 5 trades expected, 8 came');
  const pnl = compareResults(expected, result([1.5, NaN, Infinity, -9], [3, 4, 5, 6]));
  assert.equal(differenceText(pnl.first!), 'row 3: PnL -2 expected, -9 came');
  assert.equal(pnl.worstPnl, 7);
});

test('NaN or an infinity on one side only is a difference', () => {
  for (const pnl of [
    [NaN, NaN, Infinity, -2],
    [1.5, 0, Infinity, -2],
    [1.5, NaN, -Infinity, -2],
    [1.5, NaN, 1e308, -2],
    [1.5, NaN, Infinity, -Infinity],
  ]) {
    const comparison = compareResults(expected, result(pnl, [3, 4, 5, 6]));
    assert.deepEqual([comparison.same, comparison.worstPnl], [false, Infinity], String(pnl));
  }
});

test('fewer or more rows are a difference', () => {
  const comparison = compareResults(expected, result([1.5], [3]));
  assert.equal(comparison.same, false);
  assert.equal(differenceText(comparison.first!), '4 rows expected, 1 came');
  assert.equal(sameResult(expected, result([1.5, NaN, Infinity, -2], [3, 4, 5])), false);
  assert.equal(sameResult(result([], []), expected), false);
});

test('a bad tolerance is named', () => {
  assert.throws(() => sameResult(expected, expected, NaN), /option tolerance: got NaN/);
  assert.throws(() => sameResult(expected, expected, -1), /option tolerance: got -1/);
});
