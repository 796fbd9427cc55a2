import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wma } from '../../../src/kernel';
import { SIDE_BY_SIDE, windowsAtOnce } from '../../../src/kernel/tuned/windows-at-once';
import { Pcg64 } from '../../../src/market';

test('many windows at once equal the definition, bit for bit, for every count', () => {
  const random = new Pcg64(3);
  const padding = SIDE_BY_SIDE - 1;
  for (const lengths of [[1], [20], [1, 2, 3, 20], [9, 10, 17], [4, 40]]) {
    const before = lengths[lengths.length - 1] - 1;
    for (let count = 0; count <= 40; count++) {
      const x = Float64Array.from({ length: before + count }, () => (random.double() - 0.5) * 1e3);
      const padded = new Float64Array(x.length + SIDE_BY_SIDE).fill(NaN);
      padded.set(x);
      const rows = lengths.map(() => new Float64Array(count + 2 * padding + 2).fill(-7));
      windowsAtOnce(padded, lengths, count, rows, padding + 1);
      for (const [r, row] of rows.entries()) {
        const bars = row.slice(padding + 1, padding + 1 + count);
        assert.deepEqual(bars, wma(x, lengths[r]).slice(before), `windows ${lengths}, ${count} bars`);
        assert.ok(row[0] === -7 && row[row.length - 1] === -7, 'wrote beside its padding');
      }
    }
  }
});
