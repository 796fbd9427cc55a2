import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GOLDEN, GOLDEN_RESULT } from '../../src/kernel';

test('the golden rows carry the fingerprint of the study', () => {
  assert.equal(GOLDEN.rows.length, 80);
  assert.deepEqual(
    [GOLDEN.rows[0].length, GOLDEN.rows[0].trades, GOLDEN.rows[0].pnl],
    [6, 57_029, -5165.584357716997],
  );
  assert.equal(GOLDEN_RESULT.pnl.length, 80);
  assert.equal(GOLDEN_RESULT.trades[79], GOLDEN.rows[79].trades);
});
