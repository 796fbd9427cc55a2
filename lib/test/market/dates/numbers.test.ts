import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readNumbers } from '../../../src/market/dates/numbers';

/** A repeatable stream of whole numbers from 0 to below `below`. */
function draws(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A decimal times ten to the sixth, exactly. */
function exact(label: string): bigint {
  const [, sign, whole, fraction = ''] = /^([+-]?)(\d+)\.?(\d*)$/.exec(label)!;
  const value = BigInt(whole + fraction.padEnd(6, '0').slice(0, 6));
  return sign === '-' ? -value : value;
}

const signOf = (value: bigint | number): number => (value > 0 ? 1 : value < 0 ? -1 : 0);

test('numbers compare as the decimals they are, of any sign and length', () => {
  const draw = draws(11);
  for (let round = 0; round < 2_000; round++) {
    const digits = (count: number) => Array.from({ length: count }, () => draw(10)).join('');
    const long = draw(2) === 0;
    const stem = digits(1 + draw(long ? 12 : 4));
    const label = () => {
      const sign = draw(4) === 0 ? '-' : '';
      const number = long ? `${stem}${digits(6)}` : `${stem}${digits(2)}.${digits(draw(7))}`;
      return `${sign}${number}`;
    };
    const labels = [label(), label(), '-1'];
    const stamps = readNumbers(labels);
    assert.ok(stamps !== null && stamps.grain === 'count');
    assert.equal(signOf(stamps.compare(0, 1)), signOf(exact(labels[0]) - exact(labels[1])), `${labels}`);
  }
});

test('an epoch in any unit is the same moment', () => {
  const seconds = 1_704_153_600;
  const stamps = readNumbers([
    `${seconds}`,
    `${seconds}.000`,
    `${seconds}000`,
    `${seconds}000.0`,
    `${seconds}000000`,
    `${seconds}000000000`,
    '1.7041536e9',
    '1.7041536E+12',
  ]);
  assert.ok(stamps?.zoned);
  for (let i = 1; i < stamps.length; i++) assert.equal(stamps.compare(0, i), 0, `${i}`);
  assert.equal(stamps.high[0], seconds * 1000);
});

test('what is no number', () => {
  for (const label of ['', '.', '1.2.3', '1,5', '0x1', '1e', 'NaN', '1 2', '--1']) {
    assert.equal(readNumbers(['1', label]), null, label);
  }
});
