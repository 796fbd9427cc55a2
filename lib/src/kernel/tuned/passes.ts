import type { Taps } from './taps';

// The three loops that a sweep spends its time in. Each does four bars a turn and carries what two bars share; the two
// filters are apart because together they have more coefficients than a processor has registers, which costs a third;
// taking the coefficients out of the array by destructuring costs V8 twice the time.

/**
 * T_n over the fourfold sums (see `taps.ts`), for the places from `from`, at least n+1, to the end:
 * out[q] = n*sums[q] - (n+1)*sums[q-1] + sums[q-1-n].
 */
export function weightedSums(
  sums: Float64Array,
  n: number,
  from: number,
  end: number,
  out: Float64Array,
): void {
  const minus = -(n + 1);
  let before = sums[from - 1];
  let q = from;
  for (; q + 4 <= end; q += 4) {
    const old = q - 1 - n;
    const s0 = sums[q];
    const s1 = sums[q + 1];
    const s2 = sums[q + 2];
    const s3 = sums[q + 3];
    out[q] = n * s0 + minus * before + sums[old];
    out[q + 1] = n * s1 + minus * s0 + sums[old + 1];
    out[q + 2] = n * s2 + minus * s1 + sums[old + 2];
    out[q + 3] = n * s3 + minus * s2 + sums[old + 3];
    before = s3;
  }
  for (; q < end; q++) {
    const s = sums[q];
    out[q] = n * s + minus * before + sums[q - 1 - n];
    before = s;
  }
}

/** HMA3 of the bars at places `from` to `end` of `t`, the sums weighted by p; the first of them into out[0]. */
export function hma3Pass(
  t: Float64Array,
  taps: Taps['hma3'],
  pThird: number,
  pHalf: number,
  p: number,
  from: number,
  end: number,
  out: Float64Array,
): void {
  const k0 = taps[0];
  const k1 = taps[1];
  const k2 = taps[2];
  const k3 = taps[3];
  const k4 = taps[4];
  let before = t[from - 1];
  let q = from;
  for (; q + 4 <= end; q += 4) {
    const o = q - from;
    const i = q - pThird - 1;
    const j = q - pHalf - 1;
    const l = q - p - 1;
    const t0 = t[q];
    const t1 = t[q + 1];
    const t2 = t[q + 2];
    const t3 = t[q + 3];
    out[o] = k0 * t0 + k1 * before + (k2 * t[i] + k3 * t[j]) + k4 * t[l];
    out[o + 1] = k0 * t1 + k1 * t0 + (k2 * t[i + 1] + k3 * t[j + 1]) + k4 * t[l + 1];
    out[o + 2] = k0 * t2 + k1 * t1 + (k2 * t[i + 2] + k3 * t[j + 2]) + k4 * t[l + 2];
    out[o + 3] = k0 * t3 + k1 * t2 + (k2 * t[i + 3] + k3 * t[j + 3]) + k4 * t[l + 3];
    before = t3;
  }
  for (; q < end; q++) {
    const t0 = t[q];
    const near = k0 * t0 + k1 * before;
    out[q - from] = near + (k2 * t[q - pThird - 1] + k3 * t[q - pHalf - 1]) + k4 * t[q - p - 1];
    before = t0;
  }
}

/** HMA3 - HMA likewise, from HMA3; `t` is the sums weighted by sqrt. */
export function differencePass(
  t: Float64Array,
  taps: Taps['hma'],
  half: number,
  full: number,
  from: number,
  end: number,
  hma3: Float64Array,
  out: Float64Array,
): void {
  const k0 = taps[0];
  const k1 = taps[1];
  const k2 = taps[2];
  const k3 = taps[3];
  let before = t[from - 1];
  let q = from;
  for (; q + 4 <= end; q += 4) {
    const o = q - from;
    const i = q - half - 1;
    const j = q - full - 1;
    const t0 = t[q];
    const t1 = t[q + 1];
    const t2 = t[q + 2];
    const t3 = t[q + 3];
    out[o] = hma3[o] - (k0 * t0 + k1 * before + (k2 * t[i] + k3 * t[j]));
    out[o + 1] = hma3[o + 1] - (k0 * t1 + k1 * t0 + (k2 * t[i + 1] + k3 * t[j + 1]));
    out[o + 2] = hma3[o + 2] - (k0 * t2 + k1 * t1 + (k2 * t[i + 2] + k3 * t[j + 2]));
    out[o + 3] = hma3[o + 3] - (k0 * t3 + k1 * t2 + (k2 * t[i + 3] + k3 * t[j + 3]));
    before = t3;
  }
  for (; q < end; q++) {
    const t0 = t[q];
    out[q - from] = hma3[q - from] - (k0 * t0 + k1 * before + (k2 * t[q - half - 1] + k3 * t[q - full - 1]));
    before = t0;
  }
}
