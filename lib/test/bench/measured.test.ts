import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measured } from '../../src/bench';

const ramp = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

test('a quantile is told only from as many samples as it wants', () => {
  for (const [n, p95, p99, p999] of [
    [99, false, false, false],
    [100, true, false, false],
    [999, true, false, false],
    [1_000, true, true, false],
    [10_000, true, true, true],
  ] as const) {
    const summary = measured('us', ramp(n));
    assert.equal(summary.n, n);
    assert.equal(summary.p95 !== null, p95, `p95 of ${n}`);
    assert.equal(summary.p99 !== null, p99, `p99 of ${n}`);
    assert.equal(summary.p999 !== null, p999, `p99.9 of ${n}`);
  }
});

test('the raw samples are kept, in the order they were taken', () => {
  assert.deepEqual(measured('us', [3, 1, 2]).samples, [3, 1, 2]);
});

test('bounds are null unless an interval is given', () => {
  assert.equal(measured('us', [1]).low, null);
  const { low, high } = measured('us', [1], { low: 0.5, high: 2 });
  assert.deepEqual([low, high], [0.5, 2]);
});
