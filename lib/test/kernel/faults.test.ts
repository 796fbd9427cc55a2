import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  compareResults,
  FAULTS,
  firstDivergence,
  GOLDEN_RESULT,
  grid,
  LiveKernel,
  type SweepResult,
  windowLengths,
} from '../../src/kernel';
import { gbm } from '../../src/market';
import { anyWindows, hardSeries } from './reference';

const { close } = gbm();
/** Golden rows that are quick to sweep, short and longer. */
const ROWS = [0, 1, 4, 12];
const combos = ROWS.map((row) => windowLengths(grid()[row]));
const golden: SweepResult = {
  pnl: Float64Array.from(ROWS, (row) => GOLDEN_RESULT.pnl[row]),
  trades: Int32Array.from(ROWS, (row) => GOLDEN_RESULT.trades[row]),
};

test('there are six, each with a name, a description and a usual cause', () => {
  assert.deepEqual(
    FAULTS.map((fault) => fault.name),
    [
      'fee-before-percent',
      'fee-left-out',
      'nan-branch',
      'window-off-by-one',
      'same-bar-look-ahead',
      'first-position-late',
    ],
  );
  for (const { title, description, cause } of FAULTS) {
    for (const text of [title, description, cause]) assert.ok(text.length > 10);
  }
});

for (const fault of FAULTS) {
  test(`${fault.title}: makes the comparison with golden false on the study's series`, () => {
    const comparison = compareResults(golden, fault.sweep(close, combos));
    assert.equal(comparison.same, false);
    assert.ok(comparison.worstPnl > 0.05, `worst ${comparison.worstPnl}`);
    assert.equal(comparison.first?.row, 0);
  });

  test(`${fault.title}: bar by bar it makes the same mistake as over the whole series`, () => {
    for (let seed = 0; seed < 60; seed++) {
      const series = hardSeries(seed);
      const windows = anyWindows(seed, 9);
      const live = fault.live(windows);
      series.forEach((price, bar) => {
        const { trades, pnl } = live.tick(price);
        const swept = fault.sweep(series.subarray(0, bar + 1), [windows]);
        assert.deepEqual([trades, pnl], [swept.trades[0], swept.pnl[0]], `seed ${seed}, bar ${bar}`);
      });
    }
  });

  test(`${fault.title}: parts from the right kernel early in the study's series`, () => {
    const windows = windowLengths(50);
    const divergence = firstDivergence(close.subarray(0, 2000), new LiveKernel(windows), fault.live(windows));
    assert.ok(divergence !== null);
  });

  test(`${fault.title}: checks its arguments and can be cancelled, as the right kernel`, () => {
    assert.throws(() => fault.sweep(close, [{ ...combos[0], half: 0 }]), /option combos\[0\].half: got 0/);
    assert.throws(() => fault.live({ ...combos[0], half: 0 }), /option windows.half: got 0/);
    assert.throws(() => fault.sweep(close, combos, { signal: AbortSignal.abort() }), { code: 'CANCELLED' });
  });
}

/** One rise and one fall, so that each mistake shows in figures that can be worked out by hand. */
const one = { half: 1, full: 2, sqrt: 1, pThird: 1, pHalf: 1, p: 1 };
const books = (name: string, prices: number[]): { trades: number; pnl: number } => {
  const { sweep } = FAULTS.find((fault) => fault.name === name)!;
  const { trades, pnl } = sweep(Float64Array.from(prices), [one]);
  return { trades: trades[0], pnl: pnl[0] };
};

test('the mistakes in figures', () => {
  // HMA = x + (x - previous)/3, HMA3 = x: a rise is short, a fall is long. Short from 110, closed at 99.
  const prices = [100, 110, 99];
  assert.deepEqual(books('fee-left-out', prices), { trades: 1, pnl: ((-1 * (99 - 110)) / 110) * 100 });
  assert.deepEqual(books('fee-before-percent', prices), {
    trades: 1,
    pnl: ((-1 * (99 - 110)) / 110 - 0.09) * 100,
  });
  // The first bar has no HMA: short from 100 already.
  assert.deepEqual(books('nan-branch', prices), { trades: 1, pnl: ((-1 * (99 - 100)) / 100) * 100 - 0.09 });
  // Filled at the close before: short from 100, closed at 110.
  assert.deepEqual(books('same-bar-look-ahead', prices), {
    trades: 1,
    pnl: ((-1 * (110 - 100)) / 100) * 100 - 0.09,
  });
  // The first cross is the turn at 99: entered there, nothing closed.
  assert.deepEqual(books('first-position-late', prices), { trades: 0, pnl: 0 });
});
