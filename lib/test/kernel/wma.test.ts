import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wma } from '../../src/kernel';

test('the newest value weighs most, and nothing comes before the window is full', () => {
  assert.deepEqual([...wma(Float64Array.of(1, 2, 4, 8), 3)], [NaN, NaN, (1 + 4 + 12) / 6, (2 + 8 + 24) / 6]);
  assert.deepEqual([...wma(Float64Array.of(5, 7), 1)], [5, 7]);
  assert.deepEqual([...wma(Float64Array.of(5, 7), 3)], [NaN, NaN]);
  assert.deepEqual([...wma(new Float64Array(0), 3)], []);
});

test('a NaN spoils the windows that hold it, and no other', () => {
  const out = wma(Float64Array.of(1, NaN, 3, 4, 5), 2);
  assert.deepEqual([...out], [NaN, NaN, NaN, (3 + 8) / 3, (4 + 10) / 3]);
});

test('an infinity follows float64 arithmetic', () => {
  assert.deepEqual(
    [...wma(Float64Array.of(1, Infinity, 2, -Infinity, 1, 1), 2)],
    [NaN, Infinity, Infinity, -Infinity, -Infinity, 1],
  );
  assert.deepEqual([...wma(Float64Array.of(Infinity, -Infinity, 1), 2)], [NaN, NaN, -Infinity]);
});

test('writes over whatever the given array held', () => {
  const out = new Float64Array(4).fill(9);
  assert.equal(wma(Float64Array.of(1, 2, 3, 4), 3, out), out);
  assert.deepEqual([...out.subarray(0, 2)], [NaN, NaN]);
});

test('bad arguments', () => {
  const x = Float64Array.of(1, 2);
  assert.throws(() => wma(x, 0), /option n: got 0, expected an integer from 1 to 67108864/);
  assert.throws(() => wma(x, 1.5), /option n: got 1.5/);
  assert.throws(
    () => wma([1, 2] as unknown as Float64Array, 1),
    /option x: got \[1,2\], expected a Float64Array/,
  );
  assert.throws(() => wma(x, 1, x), /option out: .* expected another Float64Array of 2 values/);
  assert.throws(
    () => wma(x, 1, new Float64Array(3)),
    /option out: .* expected another Float64Array of 2 values/,
  );
});
