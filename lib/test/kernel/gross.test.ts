import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FEE_PERCENT, GOLDEN, grossPnl } from '../../src/kernel';

test('gross is net plus the fee of every trade', () => {
  const gross = grossPnl({ pnl: Float64Array.of(-1, 2, NaN), trades: Int32Array.of(10, 0, 1) });
  assert.deepEqual([...gross], [-1 + 0.09 * 10, 2, NaN]);
});

test('the fee is the golden one', () => {
  assert.equal(FEE_PERCENT, GOLDEN.fee_percent);
});
