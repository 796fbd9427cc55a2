import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wma } from '../../../src/kernel';
import { WindowRows } from '../../../src/kernel/tuned/window-rows';
import { Pcg64 } from '../../../src/market';

test('a row holds the averages asked for, whatever was asked for before', () => {
  const random = new Pcg64(4);
  const close = Float64Array.from({ length: 2_000 }, () => random.double());
  const expected = wma(close, 7);
  const rows = new WindowRows(100);
  for (let origin = 6; origin < 1_900; origin += Math.floor(random.double() * 60)) {
    rows.origin = origin;
    for (let k = 0; k < 4; k++) {
      const from = origin + Math.floor(random.double() * 100);
      const to = from + Math.floor(random.double() * (origin + 100 - from));
      const row = rows.row(close, 7, from, to);
      assert.deepEqual(row.slice(from - origin, to - origin), expected.slice(from, to));
    }
  }
});
