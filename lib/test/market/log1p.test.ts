import assert from 'node:assert/strict';
import { test } from 'node:test';
import { log1p } from '../../src/market/log1p';
import fixtures from '../golden/numpy/functions.json';

test('log1p has the bits of the C library', () => {
  for (const [x, expected] of fixtures.log1p) {
    assert.ok(Object.is(log1p(x), expected), `log1p(${x}) = ${log1p(x)}, expected ${expected}`);
  }
});

test('log1p of nothing is nothing', () => {
  assert.equal(log1p(-0), -0);
});
