import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OptionError } from '../../src/errors';
import { GOLDEN, type GridOptions, grid } from '../../src/kernel';
import fixtures from '../golden/numpy/series.json';

test('the default grid is the golden one', () => {
  assert.deepEqual(
    grid(),
    GOLDEN.rows.map((row) => row.length),
  );
});

test('grids equal numpy, with repeated lengths where there are more than fit', () => {
  for (const { from, to, count, lengths } of fixtures.grids) {
    assert.deepEqual(grid({ from, to, count }), lengths, `${from} to ${to}, ${count}`);
  }
});

test('an option out of range is named', () => {
  const faults: [GridOptions, string][] = [
    [{ from: 0 }, 'option from: got 0, expected an integer from 1 to 67108864'],
    [{ from: 6.5 }, 'option from: got 6.5, expected an integer from 1 to 67108864'],
    [{ to: 5 }, 'option to: got 5, expected an integer from 6 to 67108864'],
    [{ to: 2 ** 26 + 1 }, 'option to: got 67108865, expected an integer from 6 to 67108864'],
    [{ count: 0 }, 'option count: got 0, expected an integer from 1 to 65536'],
    [{ count: NaN }, 'option count: got NaN, expected an integer from 1 to 65536'],
    [{ steps: 3 } as GridOptions, 'option steps: got 3, expected no such option; known are from, to, count'],
  ];
  for (const [options, message] of faults) {
    assert.throws(
      () => grid(options),
      (error) => error instanceof OptionError && error.message === message,
      message,
    );
  }
});
