import { fma } from './fma';

const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;

/** log(1+f) = f - f^2/2 + s*(f^2/2 + R(s^2)), s = f/(2+f): the coefficients of R, lowest first. */
const L1 = 0.6666666666666735;
const L2 = 0.3999999999940942;
const L3 = 0.2857142874366239;
const L4 = 0.22222198432149784;
const L5 = 0.1818357216161805;
const L6 = 0.15313837699209373;
const L7 = 0.14798198605116586;
const TWO_THIRDS = 0.6666666666666666;

/** The high word of -(1 - sqrt(2)/2), as a magnitude: nearer to zero than this, no reduction is needed. */
const HIGH_WORD_NEAR = 0x3fd2bec3;
/** The fraction bits of sqrt(2), in a high word. */
const HIGH_WORD_SQRT2 = 0x6a09e;

const view = new DataView(new ArrayBuffer(8));

function highWord(x: number): number {
  view.setFloat64(0, x);
  return view.getUint32(0);
}

function withHighWord(x: number, high: number): number {
  view.setFloat64(0, x);
  view.setUint32(0, high);
  return view.getFloat64(0);
}

/**
 * The natural logarithm of 1 + x for -1 < x <= 0, with the bits of glibc's `log1p` on a processor with
 * fused multiply-add: numpy draws the tail of its normal distribution with it. `Math.log1p` of V8
 * follows the same method without fusing, and differs by a unit in the last place now and then. It does
 * not handle other arguments.
 *
 * Source: the method of Sun's fdlibm, s_log1p.c, with the terms paired as in N. Shimizu's revision that
 * glibc uses and contracted to fused operations as GCC does (see NOTICE).
 */
export function log1p(x: number): number {
  const magnitude = highWord(-x);
  if (magnitude < 0x3e200000) return magnitude < 0x3c900000 ? x : x - x * x * 0.5; // below 2^-29, 2^-54
  if (magnitude <= HIGH_WORD_NEAR) return logNearOne(x);

  // 1 + x = 2^k * (1 + f), sqrt(2)/2 < 1 + f < sqrt(2); `lost` is what rounding 1 + x took, relatively.
  const u = 1 + x;
  const lost = (x - (u - 1)) / u;
  const high = highWord(u);
  const fraction = high & 0xfffff;
  const aboveSqrt2 = fraction >= HIGH_WORD_SQRT2;
  const k = (high >>> 20) - 1023 + (aboveSqrt2 ? 1 : 0);
  const f = withHighWord(u, fraction | (aboveSqrt2 ? 0x3fe00000 : 0x3ff00000)) - 1;

  const low = fma(k, LN2_LOW, lost);
  if (f === 0) return k * LN2_HIGH + low;
  const halfSquare = 0.5 * f * f;
  // |f| < 2^-20: two terms of the series do.
  const isTiny = aboveSqrt2 ? (0x100000 - fraction) >> 2 === 0 : fraction === 0;
  if (isTiny) return k * LN2_HIGH - (halfSquare * fma(-TWO_THIRDS, f, 1) - low - f);
  return k * LN2_HIGH - (halfSquare - (low + sTimes(f, halfSquare)) - f);
}

function logNearOne(f: number): number {
  const halfSquare = 0.5 * f * f;
  return f - (halfSquare - sTimes(f, halfSquare));
}

/** s * (f^2/2 + R(s^2)). */
function sTimes(f: number, halfSquare: number): number {
  const s = f / (2 + f);
  const z = s * s;
  const z2 = z * z;
  const z4 = z2 * z2;
  const z6 = z4 * z2;
  const first = fma(z, L1, z2 * fma(z, L3, L2));
  const r = fma(z6, fma(z, L7, L6), fma(z4, fma(z, L5, L4), first));
  return s * (halfSquare + r);
}
