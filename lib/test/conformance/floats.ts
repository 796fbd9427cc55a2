import assert from 'node:assert/strict';
import { bytesOf } from '../../src/wire';

/** Floats that a text form is apt to lose, by what they are. */
export const hardFloats: Readonly<Record<string, Float64Array>> = {
  NaN: bits(0x7ff8_0000_0000_0000n),
  'a NaN with payload': bits(0x7ff8_0000_00c0_ffeen),
  'a negative NaN': bits(0xfff8_0000_0000_0001n),
  'a signalling NaN': bits(0x7ff0_0000_0000_0001n),
  '-0': bits(0x8000_0000_0000_0000n),
  infinity: bits(0x7ff0_0000_0000_0000n),
  '-infinity': bits(0xfff0_0000_0000_0000n),
};

/** Floats that every form must carry: the least and the largest of them, and those around the edges of whole numbers. */
export const edgeFloats: Float64Array = Float64Array.of(
  ...[0, 5e-324, -5e-324, 2.2250738585072009e-308, 2.2250738585072014e-308],
  ...[Number.MAX_VALUE, -Number.MAX_VALUE, 2 ** 53, 2 ** 53 + 2, -(2 ** 63), 0.1, 1 / 3, 100],
);

/** The floats of these bits. */
export function bits(...patterns: bigint[]): Float64Array {
  return new Float64Array(BigUint64Array.from(patterns).buffer);
}

/** Floats of arbitrary bits, the same on every run: the hard ones first, NaN with all kinds of payload after them. */
export function arbitraryFloats(count: number): Float64Array {
  const patterns = arbitraryBits(count);
  const special = Object.values(hardFloats).map((floats) => new BigUint64Array(floats.buffer)[0]!);
  patterns.set(BigUint64Array.from([...special, 1n].slice(0, count)));
  return new Float64Array(patterns.buffer);
}

/** The same, but for what a text form can't carry: no NaN, no infinity, no -0. */
export function finiteFloats(count: number): Float64Array {
  const patterns = arbitraryBits(count).map((pattern) => {
    // All exponents but the highest.
    return (pattern & 0x7ff0_0000_0000_0000n) === 0x7ff0_0000_0000_0000n ? pattern ^ (1n << 62n) : pattern;
  });
  const floats = new Float64Array(patterns.buffer);
  floats.set(edgeFloats.subarray(0, count));
  return floats;
}

function arbitraryBits(count: number): BigUint64Array {
  const patterns = new BigUint64Array(count);
  let state = 0x9e37_79b9_7f4a_7c15n;
  for (let i = 0; i < count; i++) {
    state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
    patterns[i] = state;
  }
  return patterns;
}

/** Asserts that two arrays are equal bit for bit. */
export function assertSameBits(actual: Float64Array, expected: Float64Array): void {
  assert.equal(actual.length, expected.length);
  assert.equal(Buffer.compare(bytesOf(actual), bytesOf(expected)), 0, 'some bits differ');
}
