import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Pcg64 } from '../../src/market/pcg64';
import { seedSequence } from '../../src/market/seed-sequence';
import fixtures from '../golden/numpy/series.json';

test('64-bit numbers equal numpy', () => {
  for (const { seed, raw } of fixtures.seeds) {
    const bits = new Pcg64(BigInt(seed));
    for (const expected of raw) {
      bits.next();
      assert.equal(String((BigInt(bits.high) << 32n) | BigInt(bits.low)), expected, `seed ${seed}`);
    }
  }
});

test('uniform doubles equal numpy', () => {
  for (const { seed, doubles } of fixtures.seeds) {
    const bits = new Pcg64(BigInt(seed));
    for (const expected of doubles) assert.equal(bits.double(), expected, `seed ${seed}`);
  }
});

test('a long run equals the definition in plain 128-bit arithmetic', () => {
  const MULTIPLIER = 0x2360ed051fc65da44385df649fccf645n;
  const words = [...seedSequence(7, 8)].map(BigInt);
  const [stateHigh, stateLow, incrementHigh, incrementLow] = [0, 2, 4, 6].map(
    (i) => words[i] | (words[i + 1] << 32n),
  );
  const increment = BigInt.asUintN(128, (((incrementHigh << 64n) | incrementLow) << 1n) | 1n);
  const step = (state: bigint): bigint => BigInt.asUintN(128, state * MULTIPLIER + increment);
  let state = step(step(0n) + ((stateHigh << 64n) | stateLow));

  const bits = new Pcg64(7);
  for (let i = 0; i < 10_000; i++) {
    state = step(state);
    const mixed = BigInt.asUintN(64, state ^ (state >> 64n));
    const rotation = state >> 122n;
    const expected = BigInt.asUintN(64, (mixed >> rotation) | (mixed << (64n - rotation)));
    bits.next();
    assert.equal((BigInt(bits.high) << 32n) | BigInt(bits.low), expected, `draw ${i}`);
  }
});
