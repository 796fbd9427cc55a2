import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wma } from '../../../src/kernel';
import { wmaBars } from '../../../src/kernel/tuned/wma-bars';
import { Pcg64 } from '../../../src/market';

test('many bars at once equal the definition, bit for bit, for every count and window', () => {
  const random = new Pcg64(2);
  const x = Float64Array.from({ length: 60 }, () => (random.double() - 0.5) * 1e3);
  for (let n = 1; n <= 20; n++) {
    const expected = wma(x, n);
    for (let count = 0; count <= 20; count++) {
      for (const at of [n - 1, n + 3, 60 - count]) {
        const out = new Float64Array(24).fill(-7);
        wmaBars(x, at, n, count, out, 2);
        assert.deepEqual(out.slice(2, 2 + count), expected.slice(at, at + count), `n ${n}, ${count} bars`);
        assert.ok(
          [0, 1, 2 + count, 3 + count].every((i) => out[i] === -7),
          'wrote beside its bars',
        );
      }
    }
  }
});
