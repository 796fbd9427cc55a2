import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wma } from '../../../src/kernel';
import { WindowRows } from '../../../src/kernel/tuned/window-rows';
import { Pcg64 } from '../../../src/market';

/** So many that working out all at once pays. */
const LENGTHS = [7, ...Array.from({ length: 40 }, (_, i) => 40 - i)];
const PLACES = 100;

test('a row holds the averages asked for, whatever was asked for before', () => {
  const random = new Pcg64(4);
  const below = (n: number): number => Math.floor(random.double() * n);
  const close = Float64Array.from({ length: 3_000 }, () => random.double());
  const expected = new Map(LENGTHS.map((n) => [n, wma(close, n)]));
  const rows = new WindowRows(LENGTHS, PLACES);
  for (let origin = -40; origin < close.length; origin += below(60)) {
    const end = Math.min(origin + PLACES, close.length);
    rows.begin(origin, end);
    // few of some blocks, so that windows are summed alone, and more than all bars of others
    for (let k = below(2) * below(120); k >= 0; k--) {
      const n = LENGTHS[below(LENGTHS.length)];
      const first = Math.max(origin, n - 1);
      const from = first + below(end - first);
      const to = from + below(end - from + 1);
      if (to < from) continue;
      const row = rows.row(close, n, from, to);
      assert.deepEqual(row.slice(from - origin, to - origin), expected.get(n)?.slice(from, to));
    }
  }
});
