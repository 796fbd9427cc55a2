import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fingerprint } from '../../src/market';
import { cumulativeSum } from '../../src/market/cumulative-sum';
import { normals } from '../../src/market/normals';
import fixtures from '../golden/numpy/series.json';

test('running sums equal numpy bit for bit', () => {
  for (const { seed, drift, volatility, bars, sums } of fixtures.cases) {
    const values = cumulativeSum(normals(BigInt(seed), drift, volatility, bars));
    assert.deepEqual([...values.slice(-3)], sums.last, `seed ${seed}`);
    assert.equal(fingerprint(values), sums.sha256, `seed ${seed}`);
  }
});

test('sums in place, and nothing is fine', () => {
  const values = Float64Array.of(1, 2, 3);
  assert.equal(cumulativeSum(values), values);
  assert.deepEqual([...values], [1, 3, 6]);
  assert.equal(cumulativeSum(new Float64Array(0)).length, 0);
});
