import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seedSequence } from '../../src/market/seed-sequence';
import fixtures from '../golden/numpy/series.json';

test('seed words equal numpy, for seeds of one word to more than the pool holds', () => {
  for (const { seed, words } of fixtures.seeds) {
    assert.deepEqual([...seedSequence(BigInt(seed), 8)], words, `seed ${seed}`);
  }
});

test('a number and the same bigint are one seed', () => {
  for (const seed of [0, 42, 2 ** 32, Number.MAX_SAFE_INTEGER]) {
    assert.deepEqual(seedSequence(seed, 8), seedSequence(BigInt(seed), 8));
  }
});
