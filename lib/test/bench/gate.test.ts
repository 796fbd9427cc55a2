import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Gate } from '../../src/bench';
import { FAULTS, GOLDEN_RESULT, grid, type SweepResult, sweep, windowLengths } from '../../src/kernel';
import { gbm } from '../../src/market';

const result = (pnl: number[], trades: number[]): SweepResult => ({
  pnl: Float64Array.from(pnl),
  trades: Int32Array.from(trades),
});
const verdict = (expected: SweepResult, actual: SweepResult) => {
  const gate = new Gate([{ name: 'reference', result: expected }], ['variant']);
  gate.check('variant', actual);
  return gate.verdict();
};

for (const fault of FAULTS) {
  test(`a deliberately wrong kernel makes the gate false: ${fault.title}`, () => {
    const { close } = gbm();
    const windows = [6, 200].map(windowLengths);
    const right = sweep(close, windows);
    assert.deepEqual([right.trades[0], right.pnl[0]], [GOLDEN_RESULT.trades[0], GOLDEN_RESULT.pnl[0]]);
    assert.equal(verdict(right, right).all_ok, true);
    const found = verdict(right, fault.sweep(close, windows));
    assert.equal(found.all_ok, false);
    assert.match(found.variants[0].first_difference ?? '', /^row \d+: /);
  });
}

test('one wrong sweep among many fails a variant, and the others do not hide it', () => {
  const right = result([1, 2], [3, 4]);
  const gate = new Gate([{ name: 'reference', result: right }], ['good', 'bad']);
  for (let round = 0; round < 3; round++) {
    gate.check('good', right);
    gate.check('bad', round === 1 ? result([1, 2], [3, 5]) : right);
  }
  const found = gate.verdict();
  assert.equal(found.all_ok, false);
  assert.deepEqual(
    found.variants.map(({ ok, sweeps }) => [ok, sweeps]),
    [
      [true, 3],
      [false, 3],
    ],
  );
  assert.deepEqual(found.variants[1].row_levels, [0, 2]);
  assert.equal(found.variants[1].first_difference, 'row 1: 4 trades expected, 5 came (reference)');
});

test('a variant that answered nothing fails, and so does a gate with no variant', () => {
  assert.equal(new Gate([{ name: 'reference', result: result([], []) }], ['silent']).verdict().all_ok, false);
  assert.equal(new Gate([], []).verdict().all_ok, false);
});

test('PnL may differ by 1e-6 and no more; trades not at all', () => {
  const right = result([1], [2]);
  const near = verdict(right, result([1 + 9e-7], [2]));
  assert.deepEqual([near.all_ok, near.variants[0].bit_equal], [true, false]);
  assert.deepEqual(near.variants[0].row_levels, [1]);
  assert.equal(verdict(right, result([1 + 2e-6], [2])).all_ok, false);
  assert.equal(verdict(right, result([1], [3])).all_ok, false);
});

test('too few rows, and a NaN on one side alone, fail', () => {
  assert.equal(verdict(result([1, 2], [3, 4]), result([1], [3])).all_ok, false);
  const lone = verdict(result([1], [2]), result([NaN], [2]));
  assert.deepEqual([lone.all_ok, lone.variants[0].max_abs_pnl_difference], [false, null]);
  assert.equal(verdict(result([NaN], [2]), result([NaN], [2])).all_ok, true);
});

test('every combo of the grid has its golden row', () => {
  assert.equal(GOLDEN_RESULT.pnl.length, grid().length);
});

test('a gate without a reference shows nothing to be right', () => {
  const gate = new Gate([], ['a']);
  gate.check('a', { pnl: Float64Array.of(1), trades: Int32Array.of(1) });
  assert.equal(gate.verdict().all_ok, false);
});
