import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bootstrapMedian } from '../../src/bench';
import { Pcg64 } from '../../src/market';

/** Samples of several starts: each start has its own luck, each sample some noise. */
function starts(random: Pcg64, count: number, luck: number): number[][] {
  const centred = (): number => random.double() - 0.5;
  return Array.from({ length: count }, () => {
    const own = 10 + luck * centred();
    return Array.from({ length: 4 }, () => own + 0.2 * centred());
  });
}

test('the interval holds the median and is the same for the same samples', () => {
  const samples = starts(new Pcg64(3), 5, 1);
  const first = bootstrapMedian(samples);
  assert.ok(first.low <= first.value && first.value <= first.high);
  assert.deepEqual(bootstrapMedian(samples), first);
});

test("luck that a start's rounds share widens the interval", () => {
  const width = (luck: number): number => {
    const { low, high } = bootstrapMedian(starts(new Pcg64(5), 6, luck));
    return high - low;
  };
  assert.ok(width(2) > 4 * width(0));
});

test('the interval covers the truth about as often as it says', () => {
  const random = new Pcg64(7);
  let covered = 0;
  for (let trial = 0; trial < 100; trial++) {
    const { low, high } = bootstrapMedian(starts(random, 8, 1));
    if (low <= 10 && 10 <= high) covered++;
  }
  assert.ok(covered >= 85, `${covered} of 100`);
});

test('starts without samples are left out', () => {
  assert.equal(bootstrapMedian([[], [1, 1], []]).value, 1);
});
