import type { Windows } from '../../../src/kernel';

/** A number as an integer, times 2^1074: every float64 is one. */
export function exactly(x: number): bigint {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, x);
  const word = bits.getBigUint64(0);
  const exponent = (word >> 52n) & 0x7ffn;
  const fraction = word & 0xf_ffff_ffff_ffffn;
  const size = exponent === 0n ? fraction : (fraction | (1n << 52n)) << (exponent - 1n);
  return x < 0 ? -size : size;
}

const d = (n: number): bigint => (BigInt(n) * BigInt(n + 1)) / 2n;

/** The numerator of WMA(x, n) at `bar`. */
function numerator(x: (bar: number) => bigint, n: number, bar: number): bigint {
  let sum = 0n;
  for (let j = 0; j < n; j++) sum += x(bar - n + 1 + j) * BigInt(j + 1);
  return sum;
}

/** HMA3 - HMA at one bar in whole numbers: numerator (times 2^1074) and denominator, unrounded. */
export function exactDifference(
  close: Float64Array,
  { half, full, sqrt, pThird, pHalf, p }: Windows,
  bar: number,
): { over: bigint; under: bigint } {
  const x = (at: number): bigint => exactly(close[at]);
  const raw = (at: number): bigint =>
    2n * numerator(x, half, at) * d(full) - numerator(x, full, at) * d(half);
  const raw3 = (at: number): bigint =>
    3n * numerator(x, pThird, at) * d(pHalf) * d(p) -
    numerator(x, pHalf, at) * d(pThird) * d(p) -
    numerator(x, p, at) * d(pThird) * d(pHalf);
  const under = d(sqrt) * d(half) * d(full);
  const under3 = d(p) * d(pThird) * d(pHalf) * d(p);
  return {
    over: numerator(raw3, p, bar) * under - numerator(raw, sqrt, bar) * under3,
    under: under * under3,
  };
}
