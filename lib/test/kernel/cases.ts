import assert from 'node:assert/strict';
import { compareResults, type SweepResult, sweep, type Windows, windowLengths } from '../../src/kernel';
import { gbm, Pcg64 } from '../../src/market';
import { anyWindows } from './reference';
import { SERIES } from './tuned/series';

/** Every bit of both, NaN equal to NaN, so that a difference names its row. */
export function assertSame(actual: SweepResult, expected: SweepResult, what: string): void {
  const { identical, first } = compareResults(expected, actual, 0);
  assert.ok(identical, `${what}: ${JSON.stringify(first)}`);
}

/** A sweep and what the reference makes of it. */
export interface Case {
  name: string;
  close: Float64Array;
  combos: Windows[];
  expected: SweepResult;
}

const SEEDS = 6;

/** Sweeps over every kind of series and window, for kernels that must give the reference's rows bit for bit. */
export function* cases(): Generator<Case> {
  for (const [name, series] of Object.entries(SERIES)) {
    for (let seed = 100; seed < 100 + SEEDS; seed++) {
      const random = new Pcg64(seed);
      const close = series(random, Math.floor(random.double() ** 2 * 1_600));
      yield asked(`${name}, seed ${seed}`, close, someCombos(random, seed));
    }
  }
  for (const bars of [0, 1, 2, 3, 7, 8, 63, 64, 65, 511, 512, 513, 1_025]) {
    yield asked(`${bars} bars`, walk(bars), [1, 2, 6, 30, 120].map(windowLengths));
  }
  const lengths = Array.from({ length: 80 }, (_, i) => 1 + Math.floor((i * 1_999) / 79));
  yield asked('lengths 1 to 2,000', ticks(walk(2_600)), lengths.map(windowLengths));
  const long = [299, 300, 301, 600, 200_000, 2 ** 26].map(windowLengths);
  yield asked('lengths over the series', walk(300), long);
  // Sums of weights beyond 32 bits.
  yield asked('a window of 66,000', walk(66_040), [{ ...windowLengths(6), full: 66_000 }]);
  yield asked('200,000 bars', walk(200_000), [6, 7, 40].map(windowLengths));
  yield asked('200,000 flat bars', new Float64Array(200_000).fill(100), [windowLengths(9)]);
  yield asked('no combos', walk(9), []);
}

function asked(name: string, close: Float64Array, combos: Windows[]): Case {
  return { name, close, combos, expected: sweep(close, combos) };
}

const walk = (bars: number): Float64Array =>
  bars === 0 ? new Float64Array(0) : gbm({ bars, seed: bars }).close;

const ticks = (close: Float64Array): Float64Array => close.map((price) => Math.round(price * 50) / 50);

/** HMA lengths, and windows that have nothing to do with each other. */
function someCombos(random: Pcg64, seed: number): Windows[] {
  const longest = seed % 5 === 0 ? 600 : 60;
  return Array.from({ length: 1 + Math.floor(random.double() * 6) }, (_, i) =>
    random.double() < 0.7
      ? windowLengths(1 + Math.floor(random.double() ** 2 * longest))
      : anyWindows(seed * 10 + i, longest),
  );
}
