import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fingerprint } from '../../src/market';
import { normals } from '../../src/market/normals';
import fixtures from '../golden/numpy/series.json';

test('normal draws equal numpy bit for bit', () => {
  for (const { seed, drift, volatility, bars, normals: expected } of fixtures.cases) {
    const values = normals(BigInt(seed), drift, volatility, bars);
    assert.deepEqual([...values.subarray(0, 3)], expected.first, `seed ${seed}`);
    assert.deepEqual([...values.slice(-3)], expected.last, `seed ${seed}`);
    assert.equal(fingerprint(values), expected.sha256, `seed ${seed}`);
  }
});
