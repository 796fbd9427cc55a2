import assert from 'node:assert/strict';
import { bytesOf } from '../../src/wire';

/** Floats of arbitrary bits, the same on every run: NaN with all kinds of payload, both zeros, infinities among them. */
export function arbitraryFloats(count: number): Float64Array {
  const bits = new BigUint64Array(count);
  let state = 0x9e37_79b9_7f4a_7c15n;
  for (let i = 0; i < count; i++) {
    state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
    bits[i] = state;
  }
  const special = [
    0x7ff8_0000_00c0_ffeen,
    0xfff8_0000_0000_0001n,
    0x7ff0_0000_0000_0001n,
    0x8000_0000_0000_0000n,
    0x7ff0_0000_0000_0000n,
    0xfff0_0000_0000_0000n,
    1n,
  ];
  bits.set(BigUint64Array.from(special.slice(0, count)));
  return new Float64Array(bits.buffer);
}

/** Asserts that two arrays are equal bit for bit. */
export function assertSameBits(actual: Float64Array, expected: Float64Array): void {
  assert.equal(actual.length, expected.length);
  assert.equal(Buffer.compare(bytesOf(actual), bytesOf(expected)), 0, 'some bits differ');
}
