import { weightSum } from '../wma';

/** Windows that are summed side by side. Up to one less are written before and after the bars asked for. */
export const SIDE_BY_SIDE = 6;

/**
 * The reference's WMA of many bars over windows of many lengths. Weights ascend from the oldest value, so windows that
 * begin at the same bar share one sum: after n products, in the reference's order, it is the sum of the window of n.
 * Each value is thus the reference's bit for bit, and a bar costs the longest window alone. Six windows begin side by
 * side, as in `wmaBars`: independent sums keep the adder busy, and six values slide along.
 *
 * @param x The values: the longest window less one before the first bar, the bars, and `SIDE_BY_SIDE` of anything.
 * @param lengths Windows, ascending, each once.
 * @param count How many bars.
 * @param rows One for each length; takes the first bar's average at `at`, the others after it.
 */
export function windowsAtOnce(
  x: Float64Array,
  lengths: readonly number[],
  count: number,
  rows: readonly Float64Array[],
  at: number,
): void {
  const shortest = lengths[0];
  const longest = lengths[lengths.length - 1];
  for (let start = 0; start < count + longest - shortest; start += SIDE_BY_SIDE) {
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    let s3 = 0;
    let s4 = 0;
    let s5 = 0;
    let x0 = x[start];
    let x1 = x[start + 1];
    let x2 = x[start + 2];
    let x3 = x[start + 3];
    let x4 = x[start + 4];
    let weight = 1;
    for (let r = 0; r < lengths.length; r++) {
      const n = lengths[r];
      // where the first of the six windows of n ends, counted from the first bar
      const bar = start + n - longest;
      if (bar >= count) break;
      for (; weight <= n; weight++) {
        const x5 = x[start + weight + 4];
        s0 += x0 * weight;
        s1 += x1 * weight;
        s2 += x2 * weight;
        s3 += x3 * weight;
        s4 += x4 * weight;
        s5 += x5 * weight;
        x0 = x1;
        x1 = x2;
        x2 = x3;
        x3 = x4;
        x4 = x5;
      }
      if (bar <= -SIDE_BY_SIDE) continue;
      const divisor = weightSum(n);
      const row = rows[r];
      const o = at + bar;
      row[o] = s0 / divisor;
      row[o + 1] = s1 / divisor;
      row[o + 2] = s2 / divisor;
      row[o + 3] = s3 / divisor;
      row[o + 4] = s4 / divisor;
      row[o + 5] = s5 / divisor;
    }
  }
}
