/** 2^27 + 1: splits a float64 into two halves of 26 bits (Veltkamp). */
const SPLITTER = 134217729;
/** Factors that move a float64 by at least one unit in its last place; half a unit is the most that gets lost. */
const BELOW_ONE = 1 - 2 ** -52;
const ABOVE_ONE = 1 + 2 ** -52;

const float = new Float64Array(1);
const words = new Uint32Array(float.buffer);
/** Which of the two words of a float64 holds its low bits: depends on the machine's byte order. */
const LOW = (() => {
  float[0] = 1;
  return words[0] === 0 ? 0 : 1;
})();

/**
 * a*b + c rounded once, as the fused multiply-add of a processor does it, in plain float64 arithmetic.
 *
 * Valid for finite arguments as long as neither the product nor any part of it overflows or goes
 * subnormal: |a| and |b| below 2^996, |a*b| from 2^-960 to 2^1020 (or zero). It does not handle the rest.
 *
 * Source: S. Boldo and G. Melquiond, "Emulation of FMA and correctly rounded sums: proved algorithms
 * using rounding to odd", IEEE Transactions on Computers 57 (2008): the exact product and two exact
 * sums leave a small rest, which is rounded to odd so that the last addition rounds only once.
 */
export function fma(a: number, b: number, c: number): number {
  const product = a * b;
  let t = SPLITTER * a;
  const aHigh = t - (t - a);
  const aLow = a - aHigh;
  t = SPLITTER * b;
  const bHigh = t - (t - b);
  const bLow = b - bHigh;
  const productRest = aHigh * bHigh - product + aHigh * bLow + aLow * bHigh + aLow * bLow;

  const small = c + productRest;
  t = small - c;
  const smallRest = c - (small - t) + (productRest - t);

  const sum = product + small;
  t = sum - product;
  const sumRest = product - (sum - t) + (small - t);

  const rest = smallRest + sumRest;
  t = rest - smallRest;
  const lost = smallRest - (rest - t) + (sumRest - t);
  // Mostly what was lost can't matter: a little less and a little more of the rest round alike.
  const result = sum + rest * BELOW_ONE;
  if (result === sum + rest * ABOVE_ONE) return result;
  return lost === 0 ? sum + rest : sum + roundedToOdd(rest, lost);
}

/** `rest` + `lost` (a part below half a unit of `rest`) rounded to odd: to the neighbour with a last bit of 1. */
function roundedToOdd(rest: number, lost: number): number {
  float[0] = rest;
  if ((words[LOW] & 1) === 1) return rest;
  if (lost > 0 === rest > 0) {
    words[LOW] += 1;
  } else {
    // One unit down in magnitude; an even low word of zero borrows from the high one.
    if (words[LOW] === 0) words[1 - LOW] -= 1;
    words[LOW] -= 1;
  }
  return float[0];
}
