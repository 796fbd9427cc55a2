import { weightSum } from '../wma';

/**
 * The reference's WMA of some bars, six at a time: each bar has a sum of its own, and each sum takes its
 * products in the reference's order, so every value is the reference's bit for bit. Six independent sums keep the
 * adder busy, where one waits for each addition to end; six values slide along, so a close is loaded once for six bars.
 *
 * @param at The first bar's place in `x`, at least n - 1.
 * @param count How many bars.
 * @param out Takes the first bar's average at `outAt`, the others after it.
 */
export function wmaBars(
  x: Float64Array,
  at: number,
  n: number,
  count: number,
  out: Float64Array,
  outAt: number,
): void {
  const divisor = weightSum(n);
  let i = 0;
  for (; i + 6 <= count; i += 6) {
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    let s3 = 0;
    let s4 = 0;
    let s5 = 0;
    let p = at + i - n + 1;
    let x0 = x[p];
    let x1 = x[p + 1];
    let x2 = x[p + 2];
    let x3 = x[p + 3];
    let x4 = x[p + 4];
    p += 5;
    const end = p + n;
    let weight = 1;
    for (; p < end - 1; p += 2) {
      const x5 = x[p];
      s0 += x0 * weight;
      s1 += x1 * weight;
      s2 += x2 * weight;
      s3 += x3 * weight;
      s4 += x4 * weight;
      s5 += x5 * weight;
      weight += 1;
      const x6 = x[p + 1];
      s0 += x1 * weight;
      s1 += x2 * weight;
      s2 += x3 * weight;
      s3 += x4 * weight;
      s4 += x5 * weight;
      s5 += x6 * weight;
      weight += 1;
      x0 = x2;
      x1 = x3;
      x2 = x4;
      x3 = x5;
      x4 = x6;
    }
    if (p < end) {
      s0 += x0 * weight;
      s1 += x1 * weight;
      s2 += x2 * weight;
      s3 += x3 * weight;
      s4 += x4 * weight;
      s5 += x[p] * weight;
    }
    const o = outAt + i;
    out[o] = s0 / divisor;
    out[o + 1] = s1 / divisor;
    out[o + 2] = s2 / divisor;
    out[o + 3] = s3 / divisor;
    out[o + 4] = s4 / divisor;
    out[o + 5] = s5 / divisor;
  }
  for (; i < count; i++) {
    const first = at + i - n + 1;
    let sum = 0;
    for (let j = 0; j < n; j++) sum += x[first + j] * (j + 1);
    out[outAt + i] = sum / divisor;
  }
}
