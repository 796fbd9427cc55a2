import assert from 'node:assert/strict';
import { test } from 'node:test';
import { certifiedBars, windowLengths } from '../../../src/kernel';
import { certificateOf } from '../../../src/kernel/tuned/certificate';
import { Pcg64 } from '../../../src/market';
import { anyWindows } from '../reference';
import { exactDifference, exactly } from './exact';
import { SERIES } from './series';

const size = (x: bigint): bigint => (x < 0n ? -x : x);

/** Of a difference and a bound: how much of it is used up, in whole numbers that lose nothing. */
function used(value: number, { over, under }: { over: bigint; under: bigint }, bound: number): number {
  const error = size(exactly(value) * under - over);
  const most = exactly(bound) * under;
  assert.ok(error <= most, `an error of ${Number(error) / Number(under)} over the bound of ${bound}`);
  return Number((error * 1_000_000n) / (most || 1n)) / 1_000_000;
}

test('the bound holds against exact arithmetic, for the estimate and for the reference', () => {
  let closest = 0;
  for (const name of ['walk', 'wild walk', 'ramp', 'steps of a million', 'ticks of a cent', 'around zero']) {
    for (let seed = 1; seed <= 4; seed++) {
      const random = new Pcg64(seed);
      const close = SERIES[name](random, 700);
      const windows =
        seed % 2 === 0 ? anyWindows(seed, 30) : windowLengths(4 + Math.floor(random.double() * 40));
      const { estimate, bound, reference } = certifiedBars(close, windows);
      for (let bar = 120; bar < 700; bar += 83) {
        const exact = exactDifference(close, windows, bar);
        const history = close.subarray(Math.max(0, bar - 120), bar + 1);
        // the reference's share of the bound, from the closes that it has seen at least
        const largest = Math.max(...history.map(Math.abs));
        const share = certificateOf(windows).close * largest;
        used(reference[bar], exact, share * (1 + 1e-12) + 2 ** -53 * Math.abs(reference[bar]));
        closest = Math.max(closest, used(estimate[bar], exact, bound[bar] - share));
      }
    }
  }
  assert.ok(closest > 1e-6, 'no bar came near its bound: it says next to nothing');
});

test('the estimate lies within the bound of the reference on every bar', () => {
  for (const [name, series] of Object.entries(SERIES)) {
    const close = series(new Pcg64(5), 1_500);
    for (const windows of [windowLengths(6), windowLengths(50), anyWindows(7, 60)]) {
      const { estimate, bound, reference } = certifiedBars(close, windows);
      for (let bar = 0; bar < close.length; bar++) {
        if (Number.isNaN(estimate[bar])) continue;
        const error = Math.abs(estimate[bar] - reference[bar]);
        // the difference of the reference is rounded once more than its comparison
        const most = bound[bar] + 2 ** -53 * Math.abs(reference[bar]);
        assert.ok(error <= most, `${name}, bar ${bar}: ${error} over ${most}`);
      }
    }
  }
});

test('bars before the windows are full, and of blocks that are done directly, have no estimate', () => {
  const close = new Float64Array(1_100).fill(100).map((x, i) => x + Math.sin(i));
  close[600] = NaN;
  const { estimate, bound } = certifiedBars(close, windowLengths(20));
  const first = estimate.findIndex((x) => !Number.isNaN(x));
  assert.equal(first, 22);
  assert.ok(!Number.isNaN(estimate[511]) && Number.isNaN(estimate[512]) && Number.isNaN(bound[512]));
  assert.throws(() => certifiedBars(close, { ...windowLengths(9), p: 0 }), /option windows.p: got 0/);
});
