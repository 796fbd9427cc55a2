import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OptionError } from '../../src/errors';
import { fingerprint, type GbmOptions, gbm } from '../../src/market';
import fixtures from '../golden/numpy/series.json';
import golden from '../golden/sweep-seed42.json';

test('the default series is the golden one', () => {
  const series = gbm();
  assert.equal(series.close.length, golden.series.bars);
  assert.deepEqual([...series.close.subarray(0, 5)], golden.series.first);
  assert.equal(series.close.at(-1), golden.series.last);
  assert.equal(fingerprint(series.close), golden.series.sha256_le_f64);
  assert.equal(series.name, 'gbm seed 42');
  assert.equal(
    series.description,
    '150,000 bars of seeded geometric Brownian motion (seed 42, volatility 0.0008 a bar)',
  );
  assert.equal(series.dates, null);
});

test('closes equal numpy with the C library exp, for seeds, drifts, volatilities and starts', () => {
  for (const { seed, bars, drift, volatility, start, closes } of fixtures.cases) {
    const { close } = gbm({ seed: BigInt(seed), bars, drift, volatility, start });
    assert.deepEqual([...close.subarray(0, 3)], closes.first, `seed ${seed}`);
    assert.deepEqual([...close.slice(-3)], closes.last, `seed ${seed}`);
    assert.equal(fingerprint(close), closes.sha256, `seed ${seed}`);
  }
});

test('a number and the same bigint give the same bars', () => {
  const seed = Number.MAX_SAFE_INTEGER;
  assert.deepEqual(gbm({ seed, bars: 50 }).close, gbm({ seed: BigInt(seed), bars: 50 }).close);
});

test('an option out of range is named, with its value and what was expected', () => {
  const faults: [GbmOptions, string][] = [
    [{ seed: -1 }, 'option seed: got -1, expected an integer from 0 to 2^53 - 1, or a bigint from 0n up'],
    [{ seed: 1.5 }, 'option seed: got 1.5, expected an integer from 0 to 2^53 - 1, or a bigint from 0n up'],
    [
      { seed: 2 ** 53 },
      'option seed: got 9007199254740992, expected an integer from 0 to 2^53 - 1, or a bigint from 0n up',
    ],
    [{ seed: -1n }, 'option seed: got -1n, expected an integer from 0 to 2^53 - 1, or a bigint from 0n up'],
    [
      { seed: '42' as unknown as number },
      'option seed: got "42", expected an integer from 0 to 2^53 - 1, or a bigint from 0n up',
    ],
    [{ bars: 0 }, 'option bars: got 0, expected an integer from 1 to 33554432'],
    [{ bars: 2 ** 25 + 1 }, 'option bars: got 33554433, expected an integer from 1 to 33554432'],
    [{ bars: 10.5 }, 'option bars: got 10.5, expected an integer from 1 to 33554432'],
    [{ drift: NaN }, 'option drift: got NaN, expected a finite number from -1 to 1'],
    [{ drift: 2 }, 'option drift: got 2, expected a finite number from -1 to 1'],
    [{ volatility: -0.1 }, 'option volatility: got -0.1, expected a finite number from 0 to 1'],
    [{ volatility: Infinity }, 'option volatility: got Infinity, expected a finite number from 0 to 1'],
    [{ start: 0 }, 'option start: got 0, expected a finite number from 1e-100 to 1e+100'],
    [
      { sigma: 1 } as GbmOptions,
      'option sigma: got 1, expected no such option; known are seed, bars, drift, volatility, start',
    ],
  ];
  for (const [options, message] of faults) {
    assert.throws(
      () => gbm(options),
      (error) => error instanceof OptionError && error.message === message,
      message,
    );
  }
});

test('a price that leaves float64 is refused, not returned', () => {
  assert.throws(() => gbm({ drift: 1, bars: 1000 }), {
    name: 'OptionError',
    message:
      'option drift: got 1, expected with volatility 0.0008, values that keep the price finite and above zero (bar 705 would close at Infinity)',
  });
  assert.throws(() => gbm({ drift: -1, bars: 1000 }), /option drift: got -1, .* would close at 0\)/);
});
