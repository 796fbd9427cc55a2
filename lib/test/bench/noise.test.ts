import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOISE_LIMITS, type Noise, watchNoise, worstNoise } from '../../src/bench';

const quiet: Noise = { spinRatio: 1.01, steal: 0, aaWidth: null, quiet: true, reasons: [] };

test('a watch gives a ratio of at least 1 and a share of stolen time', () => {
  const found = watchNoise().verdict(null);
  assert.ok(found.spinRatio >= 1);
  assert.ok(found.steal === null || (found.steal >= 0 && found.steal <= 1));
});

test('each limit that is passed is named', () => {
  const noisy = { ...quiet, spinRatio: NOISE_LIMITS.spinRatio + 0.1, steal: NOISE_LIMITS.steal * 2 };
  const found = worstNoise([quiet, noisy], NOISE_LIMITS.aaWidth * 2);
  assert.equal(found.quiet, false);
  assert.equal(found.reasons.length, 3);
  assert.match(found.reasons.join('; '), /spin loop.*stolen.*A\/A interval is 4\.0 % wide/);
});

test('several starts are as noisy as their worst', () => {
  assert.equal(worstNoise([quiet, { ...quiet, steal: null }], 0.01).quiet, true);
  assert.equal(worstNoise([quiet, { ...quiet, spinRatio: 3 }], null).spinRatio, 3);
});
