import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roundHalfEven } from '../../src/kernel';

test('halves go to the even neighbour', () => {
  const pairs: [number, number][] = [
    [0.5, 0],
    [1.5, 2],
    [2.5, 2],
    [3.5, 4],
    [-0.5, 0],
    [-1.5, -2],
    [-2.5, -2],
    [2.4999999999999996, 2],
    [0.49999999999999994, 0],
    [2.5000000000000004, 3],
    [7, 7],
    [2 ** 52 + 1, 2 ** 52 + 1],
    [2 ** 51 + 0.5, 2 ** 51],
    [Infinity, Infinity],
    [-Infinity, -Infinity],
    [NaN, NaN],
  ];
  for (const [x, rounded] of pairs) assert.deepEqual(roundHalfEven(x) + 0, rounded, `${x}`);
});
