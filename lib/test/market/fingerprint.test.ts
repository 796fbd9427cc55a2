import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fingerprint } from '../../src/market';

test('hashes the little-endian bytes, and of a view only its own', () => {
  const ofOne = '6c3c396ed6b5c36dcae172271f462051b1266b851e92df3deea8ac65478fd712'; // 00 00 00 00 00 00 f0 3f
  assert.equal(fingerprint(Float64Array.of(1)), ofOne);
  assert.equal(fingerprint(Float64Array.of(9, 1, 9).subarray(1, 2)), ofOne);
});
