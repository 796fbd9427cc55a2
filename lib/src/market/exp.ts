import table from './exp-table.json';
import { fma } from './fma';

/** The table's resolution: x is taken apart as k * ln2/128 + r. */
const N = 128;
/** 2^(i/128), rounded; and what it lacks, as a factor: 2^(i/128) = POWER[i] * (1 + TAIL[i]). */
const POWER = Float64Array.from(table.power);
const TAIL = Float64Array.from(table.tail);

/** 128/ln2: 0x1.71547652b82fep0 * 128. */
const INV_LN2_N = 184.6649652337873;
/** -ln2/128 in two parts, -0x1.62e42fefa0000p-8 and -0x1.cf79abc9e3b39p-47; the high one has 36 significant bits. */
const NEG_LN2_HI_N = -0.005415212348111709;
const NEG_LN2_LO_N = -1.2864023111638344e-14;
/** Adding and subtracting 1.5 * 2^52 rounds to an integer, halves to even. */
const SHIFT = 6755399441055744;

/** exp(r) = 1 + r + r^2 * (C2 + r*C3 + r^2 * (C4 + r*C5)) for |r| <= ln2/256; glibc's poly_order 5. */
const C2 = 0.49999999999996786; // 0x1.ffffffffffdbdp-2
const C3 = 0.16666666666665886; // 0x1.555555555543cp-3
const C4 = 0.0416666808410674; // 0x1.55555cf172b91p-5
const C5 = 0.008333335853059549; // 0x1.1111167a4d017p-7

const TWO_POW_MINUS_54 = 2 ** -54;

/**
 * e^x with the bits glibc (2.28 and later) gives on a processor with fused multiply-add, for every
 * float64, subnormal results, overflow, infinities and NaN included. Within 0.511 units in the last
 * place; `Math.exp` of V8 differs from it by a unit in about 8 % of arguments.
 *
 * Source: ARM optimized routines, math/exp.c and exp_data.c (MIT; see NOTICE), with every `a + b*c` of
 * its C contracted to one fused operation, as GCC does for glibc's `__exp_fma`.
 */
export function exp(x: number): number {
  const magnitude = Math.abs(x);
  if (!(magnitude < 512)) return expOfLarge(x);
  if (magnitude < TWO_POW_MINUS_54) return 1 + x;

  const k = INV_LN2_N * x + SHIFT - SHIFT;
  const tmp = polynomial(x, k);
  const i = ((k % N) + N) % N;
  // Above 2^-740, so that nothing here comes near the ends of the range.
  const scale = POWER[i] * 2 ** ((k - i) / N);
  return fma(scale, tmp, scale);
}

/** exp(x) / 2^(k/128) - 1, the table's tail included. */
function polynomial(x: number, k: number): number {
  // C fuses this one too. k * NEG_LN2_HI_N is exact (36 bits times at most 189,094) and so is the sum
  // (Sterbenz: the two are within a factor of two, or k is 0), so the plain form has the same bits.
  const rHigh = x + k * NEG_LN2_HI_N;
  const r = fma(k, NEG_LN2_LO_N, rHigh);
  const r2 = r * r;
  const low = fma(r2, fma(r, C3, C2), TAIL[((k % N) + N) % N] + r);
  return fma(r2 * r2, fma(r, C5, C4), low);
}

/** |x| >= 512 or NaN: the result, or its scale, may leave the range of normal numbers. */
function expOfLarge(x: number): number {
  if (Number.isNaN(x)) return x;
  if (x >= 1024) return Infinity;
  if (x <= -1024) return 0;

  const k = INV_LN2_N * x + SHIFT - SHIFT;
  const tmp = polynomial(x, k);
  const i = ((k % N) + N) % N;
  const exponent = (k - i) / N;

  if (k > 0) {
    // Scaled down by 2^1009, then up again: overflows only where the result does.
    const scale = POWER[i] * 2 ** (exponent - 1009);
    return 2 ** 1009 * fma(scale, tmp, scale);
  }
  // Scaled up by 2^1022: below 1 the result is subnormal, and is rounded at its own last place here
  // (adding 1 puts it there), so that the final scaling does not round a second time.
  const scale = POWER[i] * 2 ** (exponent + 1022);
  // GCC fuses within a branch only, and this product is used in two: it is rounded on its own.
  const product = scale * tmp;
  let y = scale + product;
  if (y < 1) {
    let low = scale - y + product;
    const high = 1 + y;
    low = 1 - high + y + low;
    y = high + low - 1;
  }
  return 2 ** -1022 * y;
}
