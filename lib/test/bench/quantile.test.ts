import assert from 'node:assert/strict';
import { test } from 'node:test';
import { median, quantile } from '../../src/bench';

test('quantiles interpolate between order statistics as numpy does', () => {
  // numpy.quantile([3, 1, 2, 10], [0, .25, .5, .95, 1])
  const expected = [1, 1.75, 2.5, 8.95, 10];
  for (const [i, p] of [0, 0.25, 0.5, 0.95, 1].entries()) {
    assert.ok(Math.abs(quantile([3, 1, 2, 10], p) - expected[i]) < 1e-12, `p = ${p}`);
  }
});

test('a quantile leaves its samples as they were', () => {
  const samples = [3, 1, 2];
  assert.equal(median(samples), 2);
  assert.deepEqual(samples, [3, 1, 2]);
});

test('samples sort by value, not by their decimal text', () => {
  assert.equal(median([100, 9, 20]), 20);
});

test('no sample, or one that is not finite, is refused by name', () => {
  assert.throws(() => median([]), /option samples: got \[\], expected at least one sample/);
  for (const bad of [NaN, Infinity, -Infinity]) {
    assert.throws(() => median([1, bad, 2]), /option samples: got -?(NaN|Infinity), expected finite samples/);
  }
});

test('a quantile is asked for from 0 to 1', () => {
  for (const p of [-0.1, 1.1, NaN, 95]) assert.throws(() => quantile([1, 2, 3], p), /option p: got/);
});
