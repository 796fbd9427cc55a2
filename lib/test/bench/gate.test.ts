import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Gate, gateLines, gateOutcome, joinGates, variantOutcome } from '../../src/bench';
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

for (const [what, pnl, trades] of [
  ['one combo', [0], [0]],
  ['every combo', [0, 0, 0], [0, 0, 0]],
  ['every combo, with a PnL that is none', [NaN, NaN], [0, 0]],
] as const) {
  test(`a gate passes on no trades: ${what}`, () => {
    const silent = result([...pnl], [...trades]);
    const found = verdict(silent, silent);
    assert.equal(found.all_ok, false);
    assert.equal(gateOutcome(found), 'shows nothing');
    assert.deepEqual([found.combos, found.combos_never_traded], [trades.length, trades.length]);
    assert.deepEqual([found.variants[0].ok, variantOutcome(found.variants[0])], [true, 'shows nothing']);
    assert.deepEqual(found.variants[0].row_levels, Array(trades.length).fill(3));
    const [first, second] = gateLines(found, 30);
    assert.match(
      first,
      /^THE GATE SHOWS NOTHING: (none of the \d combos trades|the one combo never trades) on these 30 bars/,
    );
    assert.match(first, /longer series or shorter lengths/);
    assert.match(second, new RegExp(`${trades.length} of ${trades.length} combos never traded`));
    assert.doesNotMatch(gateLines(found).join(), /FAILED|passed|expected/);
  });
}

test('one combo that trades is enough to pass, and those that do not are counted', () => {
  const right = result([0, 1.5, 0], [0, 4, 0]);
  const found = verdict(right, right);
  assert.deepEqual([found.all_ok, found.combos, found.combos_never_traded], [true, 3, 2]);
  assert.deepEqual(found.variants[0].row_levels, [3, 0, 3]);
  assert.deepEqual(gateLines(found), [
    'Gate passed: 1 variant against reference; 2 of 3 combos never traded.',
  ]);
});

test('every notice of a pass says how many combos never traded, also none', () => {
  const right = result([1.5], [4]);
  assert.match(gateLines(verdict(right, right))[0], /^Gate passed: .*; 0 of 1 combos never traded\.$/);
});

test('what has traded is read from the references: a variant that trades where they never do has failed', () => {
  const found = verdict(result([0, 0], [0, 0]), result([0, -0.2], [0, 1]));
  assert.equal(gateOutcome(found), 'failed');
  assert.equal(found.variants[0].never_traded, 2);
  assert.deepEqual(found.variants[0].row_levels, [3, 2]);
  assert.match(gateLines(found).join('\n'), /^GATE FAILED[\s\S]*variant: row 1: 0 trades expected, 1 came/);
});

test('a variant that never trades does not hide behind others: the kernel that failed is named, so is the silent one', () => {
  const right = result([0, 1], [0, 2]);
  const none = result([0], [0]);
  const whole = new Gate([{ name: 'reference', result: right }], ['whole']);
  whole.check('whole', right);
  const some = new Gate([{ name: 'reference', result: none }], ['some']);
  some.check('some', none);
  const joined = joinGates([whole.verdict(), some.verdict()]);
  assert.deepEqual([joined.all_ok, gateOutcome(joined)], [false, 'shows nothing']);
  assert.deepEqual([joined.combos, joined.combos_never_traded], [2, 1]);
  assert.match(gateLines(joined)[0], /^THE GATE SHOWS NOTHING of some: the one combo never trades/);
  whole.check('whole', result([0, 1], [0, 3]));
  const failed = joinGates([whole.verdict(), some.verdict()]);
  assert.match(gateLines(failed).join('\n'), /whole: row 1: [^\n]*\n {2}some: shows nothing/);
});

test('live sessions are counted apart from combos', () => {
  const sessions = (trades: number[]) => {
    const right = result(
      trades.map(() => 1),
      trades,
    );
    const gate = new Gate([{ name: 'reference', result: right }], ['live'], 'live sessions');
    gate.check('live', right);
    return gate.verdict();
  };
  const found = joinGates([sessions([0, 3]), sessions([0])]);
  assert.deepEqual([found.sessions, found.sessions_never_traded, found.combos], [3, 2, 0]);
  assert.equal(found.all_ok, false, 'the second never traded at all');
  assert.equal(sessions([0, 3]).all_ok, true);
});

test('combos whose PnL is no number pass by their trades, and that is said', () => {
  for (const pnl of [NaN, Infinity, -Infinity]) {
    const right = result([pnl, 1], [2, 2]);
    const found = verdict(right, right);
    assert.deepEqual([found.all_ok, found.variants[0].without_pnl], [true, 1], String(pnl));
    assert.match(gateLines(found)[1], /1 of them end with a PnL that is no finite number/);
  }
});

test('what the rows do not tell can fail a variant as well, and is named', () => {
  const right = result([1], [2]);
  const gate = new Gate([{ name: 'reference', result: right }], ['live']);
  gate.check('live', right);
  gate.fail('live', 'other books after 3 bars');
  const found = gate.verdict();
  assert.deepEqual([found.all_ok, gateOutcome(found)], [false, 'failed']);
  assert.match(gateLines(found)[1], /live: other books after 3 bars/);
});

test('gates of nothing have failed: no variant, no reference, no gate', () => {
  assert.equal(gateOutcome(new Gate([], []).verdict()), 'failed');
  assert.equal(gateOutcome(joinGates([])), 'failed');
  const nothing = result([], []);
  const gate = new Gate([{ name: 'reference', result: nothing }], ['a']);
  gate.check('a', nothing);
  assert.deepEqual([gate.verdict().all_ok, gateOutcome(gate.verdict())], [false, 'shows nothing']);
});
