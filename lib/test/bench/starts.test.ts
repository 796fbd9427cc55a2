import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Starts } from '../../src/bench';

const calls = (...us: number[]) => us.map((value) => ({ us: value }));
const start = (a: number[], b: number[]) =>
  new Map([
    ['a', calls(...a)],
    ['b', calls(...b)],
  ]);

test('a ratio is taken within rounds, so that drift that hits both cancels', () => {
  // the machine slows down tenfold; b is always twice a
  const starts = new Starts([start([1, 10], [2, 20]), start([5, 50], [10, 100])], false);
  assert.deepEqual(starts.ratio('b', 'a'), { median: 2, low: null, high: null });
});

test('a difference is taken within rounds too', () => {
  const starts = new Starts([start([1, 10], [4, 13])], false);
  assert.equal(starts.difference('b', 'a')?.median, 3);
});

test('intervals want five starts, and can be declined', () => {
  const some = (count: number) => Array.from({ length: count }, (_, i) => start([1 + i], [2 + i]));
  assert.equal(new Starts(some(4)).ratio('b', 'a')?.low, null);
  assert.equal(typeof new Starts(some(5)).ratio('b', 'a')?.low, 'number');
  assert.equal(new Starts(some(5), false).ratio('b', 'a')?.low, null);
  assert.equal(typeof new Starts(some(5)).summary('a').low, 'number');
});

test('what was not measured has no ratio', () => {
  const starts = new Starts([start([1], [2])]);
  assert.equal(starts.ratio('b', 'c'), null);
  assert.equal(starts.has('c'), false);
});
