import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OptionError } from '../../src/errors';
import { checkWindows, GOLDEN, WINDOW_NAMES, type Windows, windowLengths } from '../../src/kernel';

const inWireOrder = (windows: Windows): number[] => WINDOW_NAMES.map((name) => windows[name]);

test('the windows of the golden rows, in wire order', () => {
  for (const { length, params } of GOLDEN.rows) {
    assert.deepEqual(inWireOrder(windowLengths(length)), params, `n = ${length}`);
  }
  assert.deepEqual(Object.keys(windowLengths(6)), [...WINDOW_NAMES]);
});

test('no window is shorter than one bar', () => {
  assert.deepEqual(inWireOrder(windowLengths(1)), [1, 1, 1, 1, 1, 1]);
  assert.deepEqual(inWireOrder(windowLengths(2)), [1, 2, 1, 1, 1, 1]);
  assert.deepEqual(inWireOrder(windowLengths(2 ** 26)), [
    2 ** 25,
    2 ** 26,
    2 ** 13,
    Math.round(2 ** 25 / 3),
    2 ** 24,
    2 ** 25,
  ]);
});

test('a length out of range is named', () => {
  for (const n of [0, -6, 6.5, NaN, Infinity, 2 ** 26 + 1, '6' as unknown as number]) {
    assert.throws(() => windowLengths(n), { name: 'OptionError', option: 'length', value: n });
  }
});

test('windows from anywhere are checked one by one', () => {
  checkWindows({ half: 9, full: 1, sqrt: 2 ** 26, pThird: 4, pHalf: 4, p: 1 });
  const good = windowLengths(20);
  for (const name of WINDOW_NAMES) {
    assert.throws(
      () => checkWindows({ ...good, [name]: 0 }, 'combos[3]'),
      (error) =>
        error instanceof OptionError &&
        error.message === `option combos[3].${name}: got 0, expected an integer from 1 to 67108864`,
    );
  }
  assert.throws(
    () => checkWindows([3, 6, 2, 1, 2, 3] as unknown as Windows),
    /option windows.half: got undefined/,
  );
  assert.throws(
    () => checkWindows(null as unknown as Windows),
    /option windows: got null, expected an object of window lengths half, full, sqrt, pThird, pHalf, p/,
  );
});
